import type { DocumentInterface } from "@langchain/core/documents";

/** What a retriever factory may want to know and tell. */
export interface RetrieverContext {
  /** Aborted when the evaluation is to stop. */
  signal?: AbortSignal;
  /** Call it for every call of an embedding model: the report counts them. */
  onEmbed: () => void;
}

/**
 * Finds chunks for a question, the best first: at least `limit` of them, if
 * there are so many. More is cut off.
 */
export type SearchFunction = (
  question: string,
  limit: number
) => Promise<DocumentInterface[]> | DocumentInterface[];

/** What a LangChain `BaseRetriever` has. */
export interface RetrieverLike {
  /** What it finds for a question, the best first. */
  invoke(
    question: string,
    options?: { signal?: AbortSignal }
  ): Promise<DocumentInterface[]>;
}

/**
 * Indexes chunks and returns what finds them: a function, or a retriever of
 * LangChain. Give back the documents that you were given, documents with their
 * ids, or at least with their text; others are located in the sources.
 */
export interface RetrieverFactory {
  (
    chunks: DocumentInterface[],
    context: RetrieverContext
  ): SearchFunction | RetrieverLike | Promise<SearchFunction | RetrieverLike>;
  /** Its name in the report. Default: the name of the function. */
  retrieverName?: string;
  /**
   * Names the retriever and all its settings, for the cache. Without it,
   * nothing is cached.
   */
  cacheKey?: string;
}

/** The retriever as a function. */
export function searchFunctionOf(
  retriever: SearchFunction | RetrieverLike,
  { signal }: RetrieverContext
): SearchFunction {
  if (typeof retriever === "function") return retriever;
  if (typeof retriever?.invoke !== "function") {
    throw new TypeError(
      "Expected `retriever` to return a function or a retriever, " +
        `got \`${String(retriever)}\``
    );
  }
  return (question) =>
    retriever.invoke(question, signal === undefined ? {} : { signal });
}

/** Gives a factory the names that the report and the cache need. */
export function named(
  factory: RetrieverFactory,
  retrieverName: string,
  cacheKey?: string
): RetrieverFactory {
  return Object.assign(factory, {
    retrieverName,
    ...(cacheKey !== undefined && { cacheKey }),
  });
}
