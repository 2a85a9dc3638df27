import type { Document, DocumentInterface } from "@langchain/core/documents";
import { BaseDocumentTransformer } from "@langchain/core/documents";
import type { RunnableConfig } from "@langchain/core/runnables";

/**
 * The base of the source filters: they run before a splitter, take out what is
 * no content, and say so in `metadata.loc.removed`.
 */
export abstract class SourceFilter extends BaseDocumentTransformer {
  /** Where the serialization of LangChain looks for the class. */
  override lc_namespace = ["langchain_seams", "document_transformers"];

  /** What is left of documents, in order. */
  abstract override transformDocuments(
    documents: DocumentInterface[]
  ): Promise<Document[]>;

  /** As `transformDocuments`, seen by callbacks and stopped by a `signal`. */
  override async invoke(
    input: DocumentInterface[],
    options?: Partial<RunnableConfig>
  ): Promise<Document[]> {
    return this._callWithConfig(
      (documents: DocumentInterface[], config?: Partial<RunnableConfig>) => {
        config?.signal?.throwIfAborted();
        return this.transformDocuments(documents);
      },
      input,
      { ...options, runType: "chain" }
    );
  }
}
