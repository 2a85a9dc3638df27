import { MemoryVectorStore } from "@langchain/classic/vectorstores/memory";
import { Document } from "@langchain/core/documents";
import { Embeddings } from "@langchain/core/embeddings";
import { InMemoryStore } from "@langchain/core/stores";
import {
  ParentChildRetriever,
  StructuralMarkdownTextSplitter,
  type ParentChildRetrieverInput,
} from "langchain-seams";

/** Vectors of word counts: texts with the same words are near. */
export class WordEmbeddings extends Embeddings {
  /** The texts that were embedded, but for queries. */
  readonly embedded: string[] = [];
  calls = 0;

  constructor(readonly dimensions = 1024) {
    super({});
  }

  async embedDocuments(texts: string[]): Promise<number[][]> {
    this.calls += 1;
    this.embedded.push(...texts);
    return texts.map((text) => this.vectorOf(text));
  }

  async embedQuery(text: string): Promise<number[]> {
    return this.vectorOf(text);
  }

  /** How many texts were embedded since the last time. */
  take(): number {
    return this.embedded.splice(0).length;
  }

  private vectorOf(text: string): number[] {
    const vector = new Array<number>(this.dimensions).fill(0);
    vector[0] = 0.01;
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
      // FNV-1a, 32 bits.
      let hash = 0x811c9dc5;
      for (const character of word) {
        hash ^= character.codePointAt(0) ?? 0;
        hash = Math.imul(hash, 0x01000193) >>> 0;
      }
      hash = (hash ^ (hash >>> 15)) >>> 0;
      vector[hash % this.dimensions] += 1;
    }
    return vector;
  }
}

/** LangChain's store in memory, with `ids` and `delete`; it does not upsert. */
export class DeletingVectorStore extends MemoryVectorStore {
  override async addDocuments(
    documents: Document[],
    { ids }: { ids?: string[] } = {}
  ): Promise<void> {
    return super.addDocuments(
      documents.map(
        (document, index) =>
          new Document({ ...document, id: ids?.[index] ?? document.id })
      )
    );
  }

  override async delete({ ids }: { ids: string[] }): Promise<void> {
    const gone = new Set(ids);
    this.memoryVectors = this.memoryVectors.filter(
      ({ id }) => !gone.has(id as string)
    );
  }
}

/** The same with ids of its own, which it gives back, and takes no others. */
export class OwnIdsVectorStore extends DeletingVectorStore {
  private next = 1;

  override async addDocuments(documents: Document[]): Promise<never> {
    const ids = documents.map(() => `row ${this.next++}`);
    await super.addDocuments(documents, { ids });
    return ids as never;
  }
}

/** The same, under the name of a store that keeps scalars only. */
export class ScalarVectorStore extends DeletingVectorStore {
  constructor(
    embeddings: Embeddings,
    private readonly type: string
  ) {
    super(embeddings);
  }

  override _vectorstoreType(): string {
    return this.type;
  }

  override async addVectors(
    vectors: number[][],
    documents: Document[]
  ): Promise<void> {
    for (const { metadata } of documents) {
      for (const [key, value] of Object.entries(metadata)) {
        if (typeof value === "object") throw new Error(`${key} is no scalar`);
      }
    }
    return super.addVectors(vectors, documents);
  }
}

/** What a vector store holds, in an order that does not depend on writes. */
export const contentOf = (store: MemoryVectorStore): string[] =>
  store.memoryVectors
    .map(({ id, content, metadata }) =>
      JSON.stringify([id, content, { ...metadata, loc: undefined }])
    )
    .sort();

/** A document of sections, each with paragraphs of words of its own. */
export function manual(
  sections: number,
  paragraphs: number,
  words = 12
): string {
  let text = "";
  for (let section = 0; section < sections; section += 1) {
    text += `# Section ${section}\n\n`;
    for (let paragraph = 0; paragraph < paragraphs; paragraph += 1) {
      const own = Array.from(
        { length: words },
        (_, word) => `w${section}x${paragraph}x${word}`
      );
      text += `${own.join(" ")}.\n\n`;
    }
  }
  return text;
}

export const markdown = (chunkSize: number): StructuralMarkdownTextSplitter =>
  new StructuralMarkdownTextSplitter({ chunkSize });

export function setUp(fields: Partial<ParentChildRetrieverInput> = {}) {
  const embeddings = new WordEmbeddings();
  const vectorStore = new DeletingVectorStore(embeddings);
  const docStore = new InMemoryStore<Document>();
  const retriever = new ParentChildRetriever({
    vectorStore,
    docStore,
    parentSplitter: markdown(340),
    childSplitter: markdown(80),
    ...fields,
  });
  return { embeddings, vectorStore, docStore, retriever };
}

export const page = (pageContent: string, source = "a.md"): Document =>
  new Document({ pageContent, metadata: { source } });

export async function keysOf(
  store: InMemoryStore<Document>
): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.yieldKeys()) keys.push(key);
  return keys.sort();
}
