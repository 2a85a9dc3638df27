import type { DocumentInterface } from "@langchain/core/documents";
import type { VectorStoreInterface } from "@langchain/core/vectorstores";

/** What a vector store is searched by. */
interface SearchOptions {
  vectorStore: VectorStoreInterface;
  filter?: VectorStoreInterface["FilterType"];
  scoreThreshold?: number | ((score: number) => boolean);
}

/** Children that were found, the best first. */
interface Found {
  children: DocumentInterface[];
  /** To ask for more would bring no more. */
  isAll: boolean;
}

/** The best `k` children for a vector. */
export async function searchChildren(
  { vectorStore, filter, scoreThreshold: threshold }: SearchOptions,
  vector: number[],
  k: number
): Promise<Found> {
  const found = await vectorStore.similaritySearchVectorWithScore(
    vector,
    k,
    plainCopy(filter)
  );
  const isGood = (score: number): boolean => {
    if (threshold === undefined) return true;
    return typeof threshold === "number"
      ? score >= threshold
      : threshold(score);
  };
  const good = found.filter(([, score]) => isGood(score));
  const last = found.at(-1);
  const isAll = found.length < k || (last !== undefined && !isGood(last[1]));
  return { children: good.map(([child]) => child), isAll };
}

/** Pinecone's store takes the namespace out of the filter that it is given. */
const plainCopy = <T>(filter: T): T =>
  typeof filter === "object" &&
  filter !== null &&
  Object.getPrototypeOf(filter) === Object.prototype
    ? { ...filter }
    : filter;
