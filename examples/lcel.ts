/**
 * In a pipeline: documents | splitter | store. The splitter is a runnable, so
 * that callbacks, tracing and `signal` reach it, and chunks can be streamed.
 */
import { readFile } from "node:fs/promises";
import { Document } from "@langchain/core/documents";
import { RunnableLambda, RunnableSequence } from "@langchain/core/runnables";
import { Embeddings } from "@langchain/core/embeddings";
import { FakeVectorStore } from "@langchain/core/utils/testing";
import { StructuralMarkdownTextSplitter } from "langchain-seams";

/** Words as vectors: stands for a model, without a key or the network. */
class WordEmbeddings extends Embeddings {
  async embedQuery(text: string): Promise<number[]> {
    const vector = new Array<number>(512).fill(0);
    for (const [word] of text.toLowerCase().matchAll(/\p{L}{4,}/gu)) {
      let hash = 0;
      for (const letter of word) {
        hash = (hash * 31 + letter.charCodeAt(0)) % vector.length;
      }
      vector[hash] += 1;
    }
    return vector;
  }

  async embedDocuments(texts: string[]): Promise<number[][]> {
    return Promise.all(texts.map((text) => this.embedQuery(text)));
  }
}

/** Stands for any loader. */
async function load(name: string): Promise<Document> {
  const url = new URL(`docs/${name}`, import.meta.url);
  const pageContent = await readFile(url, "utf8");
  return new Document({ pageContent, metadata: { source: name } });
}

const documents = await Promise.all(
  ["manual.es.md", "contrato.es.md"].map(load)
);
const splitter = new StructuralMarkdownTextSplitter({ chunkSize: 400 });
const store = new FakeVectorStore(new WordEmbeddings({}));

const index = RunnableSequence.from([
  splitter,
  RunnableLambda.from(async (chunks: Document[]) => {
    await store.addDocuments(chunks);
    return chunks.length;
  }),
]);

const steps: string[] = [];
const tracer = {
  handleChainStart: (chain: { id: string[] }) => {
    steps.push(chain.id.at(-1) ?? "");
  },
};
const stored = await index.invoke(documents, { callbacks: [tracer] });
console.log(`stored ${stored} chunks; traced: ${steps.join(", ")}`);

const [hit] = await store.similaritySearch("pago de la factura", 1);
console.log(`found: ${hit.metadata.source}, ${hit.metadata.section}`);
console.log(
  `lines ${hit.metadata.loc.lines.from}-${hit.metadata.loc.lines.to}`
);

/** A loader that reads one file after the other. */
async function* loadOneByOne(names: string[]): AsyncGenerator<Document[]> {
  for (const name of names) yield [await load(name)];
}

// With many files: a file is stored before the next one is read.
const names = ["manual.es.md", "contrato.es.md"];
for await (const chunks of splitter.transform(loadOneByOne(names))) {
  await store.addDocuments(chunks);
  console.log(`streamed ${chunks.length} of ${chunks[0].metadata.source}`);
}
