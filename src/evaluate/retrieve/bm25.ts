import MiniSearch from "minisearch";
import { analyse } from "./analyse.js";
import { named, type RetrieverFactory } from "./retriever.js";

/** The parameters of BM25. */
export interface BM25Options {
  /** How soon more of the same word stops to count. Default: 1.2. */
  k1?: number;
  /** How much long chunks are held back, from 0 to 1. Default: 0.75. */
  b?: number;
}

/**
 * Finds chunks by their words, offline: BM25 as `minisearch` computes it, over
 * the words of `analyse`.
 */
export function bm25({ k1 = 1.2, b = 0.75 }: BM25Options = {}): RetrieverFactory {
  if (!(k1 >= 0)) {
    throw new RangeError(`Expected \`k1\` to be from 0 up, got \`${k1}\``);
  }
  if (!(b >= 0 && b <= 1)) {
    throw new RangeError(`Expected \`b\` to be from 0 to 1, got \`${b}\``);
  }
  const factory: RetrieverFactory = (chunks) => {
    const index = new MiniSearch<{ id: number; text: string }>({
      fields: ["text"],
      tokenize: analyse,
      processTerm: (term) => term,
      searchOptions: { bm25: { k: k1, b, d: 0 } },
    });
    index.addAll(
      chunks.map(({ pageContent: text }, id) => ({ id, text }))
    );
    return (question, limit) =>
      index
        .search(question)
        // The score is BM25 times the number of words found; only BM25 is
        // wanted. Ties keep the order of the chunks.
        .map(({ id, score, queryTerms }) => ({
          id: Number(id),
          score: score / Math.max(1, queryTerms.length),
        }))
        .sort((a, b) => b.score - a.score || a.id - b.id)
        .slice(0, limit)
        .map(({ id }) => chunks[id]);
  };
  return named(factory, "BM25", `bm25 ${k1} ${b}`);
}
