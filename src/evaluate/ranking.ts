import type { DocumentInterface } from "@langchain/core/documents";
import { Locator } from "../documents/locate.js";
import type { ChunkMaker, EvaluatedChunk } from "./chunks.js";
import type { EvaluatedDocument } from "./data/index.js";

/**
 * Recognises the chunks that a retriever returns: the objects that it was
 * given, or by their ids, or by their text. What is none of them (a parent,
 * say) is located in the documents and paid for like a chunk.
 */
export class ChunkRegistry {
  private readonly byObject = new Map<DocumentInterface, EvaluatedChunk>();
  private readonly byId = new Map<string, EvaluatedChunk | null>();
  private readonly byText = new Map<string, EvaluatedChunk>();
  private readonly others = new Map<string, Promise<EvaluatedChunk>>();
  private nextId: number;

  constructor(
    chunks: readonly EvaluatedChunk[],
    private readonly corpora: readonly EvaluatedDocument[],
    private readonly maker: ChunkMaker
  ) {
    this.nextId = chunks.reduce((most, { id }) => Math.max(most, id + 1), 0);
    for (const chunk of chunks) {
      const { id, pageContent } = chunk.document;
      this.byObject.set(chunk.document, chunk);
      if (id !== undefined) {
        // An id that two chunks share says nothing.
        this.byId.set(id, this.byId.has(id) ? null : chunk);
      }
      if (!this.byText.has(pageContent)) this.byText.set(pageContent, chunk);
    }
  }

  /** The chunks of a list of documents, each once, in its order. */
  async rank(
    documents: readonly DocumentInterface[],
    limit: number
  ): Promise<EvaluatedChunk[]> {
    const ranking = new Set<EvaluatedChunk>();
    if (!Array.isArray(documents)) throw notDocuments(documents);
    for (const document of documents) {
      if (typeof document?.pageContent !== "string") {
        throw notDocuments(document);
      }
      if (ranking.size >= limit) break;
      ranking.add(
        this.byObject.get(document) ??
          this.recognise(document) ??
          (await this.other(document))
      );
    }
    return [...ranking];
  }

  private recognise(document: DocumentInterface): EvaluatedChunk | undefined {
    const { id, pageContent } = document;
    const known = id === undefined ? undefined : this.byId.get(id);
    if (known?.document.pageContent === pageContent) return known;
    return this.byText.get(pageContent);
  }

  private other(document: DocumentInterface): Promise<EvaluatedChunk> {
    const { pageContent, metadata } = document;
    const key = JSON.stringify([pageContent, metadata?.source, metadata?.loc]);
    let found = this.others.get(key);
    if (found === undefined) {
      found = this.locate(document);
      this.others.set(key, found);
    }
    return found;
  }

  private locate(document: DocumentInterface): Promise<EvaluatedChunk> {
    const source: unknown = document.metadata?.source;
    const id = this.nextId;
    this.nextId += 1;
    const inSource = this.corpora.some(({ name }) => name === source);
    for (const [corpus, { name, text }] of this.corpora.entries()) {
      if (inSource && name !== source) continue;
      const location = new Locator(text).locate(document);
      if (location === undefined) continue;
      return this.maker.make(id, corpus, 0, document, location);
    }
    return this.maker.make(id, -1, 0, document, undefined);
  }
}

const notDocuments = (value: unknown): TypeError =>
  new TypeError(
    `Expected the retriever to find documents, got \`${String(value)}\``
  );
