/** Contextual Retrieval: with a fake model, and with one behind HTTP. */
import { awaitAllCallbacks } from "@langchain/core/callbacks/promises";
import { Document } from "@langchain/core/documents";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { FakeListChatModel, FakeTracer } from "@langchain/core/utils/testing";
import { ChatOpenAI } from "@langchain/openai";
import {
  ContextualPrefix,
  RecursiveTokenTextSplitter,
  StructuralMarkdownTextSplitter,
  removePrefix,
  tokenCounter,
  type PrefixReport,
} from "langchain-seams";
import {
  startOpenAI,
  USAGE,
  type ChatRequest,
  type OpenAIServer,
  type Reply,
} from "../support/openai-server.js";

const count = tokenCounter();

/** A document of numbered sections, each a chunk at 60 tokens. */
const source = Array.from(
  { length: 8 },
  (_, k) =>
    `## Sección ${k}\n\nEl apartado número ${k} explica la pieza ${k}00: ` +
    "cómo se monta, cómo se limpia y cada cuánto se cambia, con su plano."
).join("\n\n");

const splitSource = (): Promise<Document[]> =>
  new StructuralMarkdownTextSplitter({ chunkSize: 60 }).createDocuments(
    [`# Manual\n\n${source}`],
    [{ source: "manual.md" }]
  );

let warn: jest.SpyInstance;

beforeEach(() => {
  warn = jest.spyOn(console, "warn").mockImplementation(() => {});
});

afterEach(() => jest.restoreAllMocks());

describe("with a fake model", () => {
  test("the answers go in front, in the order of the chunks", async () => {
    const chunks = await splitSource();
    const responses = chunks.map((_, k) => `Trata de la pieza ${k}00.`);
    const model = new FakeListChatModel({ responses });
    const transformer = ContextualPrefix.fromLLM(model, { maxConcurrency: 1 });
    const made = await transformer.transformDocuments(chunks);
    expect(made.map(({ metadata }) => metadata.prefix)).toEqual(responses);
    expect(removePrefix(made)).toEqual(chunks);
    // Again: nobody asks the model, whose next answer would be the first.
    expect(await transformer.transformDocuments(made)).toEqual(made);
    for (const [k, { pageContent }] of made.entries()) {
      const own = await count(chunks[k].pageContent);
      expect(await count(pageContent)).toBeLessThanOrEqual((own * 4) / 3);
    }
  });

  test("an answer that is too long ends with a sentence", async () => {
    const [chunk] = await splitSource();
    const long = "Trata del montaje. " + "Y de otras cosas más. ".repeat(9);
    const model = new FakeListChatModel({ responses: [long] });
    const [made] = await ContextualPrefix.fromLLM(model).invoke([chunk]);
    expect(made.metadata.prefix).toMatch(/^Trata del montaje\.( Y .*\.)?$/);
    expect(made.metadata.prefix.length).toBeLessThan(long.length / 3);
  });

  test("the document in the first message, the chunk in the second", async () => {
    const chunks = await splitSource();
    const model = new FakeListChatModel({ responses: ["Una frase."] });
    const tracer = new FakeTracer();
    await ContextualPrefix.fromLLM(model).invoke(chunks, {
      callbacks: [tracer],
      runName: "context",
    });
    await awaitAllCallbacks();
    const [run] = tracer.runs;
    expect(run.name).toBe("context");
    const calls = run.child_runs.filter(({ run_type }) => run_type === "llm");
    expect(calls).toHaveLength(chunks.length);
    const firsts = new Set<string>();
    for (const [k, { inputs, name }] of calls.entries()) {
      expect(name).not.toBe("context");
      const [first, second] = inputs.messages[0];
      expect(first.content).toContain(source);
      expect(second.content).toContain(chunks[k].pageContent);
      firsts.add(first.content);
    }
    expect(firsts.size).toBe(1);
  });

  test("prompts: a text of the second message, or a template", async () => {
    const chunks = (await splitSource()).slice(0, 1);
    const seen: unknown[][] = [];
    const model = new FakeListChatModel({ responses: ["Una frase."] });
    jest.spyOn(model, "_generate").mockImplementation(async (messages) => {
      seen.push(messages.map(({ content }) => content));
      return { generations: [] };
    });
    const ask = (prompt: string | ChatPromptTemplate) =>
      ContextualPrefix.fromLLM(model, { prompt, onReport: () => {} }).invoke(
        chunks
      );
    await ask("En español, de qué trata: {chunk}");
    expect(seen[0][0]).toContain("# Manual");
    expect(seen[0][1]).toBe(
      `En español, de qué trata: ${chunks[0].pageContent}`
    );
    await ask(ChatPromptTemplate.fromTemplate("{document} / {chunk}"));
    expect(seen.at(-1)).toHaveLength(1);
    expect(() =>
      ContextualPrefix.fromLLM(model, { prompt: "De qué trata" })
    ).toThrow(/prompt.*\{chunk\}.*De qué trata/);
    expect(() => ContextualPrefix.fromLLM({} as never)).toThrow(/chat model/);
  });

  test("of a document that is too long, the section around the chunk", async () => {
    const text =
      `# Uno\n\n${source}\n\n# Dos\n\n${source.replaceAll("pieza", "norma")}` +
      `\n\n${"Un párrafo más de la norma, sin título propio. ".repeat(40)}`;
    const chunks = await new RecursiveTokenTextSplitter({
      chunkSize: 40,
      chunkOverlap: 0,
    }).createDocuments([text]);
    const structured = await new StructuralMarkdownTextSplitter({
      chunkSize: 40,
    }).createDocuments([text]);
    for (const [documents, maxDocumentTokens] of [
      [structured, 700],
      [structured, 150],
      [chunks, 300],
    ] as const) {
      const given: string[] = [];
      await new ContextualPrefix({
        maxDocumentTokens,
        describe: (document, chunk) => {
          expect(document.pageContent).toContain(chunk.pageContent);
          given.push(document.pageContent);
          return undefined;
        },
      }).transformDocuments(documents);
      expect(given).toHaveLength(documents.length);
      for (const part of given) {
        expect(await count(part)).toBeLessThanOrEqual(maxDocumentTokens);
        expect(await count(part)).toBeGreaterThan(15);
      }
      // The same for neighbours, so that a model may keep what it has read.
      expect(new Set(given).size).toBeLessThan(given.length / 2);
      if (maxDocumentTokens === 700) {
        expect(given[0]).toMatch(/^# Uno/);
        expect(given[0]).not.toContain("# Dos");
      }
    }
  });

  test("a failing call is made again; then counted, nothing is lost", async () => {
    const chunks = await splitSource();
    const calls = new Map<string, number>();
    const reports: PrefixReport[] = [];
    const transformer = new ContextualPrefix({
      describe: (_document, { pageContent }) => {
        const attempt = (calls.get(pageContent) ?? 0) + 1;
        calls.set(pageContent, attempt);
        if (pageContent.includes("pieza 300")) throw new Error("always");
        if (attempt === 1) throw new TypeError("at first");
        return "Una frase.";
      },
      onReport: (report) => reports.push(report),
    });
    const made = await transformer.transformDocuments(chunks);
    expect(made).toHaveLength(chunks.length);
    expect(new Set(calls.values())).toEqual(new Set([2]));
    const failed = made.filter(({ metadata }) => metadata.prefix_failed);
    expect(failed).toHaveLength(1);
    expect(failed[0].pageContent).toContain("pieza 300");
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({
      chunks: chunks.length,
      prefixed: chunks.length - 1,
      failed: 1,
    });
    expect(reports[0].errors.map(({ message }) => message)).toEqual(["always"]);
    expect(warn).not.toHaveBeenCalled();
    // Once it works, a second run mends what is missing, and only that.
    calls.clear();
    const mended = await new ContextualPrefix({
      describe: (_document, { pageContent }) => {
        calls.set(pageContent, 1);
        return "Otra frase.";
      },
    }).transformDocuments(made);
    expect(calls.size).toBe(1);
    expect(mended.some(({ metadata }) => metadata.prefix_failed)).toBe(false);
  });

  test("without a report, failures are told on the console", async () => {
    const chunks = await splitSource();
    await new ContextualPrefix({
      maxRetries: 0,
      describe: () => Promise.reject("a string"),
    }).transformDocuments(chunks);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0][0]).toMatch(
      `${chunks.length} of ${chunks.length} chunks have no prefix`
    );
    expect(warn.mock.calls[0][0]).toContain("a string");
  });
});

describe("with ChatOpenAI", () => {
  let server: OpenAIServer | undefined;

  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  /** The number of the section that a request asks about. */
  const numberIn = ({ messages }: ChatRequest): number =>
    Number(/pieza (\d)00/.exec(messages.at(-1)?.content ?? "")?.[1]);

  async function start(
    reply: (request: ChatRequest, number: number) => Reply,
    options: { delay?: number; timeout?: number; maxRetries?: number } = {}
  ) {
    server = await startOpenAI(reply, options.delay);
    const model = new ChatOpenAI({
      model: "stand-in",
      apiKey: "none",
      useResponsesApi: false,
      maxRetries: options.maxRetries ?? 0,
      ...(options.timeout && { timeout: options.timeout }),
      configuration: { baseURL: server.url },
    });
    const reports: PrefixReport[] = [];
    const transformer = ContextualPrefix.fromLLM(model, {
      maxConcurrency: 3,
      onReport: (report) => reports.push(report),
    });
    return { server, transformer, reports };
  }

  const answer = (request: ChatRequest): Reply => `Pieza ${numberIn(request)}.`;

  const prefixesOf = (documents: { metadata: Record<string, unknown> }[]) =>
    documents.map(({ metadata }) => metadata.prefix);

  const expected = (without: number[] = []) =>
    Array.from({ length: 8 }, (_, k) =>
      without.includes(k) ? undefined : `Pieza ${k}.`
    );

  test("results in order, usage counted, concurrency respected", async () => {
    const chunks = await splitSource();
    const { server, transformer, reports } = await start(
      (request) => answer(request),
      { delay: 100 }
    );
    const made = await transformer.invoke(chunks);
    expect(prefixesOf(made)).toEqual(expected());
    expect(server.peak()).toBeLessThanOrEqual(3);
    expect(server.peak()).toBeGreaterThan(1);
    expect(server.requests).toHaveLength(8);
    expect(server.requests[0].messages.map(({ role }) => role)).toEqual([
      "system",
      "user",
    ]);
    expect(reports[0].usage).toEqual({
      input_tokens: 8 * USAGE.prompt_tokens,
      output_tokens: 8 * USAGE.completion_tokens,
      total_tokens: 8 * USAGE.total_tokens,
    });
    expect(reports[0].failed).toBe(0);
    await transformer.invoke(chunks, { maxConcurrency: 1 });
    expect(server.requests).toHaveLength(16);
    // The same without a config.
    expect(prefixesOf(await transformer.transformDocuments(chunks))).toEqual(
      expected()
    );
    expect(reports[2].usage).toEqual(reports[0].usage);
  });

  test("429 with retry-after and 500: asked again, all is there", async () => {
    const chunks = await splitSource();
    const faults: Reply[] = [
      { status: 429, headers: { "retry-after": "0" } },
      { status: 500 },
    ];
    const { server, transformer, reports } = await start(
      (request, number) => faults[number] ?? answer(request)
    );
    expect(prefixesOf(await transformer.invoke(chunks))).toEqual(expected());
    expect(server.requests).toHaveLength(10);
    expect(reports[0]).toMatchObject({ failed: 0, prefixed: 8 });
    expect(reports[0].usage.total_tokens).toBe(8 * USAGE.total_tokens);
  });

  test.each<[string, Reply, RegExp]>([
    ["500 for ever", { status: 500 }, /500/],
    [
      "429 for ever",
      { status: 429, headers: { "retry-after": "0" } },
      /429|rate/i,
    ],
    ["malformed JSON", { status: 200, body: '{"choices": [{' }, /./],
    ["no choices", { status: 200, body: '{"choices": []}' }, /./],
    ["an empty answer", " \n", /no text/],
    ["no answer in time", "hang", /time|connection/i],
  ])("%s: the others are done", async (_name, fault, message) => {
    const chunks = await splitSource();
    const { server, transformer, reports } = await start(
      (request) => (numberIn(request) === 4 ? fault : answer(request)),
      { timeout: 300 }
    );
    const made = await transformer.invoke(chunks);
    expect(prefixesOf(made)).toEqual(expected([4]));
    expect(made[4].pageContent).toBe(chunks[4].pageContent);
    expect(made[4].metadata.prefix_failed).toBe(true);
    expect(server.requests).toHaveLength(9);
    expect(reports[0]).toMatchObject({ chunks: 8, prefixed: 7, failed: 1 });
    expect(reports[0].errors[0].message).toMatch(message);
  });

  test("an abort reaches the request, and ends the rest", async () => {
    const chunks = await splitSource();
    const controller = new AbortController();
    const { server, transformer, reports } = await start((_request, number) => {
      if (number === 2) setTimeout(() => controller.abort(), 20);
      return "hang";
    });
    const started = performance.now();
    await expect(
      transformer.invoke(chunks, { signal: controller.signal })
    ).rejects.toThrow(/abort/i);
    expect(performance.now() - started).toBeLessThan(10_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.requests).toHaveLength(3);
    expect(reports).toEqual([]);
  });

  test("a timeout of the call is an abort too", async () => {
    const chunks = await splitSource();
    const { transformer } = await start(() => "hang");
    await expect(transformer.invoke(chunks, { timeout: 200 })).rejects.toThrow(
      /abort|time/i
    );
  });
});
