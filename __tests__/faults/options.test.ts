/** Options, out of range or of another type: an error that names them. */
import { Document } from "@langchain/core/documents";
import { InMemoryStore } from "@langchain/core/stores";
import {
  FakeEmbeddings,
  FakeListChatModel,
  FakeVectorStore,
} from "@langchain/core/utils/testing";
import * as seams from "langchain-seams";
import {
  bm25,
  embeddingRetriever,
  evaluateSplitters,
  hybrid,
  suggestSize,
  type EvaluateOptions,
} from "langchain-seams/evaluate";

const embeddings = new FakeEmbeddings();
const splitter = new seams.StructuralMarkdownTextSplitter();
const documents = [new Document({ pageContent: "Ana pays." })];
const questions = [{ question: "Who?", gold: "Ana" }];

type Fields = Record<string, unknown>;
/** What takes the options, some of them as they must not be. */
const TAKERS: Record<string, (fields: Fields) => unknown> = {
  SemanticTextSplitter: (fields) =>
    new seams.SemanticTextSplitter({ embeddings, ...fields }),
  PropositionTextSplitter: (fields) =>
    new seams.PropositionTextSplitter({
      llm: new FakeListChatModel({ responses: [] }),
      ...fields,
    }),
  TableTextSplitter: (fields) => new seams.TableTextSplitter(fields),
  PageTextSplitter: (fields) => new seams.PageTextSplitter(fields),
  RoutingTextSplitter: (fields) => new seams.RoutingTextSplitter(fields),
  RecursiveTokenTextSplitter: (fields) =>
    new seams.RecursiveTokenTextSplitter(fields),
  FixedTokenTextSplitter: (fields) => new seams.FixedTokenTextSplitter(fields),
  ContextualPrefix: (fields) => new seams.ContextualPrefix(fields),
  prefixDilution: (fields) => {
    const { embeddings: given = embeddings, ...options } = fields;
    const model = given as FakeEmbeddings;
    return seams.prefixDilution(documents, model, options);
  },
  packContext: (fields) => seams.packContext({ maxTokens: 10, ...fields }),
  planContextBudget: (fields) =>
    seams.planContextBudget({
      contextWindow: 1000,
      answerReserve: 10,
      topK: 1,
      chunkSize: 100,
      ...fields,
    }),
  chunkStats: (fields) => seams.chunkStats(documents, fields),
  splitFamilies: (fields) =>
    seams.splitFamilies(documents, { childSplitter: splitter, ...fields }),
  ParentChildRetriever: (fields) =>
    new seams.ParentChildRetriever({
      vectorStore: new FakeVectorStore(embeddings),
      docStore: new InMemoryStore<Document>(),
      childSplitter: splitter,
      ...fields,
    }),
  LateChunkingEmbeddings: (fields) =>
    new seams.LateChunkingEmbeddings({
      model: { embedTokens: async () => ({ vectors: [], offsets: [] }) },
      ...fields,
    }),
  lateChunkingApi: (fields) => seams.lateChunkingApi(fields),
  extractTables: (fields) => seams.extractTables("a", fields),
  evaluateSplitters: (fields) =>
    evaluateSplitters({
      documents,
      questions,
      splitters: { one: splitter },
      ...fields,
    } as EvaluateOptions),
  suggestSize: (fields) =>
    suggestSize({ documents, questions, splitter: () => splitter, ...fields }),
  bm25: (fields) => bm25(fields),
  embeddingRetriever: (fields) => {
    const { embeddings: given = embeddings, ...options } = fields;
    return embeddingRetriever(given as FakeEmbeddings, options);
  },
  hybrid: ({ retrievers = [bm25()], ...options }) =>
    hybrid(retrievers as [], options),
};

const LENGTHS: [string, unknown[]] = ["lengthFunction", [5, "x", {}]];

/** By taker: options, and values that they must not have. */
const WRONG: Record<string, [string, unknown[]][]> = {
  SemanticTextSplitter: [
    ["breakpoint", ["percentile", 95, null]],
    ["cache", [5, {}]],
    ["embeddings", [5, null]],
  ],
  PropositionTextSplitter: [
    ["cache", [5, {}]],
    ["llm", [5, {}]],
  ],
  TableTextSplitter: [
    ["delimiter", [5, "", ",,", "\n", '"']],
    ["format", ["xls", null]],
  ],
  PageTextSplitter: [["chunkSize", [null]]],
  RoutingTextSplitter: [
    ["chunkSize", [null]],
    ["chunkOverlap", [null]],
  ],
  RecursiveTokenTextSplitter: [["chunkOverlap", [null]]],
  FixedTokenTextSplitter: [["chunkOverlap", [null]]],
  ContextualPrefix: [
    ["maxShare", [-1, Number.NaN, Infinity, "x", null]],
    ["maxTokens", [0, 1.5, null]],
    ["maxRetries", [-1, null]],
    ["describe", ["x", null]],
    ["sectionSeparator", [5, null]],
    LENGTHS,
  ],
  prefixDilution: [
    ["topK", [0]],
    ["questions", ["x", [{}], [{ question: "Q", ids: [] }]]],
    ["embeddings", [{}, 5]],
  ],
  packContext: [
    ["maxTokens", [undefined, 0, Number.NaN, "9"]],
    ["order", ["up", null]],
    ["marks", ["fr", {}, { chunks: () => "" }, null]],
    LENGTHS,
  ],
  planContextBudget: [
    ["stages", ["x", null, [null], [{}], [{ name: "a", expansion: 0 }]]],
    ["chunkOverlap", [-1, 100]],
    ["embeddingWindow", [0, "x"]],
    ["prefixShare", [-1, Number.NaN]],
    ["systemPrompt", [-1, {}, null]],
    LENGTHS,
  ],
  chunkStats: [
    ["dimensions", [0, 1.5]],
    ["bytesPerDimension", [0, -1, Infinity, "x"]],
    ["pricePerMillionTokens", [-1, Number.NaN]],
    LENGTHS,
  ],
  splitFamilies: [
    ["childSplitter", [5, {}]],
    ["parentSplitter", [5, {}]],
    ["idKey", ["", 5, "loc"]],
  ],
  ParentChildRetriever: [
    ["vectorStore", [undefined, {}]],
    ["docStore", [undefined, {}]],
    ["byteStore", [{}]],
    ["idKey", ["", 5, "loc"]],
    ["scoreThreshold", ["x", Number.NaN]],
    ["scalarMetadata", ["yes"]],
    ["onMissingParent", [5]],
  ],
  LateChunkingEmbeddings: [
    ["model", [undefined, null, 5, {}, { embedTokens: 5 }]],
    ["normalize", ["x"]],
    LENGTHS,
  ],
  lateChunkingApi: [
    ["dimensions", [0]],
    ["fetch", [5]],
  ],
  extractTables: [
    ["format", ["xls", 5, null]],
    ["delimiter", ["", 5]],
    ["unclosedQuote", ["drop"]],
  ],
  evaluateSplitters: [
    ["splitters", [undefined, {}, { a: {} }]],
    ["documents", ["x", [], [{}]]],
    ["budgets", [5, [0]]],
    ["topK", [5, [1.5]]],
    ["scope", ["all"]],
    ["baseline", ["two"]],
    ["judge", [5]],
    ["judgeFields", ["x"]],
    ["transform", [5, {}]],
    ["cache", [5, {}]],
    ["onProgress", [5]],
    ["title", [5]],
    ["seed", [1.5]],
    ["retriever", [5, () => 5]],
    LENGTHS,
  ],
  suggestSize: [
    ["splitter", [5, undefined]],
    ["sizes", ["x", [], [0]]],
    ["overlaps", [[], [1]]],
    ["metric", ["f1"]],
  ],
  bm25: [
    ["k1", [-1, "x"]],
    ["b", [2, Number.NaN]],
    ["analyse", [5]],
  ],
  embeddingRetriever: [
    ["embeddings", [{}, 5]],
    ["batchSize", [0]],
  ],
  hybrid: [
    ["retrievers", [[], 5, [5]]],
    ["constant", [-1]],
    ["depth", [0]],
  ],
};

const cases = Object.entries(WRONG).flatMap(([taker, options]) =>
  options.flatMap(([option, values]) =>
    values.map((value): [string, string, unknown] => [taker, option, value])
  )
);

test.each(cases)("%s refuses %s %p", async (taker, option, value) => {
  const take = async () => TAKERS[taker]({ [option]: value });
  const error: unknown = await take().then(
    () => undefined,
    (thrown) => thrown
  );
  // Data that is none is a TypeError, an option out of range a RangeError.
  expect(["RangeError", "TypeError"]).toContain((error as Error)?.name);
  expect((error as Error).message).toContain(option);
  expect((error as Error).message).toMatch(/^Expected /);
});

test.each(Object.keys(TAKERS))("%s takes what is not given", async (taker) => {
  await expect((async () => TAKERS[taker]({}))()).resolves.toBeDefined();
});

describe("what is no text", () => {
  test.each([undefined, null, 5, {}])("%p", async (value) => {
    const text = value as string;
    const expected = "Expected a text";
    await expect(splitter.splitText(text)).rejects.toThrow(expected);
    expect(() => seams.extractTables(text)).toThrow(expected);
    expect(() => seams.withoutTables(text)).toThrow(expected);
  });

  test("documents without content are left out, those without metadata not", async () => {
    const given = [
      { metadata: {} },
      { pageContent: null, metadata: {} },
      { pageContent: "Uno." },
      { pageContent: "Dos.", metadata: null },
    ] as unknown as Document[];
    const textsOf = (made: { pageContent: string }[]) =>
      made.map(({ pageContent }) => pageContent.trim());
    for (const step of [
      splitter,
      new seams.ContextualPrefix(),
      new seams.HtmlMainContent(),
      new seams.RepeatedLines(),
      new seams.QuotedReplies(),
    ]) {
      const made = await step.transformDocuments(given);
      expect(textsOf(made)).toEqual(["Uno.", "Dos."]);
    }
    expect(textsOf(seams.removePrefix(given))).toEqual(["Uno.", "Dos."]);
    const { context } = await seams.packContext(given, { maxTokens: 20 });
    expect(context).toBe("Uno.\n\nDos.");
    expect(await seams.chunkStats(given)).toMatchObject({ count: 2 });
    const options = { childSplitter: splitter };
    const { children } = await seams.splitFamilies(given, options);
    expect(textsOf(children)).toEqual(["Uno.", "Dos."]);
  });
});

test("what a retriever finds must be documents", async () => {
  for (const found of [undefined, [{}], [null]]) {
    const retriever = () => () => found as unknown as Document[];
    const splitters = { one: splitter };
    await expect(
      evaluateSplitters({ documents, questions, splitters, retriever })
    ).rejects.toThrow("Expected the retriever to find documents");
  }
});

test("chunks to embed say where they stand", async () => {
  const embeddings = TAKERS.LateChunkingEmbeddings({}) as InstanceType<
    typeof seams.LateChunkingEmbeddings
  >;
  for (const metadata of [undefined, null, {}, { loc: 5 }]) {
    const chunks = [{ pageContent: "uno", metadata }] as unknown as Document[];
    await expect(embeddings.embedChunks("uno", chunks)).rejects.toThrow(
      RangeError
    );
  }
});

test("ids to delete are a list, not one of them", async () => {
  const retriever = TAKERS.ParentChildRetriever({}) as InstanceType<
    typeof seams.ParentChildRetriever
  >;
  for (const ids of ["a.md", undefined, [5], [null]]) {
    await expect(
      retriever.deleteDocuments(ids as unknown as string[])
    ).rejects.toThrow(RangeError);
  }
});
