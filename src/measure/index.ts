/** A value now, or a promise of it: awaited only when it has to be. */
export type MaybePromise<T> = T | Promise<T>;

/** LangChain's length function: the length of a text, now or later. */
export type LengthFunction =
  | ((text: string) => number)
  | ((text: string) => Promise<number>);

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
  /** Exact length of any other string (a chunk with its heads). */
  countText(text: string): MaybePromise<number>;
}
