import MiniSearch from "minisearch";
import { optionError, checkFunction, checkNumber } from "../../options.js";
import { analyse as defaultAnalyse } from "../../words.js";
import { named, type RetrieverFactory } from "./retriever.js";

/** The parameters of BM25. */
export interface BM25Options {
  /** How soon more of the same word stops to count. Default: 1.2. */
  k1?: number;
  /** How much long chunks are held back, from 0 to 1. Default: 0.75. */
  b?: number;
  /**
   * The words of a text in the form in which they are compared. Default:
   * Unicode words in lower case, without accents, plural `s`, and English and
   * Spanish function words. With a function of your own nothing is cached.
   */
  analyse?: (text: string) => string[];
}

const SEPARATOR = "\0";

/**
 * Finds chunks by their words, offline: BM25 as `minisearch` computes it. Ties
 * keep the order of the chunks.
 */
export function bm25({
  k1 = 1.2,
  b = 0.75,
  analyse = defaultAnalyse,
}: BM25Options = {}): RetrieverFactory {
  checkNumber("k1", k1, 0);
  if (!(b >= 0 && b <= 1)) throw optionError("b", "from 0 to 1", b);
  checkFunction("analyse", analyse);
  const factory: RetrieverFactory = (chunks) => {
    const index = new MiniSearch<{ id: number; text: string }>({
      fields: ["text"],
      // The number of different tokens is taken for the length of a text: as
      // it is all words that count, each gets a number here, and loses it.
      tokenize: (text) =>
        analyse(text).map((word, place) => `${word}${SEPARATOR}${place}`),
      processTerm: (token) => token.slice(0, token.lastIndexOf(SEPARATOR)),
      searchOptions: {
        tokenize: (text) => [...new Set(analyse(text))],
        processTerm: (word) => word,
        bm25: { k: k1, b, d: 0 },
      },
    });
    index.addAll(chunks.map(({ pageContent: text }, id) => ({ id, text })));
    return (question, limit) =>
      index
        .search(question)
        .map(({ id, score, queryTerms }) => ({
          id: Number(id),
          // Of BM25 times the number of words found only BM25 is wanted.
          score: score / Math.max(1, queryTerms.length),
        }))
        .sort((a, b) => b.score - a.score || a.id - b.id)
        .slice(0, limit)
        .map(({ id }) => chunks[id]);
  };
  const key = analyse === defaultAnalyse ? `bm25 ${k1} ${b}` : undefined;
  return named(factory, "BM25", key);
}
