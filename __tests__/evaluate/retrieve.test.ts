import { Document, type DocumentInterface } from "@langchain/core/documents";
import { BaseRetriever } from "@langchain/core/retrievers";
import { SyntheticEmbeddings } from "@langchain/core/utils/testing";
import {
  bm25,
  embeddingRetriever,
  evaluateSplitters,
  hybrid,
  type RetrieverFactory,
} from "langchain-seams/evaluate";
import { RecursiveTokenTextSplitter } from "langchain-seams";
import { analyse } from "../../src/words.js";
import { searchFunctionOf } from "../../src/evaluate/retrieve/retriever.js";

const chunks = [
  "The cat sat on the mat.",
  "Dogs and cats are animals of the house.",
  "La educación pública es un derecho.",
  "El año pasado hubo elecciones.",
].map((pageContent) => new Document({ pageContent }));

const find = async (
  retriever: RetrieverFactory,
  question: string,
  documents: DocumentInterface[] = chunks
): Promise<number[]> => {
  const context = { onEmbed: () => {} };
  const made = await retriever(documents, context);
  const found = await searchFunctionOf(made, context)(question, 10);
  return found.map((chunk) => documents.indexOf(chunk));
};

describe("the words that BM25 compares", () => {
  test.each([
    ["Educación PÚBLICA", ["educacion", "publica"]],
    ["El año, un ano; niño", ["año", "ano", "niño"]],
    ["an\u0303o pingu\u0308ino", ["año", "pinguino"]],
    ["cats Cat's glass is", ["cat", "cat", "s", "glass"]],
    ["IPv6 2,000 ISO-8601", ["ipv6", "2", "000", "iso", "8601"]],
    ["Ελλάδα", ["ελλάδα"]],
    ["हिन्दी", ["हिन्दी"]],
    ["", []],
  ])("%s", (text, words) => {
    expect(analyse(text)).toEqual(words.map((word) => word.normalize("NFC")));
  });

  test("text without spaces is segmented", () => {
    expect(analyse("今日は良い天気").length).toBeGreaterThan(2);
  });
});

describe("BM25", () => {
  test("finds by words, with or without accents and plural", async () => {
    expect(await find(bm25(), "Where do the cats sit, cat?")).toEqual([0, 1]);
    expect(await find(bm25(), "educacion publica")).toEqual([2]);
    expect(await find(bm25(), "¿Qué pasó el AÑO pasado?")).toEqual([3]);
    expect(await find(bm25(), "ano")).toEqual([]);
    expect(await find(bm25(), "")).toEqual([]);
  });

  test("scores as the formula says", async () => {
    // Of equal tf the shorter one wins; of equal length the higher tf.
    const texts = ["x x a b", "x a b c d e f g", "x a b c", "y"];
    const documents = texts.map((pageContent) => new Document({ pageContent }));
    expect(await find(bm25(), "x", documents)).toEqual([0, 2, 1]);
    // A rare word is worth more than two common ones: no bonus for many words.
    const common = ["p q", "p q", "p q", "p q", "r z"].map(
      (pageContent) => new Document({ pageContent })
    );
    expect((await find(bm25(), "p q r", common))[0]).toBe(4);
  });

  test("all occurrences count for the length, not all different words", async () => {
    const [long, short] = ["x w w w w w w w w w", "x w z"].map(
      (pageContent) => new Document({ pageContent })
    );
    expect(await find(bm25(), "x", [long, short])).toEqual([1, 0]);
  });

  test("options out of range", () => {
    expect(() => bm25({ k1: -1 })).toThrow(RangeError);
    expect(() => bm25({ b: 1.1 })).toThrow(/`b` to be from 0 to 1, got `1.1`/);
  });
});

/** Vectors by hand: the share of some letters. */
const letters = {
  calls: 0,
  vector: (text: string) =>
    [..."aeiou"].map((letter) => text.split(letter).length - 1),
  async embedDocuments(texts: string[]) {
    this.calls += 1;
    return texts.map((text) => this.vector(text));
  },
  async embedQuery(text: string) {
    return this.vector(text);
  },
};

test("embeddings: by cosine, in batches", async () => {
  const documents = ["aaaa", "aaee", "eeee", "zzz"].map(
    (pageContent) => new Document({ pageContent })
  );
  const retriever = embeddingRetriever(letters, { batchSize: 3 });
  expect(await find(retriever, "aaaaaae", documents)).toEqual([0, 1, 2, 3]);
  expect(letters.calls).toBe(2);
  expect(() => embeddingRetriever(letters, { batchSize: 0 })).toThrow(
    /`batchSize` to be an integer from 1 up, got `0`/
  );
});

test("hybrid: reciprocal ranks are added", async () => {
  const fixed =
    (...order: number[]): RetrieverFactory =>
    (documents) =>
    () =>
      order.map((index) => documents[index]);
  // 1/61 + 1/63, 1/62 + 1/62, 1/63 + 1/61, and one ranking alone.
  const both = hybrid([fixed(0, 1, 2, 3), fixed(2, 1, 0)]);
  expect(await find(both, "?")).toEqual([0, 2, 1, 3]);
  const first = hybrid([fixed(0, 1), fixed(1, 0), fixed(1)], { depth: 1 });
  expect(await find(first, "?")).toEqual([1, 0]);
  expect(() => hybrid([])).toThrow(RangeError);
  const other = (...ids: number[]): RetrieverFactory => {
    // As a vector store does it: documents of its own.
    const copies = (): Document[] =>
      ids.map((id) => new Document({ pageContent: chunks[id].pageContent }));
    return () => copies;
  };
  expect(await find(hybrid([fixed(0, 1, 2, 3), other(2, 1, 0)]), "?")).toEqual(
    await find(both, "?")
  );
});

describe("in an evaluation", () => {
  const text = [
    "# Guide",
    "The cat sat on the mat by the door of the old house.",
    "A dog barks at night when somebody walks along the street.",
    "Fish swim in the sea and never talk about the weather.",
  ].join("\n\n");
  const documents = [
    new Document({ pageContent: text, metadata: { source: "guide.md" } }),
  ];
  const questions = [
    { question: "Where does the cat sit?", gold: "The cat sat on the mat" },
    { question: "Who barks?", gold: "A dog barks at night" },
  ];
  const splitters = {
    small: new RecursiveTokenTextSplitter({ chunkSize: 20, chunkOverlap: 0 }),
  };
  const options = { documents, questions, splitters, topK: [1] };

  test.each([
    ["BM25", "bm25" as const, 0],
    [
      "embeddings (letters)",
      embeddingRetriever(letters, { model: "letters" }),
      3,
    ],
    [
      "hybrid (BM25 + embeddings (letters))",
      hybrid([bm25(), embeddingRetriever(letters, { model: "letters" })]),
      3,
    ],
  ])("%s", async (name, retriever, calls) => {
    const report = await evaluateSplitters({ ...options, retriever });
    expect(report.settings.retriever).toBe(name);
    const [splitter] = report.splitters;
    expect(splitter.totals.embedCalls).toBe(calls);
    expect(splitter.budgets[2].recall.mean).toBe(1);
  });

  test("any embeddings of LangChain, by themselves", async () => {
    const retriever = new SyntheticEmbeddings({ vectorSize: 16 });
    const report = await evaluateSplitters({ ...options, retriever });
    expect(report.settings.retriever).toBe("embeddings (SyntheticEmbeddings)");
    expect(report.splitters[0].totals.embedCalls).toBe(3);
    expect(report.splitters[0].topK[0].chunks).toBe(1);
  });

  /** Returns what it has in the order of its length. */
  class Longest extends BaseRetriever {
    lc_namespace = ["test"];

    constructor(private readonly all: DocumentInterface[]) {
      super();
    }

    override async _getRelevantDocuments(): Promise<DocumentInterface[]> {
      return [...this.all].sort(
        (a, b) => b.pageContent.length - a.pageContent.length
      );
    }
  }

  test("a retriever of LangChain over copies of the chunks", async () => {
    const report = await evaluateSplitters({
      ...options,
      retriever: (documents) =>
        new Longest(documents.map((chunk) => new Document({ ...chunk }))),
    });
    const [{ budgets, topK }] = report.splitters;
    expect(budgets[2].hit.mean).toBe(1);
    expect(topK[0].hit.mean).toBe(1 / 2);
  });

  test("parents instead of chunks are located and paid for", async () => {
    const parent = new Document({
      pageContent: text,
      metadata: { source: "guide.md" },
    });
    const report = await evaluateSplitters({
      ...options,
      retriever: () => () => [parent],
    });
    const [{ budgets, topK }] = report.splitters;
    expect(topK[0].joint.mean).toBe(1);
    expect(topK[0].tokens).toBeGreaterThan(30);
    expect(budgets[0].precision.mean).toBeLessThan(0.2);
    const stranger = new Document({ pageContent: "Not in there at all." });
    const lost = await evaluateSplitters({
      ...options,
      retriever: () => () => [stranger],
    });
    expect(lost.splitters[0].topK[0].recall.mean).toBe(0);
    expect(lost.splitters[0].topK[0].tokens).toBeGreaterThan(3);
  });

  test("what is no retriever is refused", async () => {
    const wrong = JSON.parse('"bm26"');
    await expect(
      evaluateSplitters({ ...options, retriever: wrong })
    ).rejects.toThrow(/`retriever` to be "bm25", embeddings or a function/);
    await expect(
      evaluateSplitters({ ...options, retriever: () => JSON.parse("{}") })
    ).rejects.toThrow(/`retriever` to return a function or a retriever/);
  });
});
