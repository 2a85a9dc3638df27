import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Document } from "@langchain/core/documents";
import { RunnableLambda } from "@langchain/core/runnables";
import { InMemoryStore } from "@langchain/core/stores";
import { FakeListChatModel, FakeTracer } from "@langchain/core/utils/testing";
import { ChatOpenAI } from "@langchain/openai";
import {
  PropositionTextSplitter,
  RecursiveTokenTextSplitter,
  StructuralMarkdownTextSplitter,
  type PropositionProgress,
  type PropositionTextSplitterParams,
} from "langchain-seams";

const SECTIONS = ["Ada", "Babbage", "Curie", "Turing"];

/** A section a chunk, each with two facts. */
const TEXT = SECTIONS.map(
  (name) => `# ${name}\n\n${name} wrote notes. ${name} read books.`
).join("\n\n");

const documents = [
  new Document({
    pageContent: TEXT,
    metadata: { source: "people.md", tags: ["x"] },
    id: "people",
  }),
];

const splitter = new StructuralMarkdownTextSplitter({ chunkSize: 16 });

type Answer = (passage: string, call: number) => unknown;

/** A model that answers by a function, and knows what it was asked. */
class Model {
  calls: string[] = [];
  running = 0;
  mostRunning = 0;

  constructor(
    private readonly answer: Answer = factsOf,
    private readonly pause = 0
  ) {}

  withStructuredOutput(schema: Record<string, unknown>) {
    expect(schema).toMatchObject({ type: "object", title: "propositions" });
    return RunnableLambda.from(async (input: unknown) => {
      const [[, system], [, question]] = input as [string, string][];
      expect(system).toContain("propositions");
      this.calls.push(question);
      this.running += 1;
      this.mostRunning = Math.max(this.mostRunning, this.running);
      await new Promise((resolve) => setTimeout(resolve, this.pause));
      this.running -= 1;
      return (await this.answer(question, this.calls.length)) as Record<
        string,
        unknown
      >;
    });
  }
}

/** The sentences of a passage as its facts. */
const factsOf: Answer = (question) => {
  const body = question.slice(question.lastIndexOf("\n\n") + 2);
  return { propositions: body.split(/(?<=\.) /) };
};

const make = (
  llm: Model,
  fields: Partial<PropositionTextSplitterParams> = {}
) => new PropositionTextSplitter({ llm, splitter, ...fields });

const contents = (facts: Document[]): string[] =>
  facts.map(({ pageContent }) => pageContent);

test("facts have the parent and the place of their chunk, in order", async () => {
  const llm = new Model();
  const facts = await make(llm).splitDocuments(documents);
  const chunks = await splitter.splitDocuments(documents);
  expect(chunks).toHaveLength(4);
  expect(contents(facts)).toEqual(
    SECTIONS.flatMap((name) => [`${name} wrote notes.`, `${name} read books.`])
  );
  for (const [index, { id, pageContent, metadata }] of facts.entries()) {
    const chunk = chunks[index >> 1];
    expect(metadata).toEqual({
      ...chunk.metadata,
      parent_id: chunk.id,
      kind: "proposition",
      n_tokens: await splitter.lengthFunction(pageContent),
    });
    expect(metadata.tags).not.toBe(chunk.metadata.tags);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect(new Set(facts.map(({ id }) => id)).size).toBe(8);
  expect(await make(new Model()).splitDocuments(documents)).toEqual(facts);
  // The model hears of the headings, and of the whole chunk.
  expect(llm.calls[1]).toBe(
    "Headings: Babbage\n\nPassage:\n\n# Babbage\n\n" +
      "Babbage wrote notes. Babbage read books."
  );
});

test("what does not come from the chunk is rejected and counted", async () => {
  const llm = new Model(() => ({
    propositions: [
      "Ada wrote notes.",
      "Aliens invaded Paris.",
      "Ada wrote 7 notes.",
      `Ada ${"wrote notes and ".repeat(10)}`,
    ],
  }));
  const [fact, ...others] = await make(llm).splitDocuments([
    new Document({ pageContent: "Ada wrote notes." }),
  ]);
  expect(others).toEqual([]);
  expect(fact.pageContent).toBe("Ada wrote notes.");
  expect(fact.metadata.rejected_facts).toBe(3);
  const all = make(llm, { minSupport: 0 });
  expect(await all.splitText("Ada wrote notes.")).toHaveLength(3);
});

test("a chunk of which no fact is left stands for itself", async () => {
  for (const propositions of [[], ["Aliens invaded Paris."], ["  "]]) {
    const facts = await make(
      new Model(() => ({ propositions }))
    ).splitDocuments(documents);
    const chunks = await splitter.splitDocuments(documents);
    expect(contents(facts)).toEqual(contents(chunks));
    expect(facts.map(({ metadata }) => metadata.parent_id)).toEqual(
      chunks.map(({ id }) => id)
    );
    const isRejected = propositions.some((each) => each.trim() !== "");
    for (const { metadata } of facts) {
      expect(metadata.kind).toBe("text");
      expect(metadata.rejected_facts).toBe(isRejected ? 1 : undefined);
    }
  }
});

test("so many at a time, in order all the same", async () => {
  for (const maxConcurrency of [1, 3]) {
    const llm = new Model(async (question, call) => {
      await new Promise((resolve) => setTimeout(resolve, 30 / call));
      return factsOf(question, call);
    }, 5);
    // Documents of one chunk each are worked on together too.
    const pages = SECTIONS.map(
      (name) => new Document({ pageContent: `${name} wrote notes.` })
    );
    const facts = await make(llm, { maxConcurrency }).splitDocuments(pages);
    expect(contents(facts)).toEqual(contents(pages));
    expect(llm.mostRunning).toBe(maxConcurrency);
  }
  const llm = new Model(factsOf, 5);
  await make(llm).invoke(documents, { maxConcurrency: 2 });
  expect(llm.mostRunning).toBe(2);
});

describe("a failing call", () => {
  const failing = (times: number): Answer => {
    const failed = new Map<string, number>();
    return (question, call) => {
      const count = (failed.get(question) ?? 0) + 1;
      failed.set(question, count);
      if (question.includes("Babbage") && count <= times) {
        throw new Error("overloaded");
      }
      return factsOf(question, call);
    };
  };

  test("is made again", async () => {
    const llm = new Model(failing(2));
    const facts = await make(llm).splitDocuments(documents);
    expect(contents(facts)).toHaveLength(8);
    expect(llm.calls).toHaveLength(6);
  });

  test("keeps its chunk in the end, with the reason", async () => {
    const heard: unknown[] = [];
    const llm = new Model(failing(9));
    const facts = (await make(llm).invoke(documents, {
      callbacks: [
        {
          handleCustomEvent: (name: string, data) =>
            void heard.push([name, data]),
        },
      ],
    })) as Document[];
    const chunks = await splitter.splitDocuments(documents);
    expect(llm.calls).toHaveLength(3 + 3);
    expect(facts).toHaveLength(2 + 1 + 2 + 2);
    expect(facts[2].pageContent).toBe(chunks[1].pageContent);
    expect(facts[2].metadata).toEqual({
      ...chunks[1].metadata,
      parent_id: chunks[1].id,
      proposition_error: "overloaded",
    });
    const { id, metadata } = chunks[1];
    expect(heard).toContainEqual([
      "proposition_failure",
      { id, loc: metadata.loc, error: "overloaded" },
    ]);
    const last: PropositionProgress = {
      chunks: 4,
      facts: 6,
      rejected: 0,
      failed: 1,
    };
    expect(heard.at(-1)).toEqual(["proposition_progress", last]);
  });

  test("or throws, and names its chunk", async () => {
    const llm = new Model(failing(9));
    const run = make(llm, { onFailure: "error", maxRetries: 0 }).splitDocuments(
      documents
    );
    await expect(run).rejects.toThrow(
      /^No propositions of lines 5 to 7 of "people" \(chunk [0-9a-f-]{36}\): overloaded$/
    );
  });

  test.each([
    ["no object", "facts"],
    ["nothing", undefined],
    ["no list", { propositions: "Ada." }],
    ["a list of other things", { propositions: ["Ada.", 5] }],
  ])("so is an answer that is %s", async (_name, answer) => {
    const llm = new Model((question, call) =>
      call === 1 ? answer : factsOf(question, call)
    );
    expect(await make(llm).splitText("Ada wrote notes.")).toEqual([
      "Ada wrote notes.",
    ]);
    expect(llm.calls).toHaveLength(2);
  });
});

test("a run that was stopped goes on where it was", async () => {
  const cache = new InMemoryStore<Uint8Array>();
  const controller = new AbortController();
  const first = new Model((question, call) => {
    if (call === 3) controller.abort(new Error("enough"));
    return factsOf(question, call);
  });
  const options = { cache, maxConcurrency: 1 };
  const run = make(first, options).invoke(documents, {
    signal: controller.signal,
  });
  await expect(run).rejects.toThrow("enough");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(first.calls).toHaveLength(3);

  const second = new Model();
  const facts = await make(second, options).splitDocuments(documents);
  expect(second.calls).toHaveLength(2);
  expect(facts).toEqual(await make(new Model()).splitDocuments(documents));
  const third = new Model();
  expect(await make(third, options).splitDocuments(documents)).toEqual(facts);
  expect(third.calls).toEqual([]);
  const other = make(third, { ...options, instructions: "List propositions." });
  await other.splitDocuments(documents);
  expect(third.calls).toHaveLength(4);
});

test("facts stream out chunk by chunk, and both steps are traced", async () => {
  const tracer = new FakeTracer();
  const llm = new Model();
  let asked = 0;
  const counts: number[] = [];
  async function* load(): AsyncGenerator<Document[]> {
    yield documents;
  }
  const lazy = make(llm, { maxConcurrency: 1 });
  const stream = lazy.transform(load(), { callbacks: [tracer] });
  for await (const facts of stream) {
    counts.push(facts.length);
    asked ||= llm.calls.length;
  }
  expect(counts).toEqual([2, 2, 2, 2]);
  expect(asked).toBeLessThan(4);
  await make(llm).invoke(documents, { callbacks: [tracer] });
  const run = tracer.runs.at(-1)!;
  expect(run.name).toBe("PropositionTextSplitter");
  const children = run.child_runs.map(({ name }) => name);
  expect(children).toContain("StructuralMarkdownTextSplitter");
  expect(children.filter((name) => name === "RunnableLambda")).toHaveLength(4);
});

test("headers stand in front of facts, outside of all else", async () => {
  const facts = await make(new Model()).createDocuments([TEXT], [], {
    chunkHeader: "H: ",
    appendChunkOverlapHeader: true,
  });
  expect(contents(facts).slice(0, 2)).toEqual([
    "H: Ada wrote notes.",
    "H: (cont'd) Ada read books.",
  ]);
});

test("LangChain's fake model will do, and blank text asks for nothing", async () => {
  const llm = new FakeListChatModel({
    responses: [
      '{"propositions":["Ada wrote notes.","Aliens invaded Paris."]}',
    ],
  });
  const splitter = new PropositionTextSplitter({ llm, chunkSize: 100 });
  expect(splitter.splitter.chunkSize).toBe(100);
  expect(await splitter.splitText("Ada, a countess, wrote notes.")).toEqual([
    "Ada wrote notes.",
  ]);
  const model = new Model();
  expect(await make(model).splitText(" \n")).toEqual([]);
  expect(model.calls).toEqual([]);
});

describe("ChatOpenAI against a server that stands for the service", () => {
  const requests: Record<string, unknown>[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    requests.push(JSON.parse(body));
    const content = JSON.stringify({
      propositions: ["Ada wrote notes.", "Aliens invaded Paris."],
    });
    response.writeHead(status, { "content-type": "application/json" });
    status = 200;
    const message = { role: "assistant", content, refusal: null };
    response.end(
      JSON.stringify({
        id: "1",
        object: "chat.completion",
        model: "gpt-4o-mini",
        created: 0,
        choices: [{ index: 0, finish_reason: "stop", message }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      })
    );
  });
  beforeAll(
    () => new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  );
  afterAll(() => new Promise((done) => server.close(done)));

  test("structured output, and a server error is no end", async () => {
    const { port } = server.address() as AddressInfo;
    const llm = new ChatOpenAI({
      model: "gpt-4o-mini",
      apiKey: "none",
      maxRetries: 0,
      configuration: { baseURL: `http://127.0.0.1:${port}/v1` },
    });
    status = 500;
    const splitter = new PropositionTextSplitter({ llm, chunkSize: 100 });
    const facts = await splitter.createDocuments([
      "Ada wrote notes, they say.",
    ]);
    expect(contents(facts)).toEqual(["Ada wrote notes."]);
    expect(facts[0].metadata.rejected_facts).toBe(1);
    expect(requests).toHaveLength(2);
    expect(requests[1]).toMatchObject({
      model: "gpt-4o-mini",
      response_format: { type: "json_schema" },
    });
    expect(JSON.stringify(requests[1])).toContain("Ada wrote notes, they say.");
  });
});

test.each<
  [Partial<Record<keyof PropositionTextSplitterParams, unknown>>, string]
>([
  [
    { llm: {} },
    "`llm` to be a chat model with `withStructuredOutput`, got `[object Object]`",
  ],
  [{ minSupport: 1.1 }, "`minSupport` to be a number from 0 to 1, got `1.1`"],
  [{ minSupport: NaN }, "`minSupport` to be a number from 0 to 1, got `NaN`"],
  [
    { maxConcurrency: 0 },
    "`maxConcurrency` to be an integer from 1 up, got `0`",
  ],
  [{ maxRetries: -1 }, "`maxRetries` to be an integer from 0 up, got `-1`"],
  [{ onFailure: "skip" }, '`onFailure` to be "keep" or "error", got `"skip"`'],
  [{ instructions: " " }, '`instructions` to be a text, got `" "`'],
  [
    { splitter: {} },
    "`splitter` to be a splitter of this package, got `[object Object]`",
  ],
  [
    { splitter, chunkSize: 5 },
    "`chunkSize` to be left out where `splitter` is given, got `5`",
  ],
  [{ cache: {} }, "`cache` to be a LangChain store, got `[object Object]`"],
])("refuses %#: %s", (fields, message) => {
  const make = () =>
    new PropositionTextSplitter({
      llm: new Model(),
      ...fields,
    } as PropositionTextSplitterParams);
  expect(make).toThrow(RangeError);
  expect(make).toThrow(message);
});

test("any splitter of this package may make the chunks", async () => {
  const inner = new RecursiveTokenTextSplitter({
    chunkSize: 12,
    chunkOverlap: 0,
  });
  const facts = await make(new Model(), { splitter: inner }).splitDocuments(
    documents
  );
  const chunks = await inner.splitDocuments(documents);
  expect(new Set(facts.map(({ metadata }) => metadata.parent_id))).toEqual(
    new Set(chunks.map(({ id }) => id))
  );
});
