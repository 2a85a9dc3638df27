import type { Document, DocumentInterface } from "@langchain/core/documents";
import { BaseRetriever } from "@langchain/core/retrievers";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { VectorStoreInterface } from "@langchain/core/vectorstores";
import { inTurn } from "../concurrency.js";
import type { SeamTextSplitter } from "../splitters/base.js";
import { optionError } from "../options.js";
import { familiesOf } from "./families.js";
import { HitReader, type Hit } from "./hits.js";
import {
  checkFields,
  type ParentChildMode,
  type ParentChildRetrieverInput,
} from "./parent-child-options.js";
import { groupHits, mergeHits, resolve } from "./parents.js";
import { rangesAround, sectionOf, windowOf } from "./ranges.js";
import {
  documentStoreOf,
  type DocumentStore,
  type KeyValueStore,
} from "./records.js";
import { searchChildren } from "./search.js";
import {
  deleteFamilies,
  writeFamilies,
  type WriteOptions,
  type WriteResult,
} from "./write.js";

/**
 * Finds small chunks and returns what is around them: a vector store holds the
 * children, a document store the parents, both cut along one outline of their
 * document (see `splitFamilies`).
 *
 * `addDocuments` writes what has changed, and nothing else is embedded; the
 * documents of one `doc_id` (or id, or `source`) belong into one call, which
 * replaces what was known of them. After a crash the same call makes the index
 * whole; writes to one vector store go one after the other. Where that has no
 * `delete` by id, a change is an error, and so are nested metadata where it is
 * known to keep scalars only, before anything is written.
 *
 * A child whose parent is missing is returned itself, with `parent_missing` in
 * its metadata; `missingParents` counts them.
 *
 * @example
 * ```ts
 * import { InMemoryStore } from "@langchain/core/stores";
 * import { FakeEmbeddings, FakeVectorStore } from "@langchain/core/utils/testing";
 * import type { Document } from "@langchain/core/documents";
 * import {
 *   ParentChildRetriever,
 *   StructuralMarkdownTextSplitter,
 * } from "langchain-seams";
 *
 * const retriever = new ParentChildRetriever({
 *   vectorStore: new FakeVectorStore(new FakeEmbeddings()),
 *   docStore: new InMemoryStore<Document>(),
 *   parentSplitter: new StructuralMarkdownTextSplitter({ chunkSize: 1200 }),
 *   childSplitter: new StructuralMarkdownTextSplitter({ chunkSize: 200 }),
 * });
 * await retriever.addDocuments([
 *   { pageContent: "# Guide\n\nInstall it.", metadata: { source: "guide.md" } },
 * ]);
 * const [parent] = await retriever.invoke("How is it installed?");
 * console.log(parent.pageContent);
 * ```
 *
 * @throws RangeError when an option is out of range.
 */
export class ParentChildRetriever extends BaseRetriever {
  static override lc_name(): string {
    return "ParentChildRetriever";
  }

  /** Where the serialization of LangChain looks for the class. */
  override lc_namespace = ["langchain_seams", "retrievers"];

  /** {@link ParentChildRetrieverInput.vectorStore} */
  vectorStore: VectorStoreInterface;
  /** {@link ParentChildRetrieverInput.docStore} */
  docStore: DocumentStore;
  /** {@link ParentChildRetrieverInput.parentSplitter} */
  parentSplitter?: SeamTextSplitter;
  /** {@link ParentChildRetrieverInput.childSplitter} */
  childSplitter: SeamTextSplitter;
  /** {@link ParentChildRetrieverInput.childK} */
  childK: number;
  /** {@link ParentChildRetrieverInput.parentK} */
  parentK: number;
  /** {@link ParentChildRetrieverInput.idKey} */
  idKey: string;
  /** {@link ParentChildRetrieverInput.mode} */
  mode: ParentChildMode;
  /** {@link ParentChildRetrieverInput.mergeShare} */
  mergeShare: number;
  /** {@link ParentChildRetrieverInput.windowSize} */
  windowSize: number;
  /** {@link ParentChildRetrieverInput.filter} */
  filter?: VectorStoreInterface["FilterType"];
  /** {@link ParentChildRetrieverInput.scoreThreshold} */
  scoreThreshold?: number | ((score: number) => boolean);
  /** {@link ParentChildRetrieverInput.scalarMetadata} */
  scalarMetadata: boolean;
  /** {@link ParentChildRetrieverInput.batchSize} */
  batchSize: number;
  /** {@link ParentChildRetrieverInput.onMissingParent} */
  onMissingParent?: (child: DocumentInterface) => void;
  /** How many parents were not in the store when they were looked for. */
  missingParents = 0;
  /** How often the store refused to give more children than it had given. */
  refusedSearches = 0;

  constructor(fields: ParentChildRetrieverInput) {
    super(fields);
    checkFields(fields);
    const { docStore, byteStore } = fields;
    this.vectorStore = fields.vectorStore;
    this.docStore =
      docStore ?? documentStoreOf(byteStore as KeyValueStore<Uint8Array>);
    this.parentSplitter = fields.parentSplitter;
    this.childSplitter = fields.childSplitter;
    this.childK = fields.childK ?? 20;
    this.parentK = fields.parentK ?? 4;
    this.idKey = fields.idKey ?? "parent_id";
    this.mode = fields.mode ?? "parent";
    this.mergeShare = fields.mergeShare ?? 0.5;
    this.windowSize = fields.windowSize ?? 1;
    this.filter = fields.filter;
    this.scoreThreshold = fields.scoreThreshold;
    this.scalarMetadata = fields.scalarMetadata ?? false;
    this.batchSize = fields.batchSize ?? 100;
    this.onMissingParent = fields.onMissingParent;
  }

  /**
   * Writes documents: new ones, and what has changed of those that are there.
   * A document without text is taken out.
   *
   * @throws Error when the vector store cannot do what is needed.
   */
  async addDocuments(
    documents: DocumentInterface[],
    options: Partial<RunnableConfig> & Pick<WriteOptions, "onProgress"> = {}
  ): Promise<WriteResult> {
    const { onProgress, ...config } = options;
    const families = await familiesOf(documents, { ...this, config });
    const { batchSize } = this;
    const { signal } = config;
    // Two writes at once would not know of what the other is doing.
    return inTurn(this.vectorStore, () =>
      writeFamilies(this, families, { batchSize, signal, onProgress })
    );
  }

  /** Takes documents out, by `doc_id`; those that are not there are skipped. */
  async deleteDocuments(docIds: string[]): Promise<WriteResult> {
    if (
      !Array.isArray(docIds) ||
      !docIds.every((id) => typeof id === "string")
    ) {
      throw optionError("docIds", "a list of texts", docIds);
    }
    return inTurn(this.vectorStore, () => deleteFamilies(this, docIds));
  }

  override async _getRelevantDocuments(
    query: string
  ): Promise<DocumentInterface[]> {
    const vector = await this.vectorStore.embeddings.embedQuery(query);
    // Which parents are the best is known without them.
    const records = this.mode === "parent" ? undefined : this.docStore;
    const reader = new HitReader(this, records);
    let known = await searchChildren(this, vector, this.childK);
    for (let k = this.childK * 2; ; k *= 2) {
      const hits = await reader.read(known.children);
      if (known.isAll || this.isEnough(hits)) return this.answer(hits);
      const more = await searchChildren(this, vector, k).catch(() => {
        // Most stores have a limit, which is nowhere to be read.
        this.refusedSearches += 1;
        return known;
      });
      if (more.children.length === known.children.length) more.isAll = true;
      known = more;
    }
  }

  private isEnough(hits: readonly Hit[]): boolean {
    if (this.mode === "autoMerge") return true;
    const count =
      this.mode === "parent"
        ? groupHits(hits).length
        : this.ranges(hits).length;
    return count >= this.parentK;
  }

  private async answer(hits: readonly Hit[]): Promise<Document[]> {
    const documents = await this.documentsOf(hits);
    for (const document of documents) {
      if (document.metadata.parent_missing !== true) continue;
      this.missingParents += 1;
      this.onMissingParent?.(document);
    }
    return documents;
  }

  private async documentsOf(hits: readonly Hit[]): Promise<Document[]> {
    const { mode, docStore, parentK } = this;
    if (mode === "window" || mode === "section") {
      return this.ranges(hits).slice(0, parentK);
    }
    if (mode === "autoMerge") {
      return resolve(docStore, mergeHits(hits, this.mergeShare));
    }
    const best = groupHits(hits).slice(0, parentK);
    const children = best.flatMap((group) =>
      group.hits.map((hit) => hit.found)
    );
    // The records know where children stand that an edit has moved.
    const located = await new HitReader(this, docStore).read(children);
    return resolve(docStore, groupHits(located));
  }

  private ranges(hits: readonly Hit[]): Document[] {
    const reach =
      this.mode === "section" ? sectionOf : windowOf(this.windowSize);
    return rangesAround(hits, reach);
  }
}
