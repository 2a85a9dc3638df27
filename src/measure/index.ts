import { BothViews } from "./both-views.js";
import { isAmbiguous } from "./classes.js";
import { OpaqueMeasure } from "./opaque.js";
import { tokenizerOf } from "./token-counter.js";
import { TokenIndex } from "./token-index.js";

export { isTokenCounter, tokenCounter } from "./token-counter.js";

/** A value now, or a promise of it: awaited only when it has to be. */
export type MaybePromise<T> = T | Promise<T>;

/** LangChain's length function: the length of a text, now or later. */
export type LengthFunction =
  ((text: string) => number) | ((text: string) => Promise<number>);

/**
 * The lengths of the spans of one text, in the unit of a length function.
 * Offsets are UTF-16 units.
 */
export interface Measure {
  /** Exact length of `text.slice(start, end)`. */
  count(start: number, end: number): MaybePromise<number>;
  /**
   * The furthest offset `j` in `[start, end]` with `count(start, j) <= max`,
   * `start` when nothing fits. `end` defaults to the length of the text.
   */
  fit(start: number, max: number, end?: number): MaybePromise<number>;
  /**
   * Running length, non-decreasing: `position(b) - position(a)` is an estimate
   * of `count(a, b)`, usually within `slack` of it.
   */
  position(offset: number): number;
  /** See `position`. */
  readonly slack: number;
  /** Whether counts cost next to nothing: a token index, not a function. */
  readonly indexed: boolean;
  /** Exact length of any other string (a chunk with its heads). */
  countText(text: string): MaybePromise<number>;
}

/**
 * Measures a text in the unit of a length function. Functions made by
 * `tokenCounter` are recognised: then counts come from an index of the tokens
 * of the text, without promises. Any other function is called about twice per
 * `limit` to estimate positions, and again for every span that is counted.
 */
export async function createMeasure(
  text: string,
  lengthFunction: LengthFunction,
  limit: number
): Promise<Measure> {
  const tokenizer = await tokenizerOf(lengthFunction);
  if (tokenizer === undefined) {
    return OpaqueMeasure.create(text, lengthFunction, limit);
  }
  const index = new TokenIndex(text, tokenizer, tokenizer.scanner);
  return isAmbiguous(text)
    ? new BothViews(
        index,
        new TokenIndex(text, tokenizer, tokenizer.rustScanner)
      )
    : index;
}
