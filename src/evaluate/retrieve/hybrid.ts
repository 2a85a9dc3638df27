import type { DocumentInterface } from "@langchain/core/documents";
import { checkInteger, optionError, checkNumber } from "../../options.js";
import { named, searchFunctionOf, type RetrieverFactory } from "./retriever.js";

/** How rankings are joined. */
export interface HybridOptions {
  /** How little the first ranks differ: `1 / (constant + rank)`. Default: 60. */
  constant?: number;
  /** Chunks taken from each ranking. Default: 100. */
  depth?: number;
}

/**
 * Joins rankings by reciprocal rank fusion: of words and of meaning, say.
 *
 * @example
 * ```ts
 * import { FakeEmbeddings } from "@langchain/core/utils/testing";
 * import { bm25, embeddingRetriever, hybrid } from "langchain-seams/evaluate";
 *
 * const meaning = embeddingRetriever(new FakeEmbeddings());
 * const retriever = hybrid([bm25(), meaning]);
 * console.log(typeof retriever); // "function"
 * ```
 *
 * @see Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms
 * Condorcet and individual Rank Learning Methods", SIGIR 2009
 */
export function hybrid(
  retrievers: readonly RetrieverFactory[],
  { constant = 60, depth = 100 }: HybridOptions = {}
): RetrieverFactory {
  if (!Array.isArray(retrievers) || retrievers.length === 0) {
    throw optionError("retrievers", "a list of one at least", retrievers);
  }
  for (const [index, retriever] of retrievers.entries()) {
    if (typeof retriever === "function") continue;
    throw optionError(`retrievers[${index}]`, "a function", retriever);
  }
  checkNumber("constant", constant, 0);
  checkInteger("depth", depth, 1);
  const factory: RetrieverFactory = async (chunks, context) => {
    const searches = await Promise.all(
      retrievers.map(async (retriever) =>
        searchFunctionOf(await retriever(chunks, context), context)
      )
    );
    const order = new Map(chunks.map((chunk, id) => [chunk, id]));
    const knownAs = recogniser(chunks);
    return async (question, limit) => {
      const rankings = await Promise.all(
        searches.map((search) => search(question, depth))
      );
      const scores = new Map<DocumentInterface, number>();
      for (const ranking of rankings) {
        for (const [index, found] of ranking.slice(0, depth).entries()) {
          const chunk = knownAs(found);
          const score = 1 / (constant + index + 1);
          scores.set(chunk, (scores.get(chunk) ?? 0) + score);
        }
      }
      const place = (chunk: DocumentInterface) => order.get(chunk) ?? Infinity;
      return [...scores]
        .sort(([a, one], [b, two]) => two - one || place(a) - place(b))
        .slice(0, limit)
        .map(([chunk]) => chunk);
    };
  };
  const nameOf = ({ retrieverName, name }: RetrieverFactory) =>
    retrieverName ?? name;
  const keys = retrievers.map(({ cacheKey }) => cacheKey);
  return named(
    factory,
    `hybrid (${retrievers.map(nameOf).join(" + ")})`,
    keys.includes(undefined)
      ? undefined
      : `hybrid ${constant} ${depth} ${keys.join(" | ")}`
  );
}

const keyOf = ({ id, pageContent }: DocumentInterface): string =>
  JSON.stringify([id, pageContent]);

/** Stores give back copies of chunks, some of them without their ids. */
function recogniser(
  chunks: readonly DocumentInterface[]
): (found: DocumentInterface) => DocumentInterface {
  const known = new Map<unknown, DocumentInterface>();
  for (const chunk of chunks) {
    known.set(chunk, chunk);
    for (const key of [keyOf(chunk), chunk.pageContent]) {
      if (!known.has(key)) known.set(key, chunk);
    }
  }
  return (found) =>
    known.get(found) ??
    known.get(keyOf(found)) ??
    known.get(found.pageContent) ??
    found;
}
