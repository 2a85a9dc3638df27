import {
  type Document,
  type DocumentInterface,
  BaseDocumentTransformer,
} from "@langchain/core/documents";
import type { RunnableConfig } from "@langchain/core/runnables";
import { withContent } from "../documents/documents.js";
import { createPace, type Pace } from "../concurrency.js";

/**
 * The base of the source filters: they run before a splitter, take out what is
 * no content, and say so in `metadata.loc.removed`.
 */
export abstract class SourceFilter extends BaseDocumentTransformer {
  /** Where the serialization of LangChain looks for the class. */
  override lc_namespace = ["langchain_seams", "document_transformers"];

  /** What is left of documents that have content, in order. */
  protected abstract filter(
    documents: readonly DocumentInterface[],
    pace: Pace
  ): Promise<Document[]>;

  /** What is left of documents, in order; those without content are left out. */
  override async transformDocuments(
    documents: DocumentInterface[]
  ): Promise<Document[]> {
    return this.filter(withContent(documents), createPace());
  }

  /** As `transformDocuments`, seen by callbacks and stopped by a `signal`. */
  override async invoke(
    input: DocumentInterface[],
    options?: Partial<RunnableConfig>
  ): Promise<Document[]> {
    return this._callWithConfig(
      async (
        documents: DocumentInterface[],
        config?: Partial<RunnableConfig>
      ) => this.filter(withContent(documents), createPace(config?.signal)),
      input,
      { ...options, runType: "chain" }
    );
  }
}
