import { Document } from "@langchain/core/documents";
import { InMemoryStore } from "@langchain/core/stores";
import {
  SemanticTextSplitter,
  type EmbeddingProgress,
  type SemanticTextSplitterParams,
} from "langchain-seams";
import { SpyEmbeddings, atDistances, byWords } from "../support/embeddings.js";

const CATS = "El gato duerme. El gato come. El gato juega.";
const TAXES = "El impuesto sube. El impuesto baja. El impuesto vence.";

test("the number of chunks that is asked for, at the largest distances", async () => {
  const text = "A uno. B dos. C tres.\n\nD cuatro. E cinco. F seis.";
  const split = (fields: Partial<SemanticTextSplitterParams>) =>
    new SemanticTextSplitter({
      embeddings: atDistances([0.1, 0.6, 0.2, 0.5, 0.1]),
      ...fields,
    }).splitText(text);
  expect(await split({ numberOfChunks: 1 })).toEqual([text]);
  expect(await split({ numberOfChunks: 2 })).toEqual([
    "A uno. B dos.",
    "C tres.\n\nD cuatro. E cinco. F seis.",
  ]);
  expect(await split({ numberOfChunks: 3 })).toEqual([
    "A uno. B dos.",
    "C tres.\n\nD cuatro.",
    "E cinco. F seis.",
  ]);
  expect(await split({ numberOfChunks: 6 })).toHaveLength(6);
  expect(await split({ numberOfChunks: 60 })).toHaveLength(6);
  const floor = await split({ numberOfChunks: 6, minChunkSize: 8 });
  expect(floor.length).toBeLessThan(6);
});

test("headings end a chunk, unless the number is given", async () => {
  const text = `# Uno\n\n${CATS}\n\n# Dos\n\n${CATS}`;
  const options = { embeddings: byWords(), minChunkSize: 1 };
  const breakpoint = { amount: 100 };
  const splitter = new SemanticTextSplitter({ ...options, breakpoint });
  const documents = await splitter.createDocuments([text]);
  expect(documents.map(({ metadata }) => metadata.section)).toEqual([
    "Uno",
    "Dos",
  ]);
  const one = new SemanticTextSplitter({ ...options, numberOfChunks: 1 });
  expect(await one.splitText(text)).toEqual([text]);
});

test("of two small neighbours it joins the nearer one", async () => {
  const splitter = new SemanticTextSplitter({
    embeddings: byWords(),
    breakpoint: { amount: 60 },
    bufferSize: 0,
    minChunkSize: 10,
    chunkSize: 40,
  });
  expect(await splitter.splitText(`${CATS} ${TAXES}`)).toEqual([CATS, TAXES]);
});

test("front matter is asked nothing, and goes to the metadata", async () => {
  const embeddings = byWords();
  const splitter = new SemanticTextSplitter({ embeddings, bufferSize: 0 });
  const [front, body] = await splitter.createDocuments([
    `---\ntitle: Gatos\n---\n\n${CATS}`,
  ]);
  expect(front.metadata.kind).toBe("frontmatter");
  expect(body.metadata).toMatchObject({ kind: "text", title: "Gatos" });
  expect(embeddings.texts).toEqual(CATS.split(/(?<=\.) /));
});

describe("progress", () => {
  const documents = [CATS, TAXES].map(
    (pageContent) => new Document({ pageContent })
  );
  const make = () =>
    new SemanticTextSplitter({
      embeddings: byWords(),
      batchSize: 2,
      lengthFunction: (text) => text.length,
    });

  test("callbacks hear of each batch", async () => {
    const heard: [string, EmbeddingProgress][] = [];
    const runs = new Set<string>();
    await make().invoke(documents, {
      callbacks: [
        {
          handleCustomEvent: (name: string, data, runId: string) => {
            heard.push([name, data as EmbeddingProgress]);
            runs.add(runId);
          },
        },
      ],
    });
    expect(new Set(heard.map(([name]) => name))).toEqual(
      new Set(["semantic_embedding_progress"])
    );
    expect(runs.size).toBe(1);
    expect(heard.map(([, { done, total }]) => [done, total])).toEqual([
      [2, 3],
      [3, 3],
      [2, 3],
      [3, 3],
    ]);
    // 2 sentences, all 3, the last 2.
    expect(heard[1][1]).toEqual({
      done: 3,
      total: 3,
      calls: 2,
      texts: 3,
      length: 29 + 44 + 28,
    });
  });

  test("so do those who read the events of a stream", async () => {
    const events = make().streamEvents(documents, { version: "v2" });
    const done: number[] = [];
    for await (const { event, data } of events) {
      if (event !== "on_custom_event") continue;
      done.push((data as unknown as EmbeddingProgress).done);
    }
    expect(done).toEqual([2, 3, 2, 3]);
  });

  test("without callbacks nothing is reported, and nothing fails", async () => {
    const expected = await make().invoke(documents, { callbacks: [] });
    expect(await make().invoke(documents)).toEqual(expected);
    expect(await make().splitDocuments(documents)).toEqual(expected);
  });
});

describe("a signal", () => {
  test("stops before the next call", async () => {
    const controller = new AbortController();
    const embeddings: SpyEmbeddings = new SpyEmbeddings((_text, index) => {
      if (index === 3) controller.abort(new Error("enough"));
      return [1, index];
    });
    const splitter = new SemanticTextSplitter({ embeddings, batchSize: 2 });
    const run = splitter.invoke(
      [new Document({ pageContent: `${CATS} ${TAXES}` })],
      { signal: controller.signal }
    );
    await expect(run).rejects.toThrow("enough");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(embeddings.calls).toHaveLength(2);
  });
});

describe("a cache", () => {
  const text = `${CATS} ${TAXES}`;

  test("is asked first, and keeps what is new", async () => {
    const cache = new InMemoryStore<Uint8Array>();
    const first = byWords();
    const options = { cache, batchSize: 4, minChunkSize: 1 };
    const split = (embeddings: SpyEmbeddings, source: string) =>
      new SemanticTextSplitter({ ...options, embeddings }).splitText(source);
    const expected = await split(byWords(), text);
    expect(await split(first, text)).toEqual(expected);
    expect(first.calls).toEqual([]);

    const more = byWords();
    await split(more, `${text} El gato vuelve.`);
    expect(more.texts).toEqual([
      "El impuesto baja. El impuesto vence. El gato vuelve.",
      "El impuesto vence. El gato vuelve.",
    ]);
  });

  test("belongs to a model, keeps no broken vector, and may be broken", async () => {
    const cache = new InMemoryStore<Uint8Array>();
    const make = (model: string, vector: unknown) =>
      Object.assign(new SpyEmbeddings(() => vector), { model });
    const calls = async (embeddings: SpyEmbeddings) => {
      await new SemanticTextSplitter({ embeddings, cache }).splitText(text);
      return embeddings.calls.length;
    };
    expect(await calls(make("a", [NaN, 1]))).toBe(1);
    expect(await calls(make("a", [1, 1]))).toBe(1);
    expect(await calls(make("a", [1, 1]))).toBe(0);
    expect(await calls(make("b", [1, 1, 1]))).toBe(1);
    for await (const key of cache.yieldKeys()) {
      await cache.mset([[key, new TextEncoder().encode("{")]]);
    }
    expect(await calls(make("a", [1, 1]))).toBe(1);
  });
});

test.each<[Partial<Record<keyof SemanticTextSplitterParams, unknown>>, string]>(
  [
    [
      { embeddings: undefined },
      "`embeddings` to be LangChain embeddings, got `undefined`",
    ],
    [{ bufferSize: -1 }, "`bufferSize` to be an integer from 0 up, got `-1`"],
    [
      { minChunkSize: 1.5 },
      "`minChunkSize` to be an integer from 0 up, got `1.5`",
    ],
    [
      { minChunkSize: 401 },
      "`minChunkSize` to be at most `chunkSize` (400), got `401`",
    ],
    [
      { breakpoint: "percentile" },
      '`breakpoint` to be an object with `type` and `amount`, got `"percentile"`',
    ],
    [{ breakpoint: null }, "`breakpoint` to be an object with `type`"],
    [{ batchSize: 0 }, "`batchSize` to be an integer from 1 up, got `0`"],
    [
      { maxEmbedTokens: NaN },
      "`maxEmbedTokens` to be an integer from 1 up, got `NaN`",
    ],
    [{ format: "html" }, '`format` to be "markdown" or "text", got `"html"`'],
    [
      { numberOfChunks: 0 },
      "`numberOfChunks` to be an integer from 1 up, got `0`",
    ],
    [
      { numberOfChunks: 2, breakpoint: {} },
      "`numberOfChunks` to be left out where `breakpoint` is given, got `2`",
    ],
    [
      { breakpoint: { amount: 101 } },
      "`breakpoint.amount` to be a number from 0 to 100, got `101`",
    ],
    [
      { breakpoint: { type: "interquartile", amount: -1 } },
      "`breakpoint.amount` to be a number from 0 up, got `-1`",
    ],
    [{ breakpoint: { type: "standard_deviation" } }, "`breakpoint.type` to be"],
    [
      { cache: new Map() },
      "`cache` to be a LangChain store, got `[object Map]`",
    ],
    [
      { chunkSize: 10, chunkOverlap: 10 },
      "`chunkOverlap` to be less than `chunkSize` (10), got `10`",
    ],
  ]
)("refuses %j", (fields, message) => {
  const make = () =>
    new SemanticTextSplitter({
      embeddings: byWords(),
      ...fields,
    } as SemanticTextSplitterParams);
  expect(make).toThrow(RangeError);
  expect(make).toThrow(message);
});

test("defaults", () => {
  const embeddings = byWords();
  expect(new SemanticTextSplitter({ embeddings })).toMatchObject({
    chunkSize: 400,
    chunkOverlap: 0,
    minChunkSize: 100,
    maxEmbedTokens: 400,
    bufferSize: 1,
    batchSize: 64,
    breakpoint: { type: "percentile", amount: 95 },
    format: "markdown",
  });
  const breakpoint = { type: "interquartile" } as const;
  const { breakpoint: filled } = new SemanticTextSplitter({
    embeddings,
    breakpoint,
  });
  expect(filled).toEqual({ type: "interquartile", amount: 1.5 });
});
