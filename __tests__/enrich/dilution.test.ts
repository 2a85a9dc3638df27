/** What prefixes do to vectors, with vectors whose cosines are known. */
import { Document } from "@langchain/core/documents";
import { Embeddings } from "@langchain/core/embeddings";
import { ContextualPrefix, prefixDilution } from "langchain-seams";

/** Counts of some words: each a dimension. */
class WordEmbeddings extends Embeddings {
  batches: number[] = [];

  constructor(private readonly words: string[]) {
    super({});
  }

  async embedQuery(text: string): Promise<number[]> {
    return this.words.map((word) => text.split(word).length - 1);
  }

  async embedDocuments(texts: string[]): Promise<number[][]> {
    this.batches.push(texts.length);
    return Promise.all(texts.map((text) => this.embedQuery(text)));
  }
}

const chunk = (id: string, docId: string, pageContent: string): Document =>
  new Document({ id, pageContent, metadata: { doc_id: docId } });

const prefixed = (document: Document, prefix: string): Document =>
  new Document({
    ...document,
    pageContent: `${prefix}\n\n${document.pageContent}`,
    metadata: { ...document.metadata, prefix },
  });

const chunks = [
  chunk("a1", "a", "rojo"),
  chunk("a2", "a", "verde"),
  chunk("b1", "b", "azul"),
];

test("the mean cosine of chunks of one document, before and after", async () => {
  const embeddings = new WordEmbeddings(["rojo", "verde", "azul", "norma"]);
  const documents = chunks.map((one) => prefixed(one, "norma"));
  const dilution = await prefixDilution(documents, embeddings);
  // (1,0,0,1) and (0,1,0,1): cosine 1/2.
  expect(dilution.cosine.before).toBeCloseTo(0, 12);
  expect(dilution.cosine.after).toBeCloseTo(0.5, 12);
  expect(dilution.cosine.increase).toBeCloseTo(0.5, 12);
  expect(dilution).toMatchObject({ pairs: 1, prefixed: 3, chunks: 3 });
  expect(dilution.retrieval).toBeUndefined();
  // Twice as much of it: (1,0,0,2) and (0,1,0,2), cosine 4/5.
  const more = chunks.map((one) => prefixed(one, "norma norma"));
  const { cosine } = await prefixDilution(more, embeddings);
  expect(cosine.after).toBeCloseTo(0.8, 12);
});

test("the right document with the wrong section", async () => {
  const embeddings = new WordEmbeddings(["rojo", "verde", "norma"]);
  const documents = [
    prefixed(chunks[0], "norma"),
    prefixed(chunks[1], "norma norma norma"),
    prefixed(chunks[2], "otra"),
  ];
  const questions = [{ question: "norma norma rojo", ids: ["a1"] }];
  const { retrieval } = await prefixDilution(documents, embeddings, {
    questions,
  });
  expect(retrieval).toEqual({
    before: { hit: 1, wrongSection: 0 },
    after: { hit: 1, wrongSection: 0 },
  });
  const diluted = await prefixDilution(documents, embeddings, {
    questions: [{ question: "norma norma norma rojo", ids: ["a1"] }],
  });
  expect(diluted.retrieval?.before).toEqual({ hit: 1, wrongSection: 0 });
  expect(diluted.retrieval?.after).toEqual({ hit: 0, wrongSection: 1 });
  const two = await prefixDilution(documents, embeddings, {
    questions: [{ question: "norma norma norma rojo", ids: ["a1"] }],
    topK: 2,
  });
  expect(two.retrieval?.after).toEqual({ hit: 1, wrongSection: 0 });
});

test("of what ContextualPrefix makes, in batches", async () => {
  const embeddings = new WordEmbeddings(["pieza", "Manual"]);
  const documents = Array.from(
    { length: 100 },
    (_, k) =>
      new Document({
        pageContent: `La pieza ${k} se monta con cuatro tornillos y sin cola.`,
        metadata: { doc_id: "m", loc: { headings: ["Manual"] } },
      })
  );
  const made = await new ContextualPrefix().transformDocuments(documents);
  const dilution = await prefixDilution(made, embeddings);
  expect(dilution).toMatchObject({ pairs: 4950, prefixed: 100 });
  expect(dilution.cosine.before).toBeCloseTo(1, 9);
  expect(dilution.cosine.after).toBeCloseTo(1, 9);
  expect(embeddings.batches).toEqual([64, 36, 64, 36]);
});

test("no chunks, no pairs, vectors of zeros", async () => {
  const zeros = new WordEmbeddings(["nada"]);
  expect(await prefixDilution([], zeros)).toMatchObject({
    cosine: { before: 0, after: 0, increase: 0 },
    pairs: 0,
  });
  const { cosine } = await prefixDilution(chunks, zeros);
  expect(cosine).toEqual({ before: 0, after: 0, increase: 0 });
});

test("what cannot be measured is an error", async () => {
  const embeddings = new WordEmbeddings(["a"]);
  await expect(prefixDilution(chunks, embeddings, { topK: 0 })).rejects.toThrow(
    /topK.*0/
  );
  const questions = [{ question: "a", ids: ["nobody"] }];
  await expect(
    prefixDilution(chunks, embeddings, { questions })
  ).rejects.toThrow(/questions\[0\]\.ids.*nobody/);
  jest.spyOn(embeddings, "embedDocuments").mockResolvedValue([[1]]);
  await expect(prefixDilution(chunks, embeddings)).rejects.toThrow(
    /embedDocuments.*3 vectors.*1/
  );
  jest
    .spyOn(embeddings, "embedDocuments")
    .mockResolvedValue([[1], [1, 2], [1]]);
  await expect(prefixDilution(chunks, embeddings)).rejects.toThrow(RangeError);
});
