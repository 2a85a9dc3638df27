import type { SizeBin } from "../evaluate/types.js";

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
  const middle = Math.floor(sorted.length / 2);
  const median =
    sorted.length % 2 === 1
      ? sorted[middle]
      : (sorted[middle - 1] + sorted[middle]) / 2;
  return {
    total: sorted.reduce((sum, size) => sum + size, 0),
    min: sorted[0] ?? 0,
    median: sorted.length === 0 ? 0 : Math.round(median),
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

const BINS = 30;

/**
 * At most 30 bars from 1 to `max`. They end on round numbers, so that chunks
 * as long as the limit are in the bar left of it.
 */
export function binsOf(sizes: readonly number[], max: number): SizeBin[] {
  const step = Math.max(1, niceStep(max / BINS));
  const bins = Array.from(
    { length: Math.max(1, Math.ceil(max / step)) },
    (_, index) => ({
      from: index * step + 1,
      to: (index + 1) * step + 1,
      count: 0,
    })
  );
  for (const size of sizes) {
    const index = Math.max(0, Math.ceil(size / step) - 1);
    bins[Math.min(index, bins.length - 1)].count += 1;
  }
  return bins;
}
