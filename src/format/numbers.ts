/** Numbers, and how people read them. */

const format = new Intl.NumberFormat("en-US");

/** A number as people read it: "12,345". */
export const count = (value: number): string => format.format(value);

/** "1 chunk", "1,234 chunks". */
export const plural = (value: number, word: string): string =>
  `${count(value)} ${word}${value === 1 ? "" : "s"}`;

/** A share as a whole percentage: "94 %". */
export const percent = (share: number): string =>
  `${Math.round(share * 100)} %`;

/** The mean of values, 0 for none. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** A quantile of sorted values, on a straight line between two of them. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return 0;
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  return low + (high - low) * (at - Math.floor(at));
}

/** How the sizes of some chunks are spread. */
export interface Spread {
  total: number;
  min: number;
  median: number;
  max: number;
}

/** Zeros for no sizes at all. */
export function spreadOf(sizes: readonly number[]): Spread {
  const sorted = [...sizes].sort((a, b) => a - b);
  return {
    total: sorted.reduce((sum, size) => sum + size, 0),
    min: sorted[0] ?? 0,
    median: Math.round(quantile(sorted, 0.5)),
    max: sorted.at(-1) ?? 0,
  };
}

/** The smallest of 1, 2, 5, 10, 20, 50 ... that is not below `least`. */
export function niceStep(least: number): number {
  if (!(least > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find((f) => f * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}
