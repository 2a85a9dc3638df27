import { mean } from "../format/numbers.js";

/** How large a distance has to be to end a chunk. */
export type BreakpointType =
  "percentile" | "standardDeviation" | "interquartile" | "gradient";

/** How large a distance has to be to end a chunk, and of what. */
export interface Breakpoint {
  /** What the amount is of: see `SemanticTextSplitterParams.breakpoint`. */
  type: BreakpointType;
  /** A percentile from 0 to 100, or a factor from 0 up. */
  amount: number;
}

/** The amount of each type when none is given. */
export const DEFAULT_AMOUNTS: Readonly<Record<BreakpointType, number>> = {
  percentile: 95,
  standardDeviation: 3,
  interquartile: 1.5,
  gradient: 95,
};

/** The types whose amount is a percentage. */
export const isPercentage = (type: BreakpointType): boolean =>
  type === "percentile" || type === "gradient";

/** What of the borders is a break, and how far from that each of them is. */
export interface Jumps {
  isBreak: boolean[];
  /**
   * From 0 to 1: how far beyond the threshold a break goes, how near to it the
   * others come.
   */
  shares: number[];
}

/**
 * The percentile of values, with linear interpolation between the two nearest:
 * as `numpy.percentile` does it.
 */
export function percentile(values: readonly number[], amount: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const position = ((sorted.length - 1) * amount) / 100;
  const below = Math.floor(position);
  const low = sorted[below];
  const high = sorted[Math.min(below + 1, sorted.length - 1)];
  const share = position - below;
  // From the nearer end, so that equal values stay equal.
  return share < 0.5
    ? low + (high - low) * share
    : high - (high - low) * (1 - share);
}

function standardDeviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** Half the difference of the neighbours; at both ends to the only one. */
export function gradient(values: readonly number[]): number[] {
  const last = values.length - 1;
  return values.map((_, index) => {
    const from = Math.max(index - 1, 0);
    const to = Math.min(index + 1, last);
    return to > from ? (values[to] - values[from]) / (to - from) : 0;
  });
}

function thresholdOf(
  values: readonly number[],
  { type, amount }: Breakpoint
): number {
  switch (type) {
    case "percentile":
    case "gradient":
      return percentile(values, amount);
    case "standardDeviation":
      return mean(values) + amount * standardDeviation(values);
    case "interquartile": {
      const range = percentile(values, 75) - percentile(values, 25);
      return mean(values) + amount * range;
    }
  }
}

/** The borders whose distance (for "gradient": its slope) is over a threshold. */
export function jumpsOver(
  distances: readonly number[],
  breakpoint: Breakpoint
): Jumps {
  const isSlope = breakpoint.type === "gradient";
  const values = isSlope ? gradient(distances) : distances;
  const threshold = thresholdOf(values, breakpoint);
  const isBreak = values.map((value) => value > threshold);
  return { isBreak, shares: sharesOf(values, threshold, isBreak) };
}

/** The borders of the largest distances, of equal ones the first. */
export function largestJumps(
  distances: readonly number[],
  count: number
): Jumps {
  const order = distances
    .map((_, index) => index)
    .sort((a, b) => distances[b] - distances[a] || a - b);
  const largest = new Set(order.slice(0, count));
  const smallest = Math.min(count, order.length) - 1;
  const threshold = distances[order[Math.max(smallest, 0)]];
  const isBreak = distances.map((_, index) => largest.has(index));
  return { isBreak, shares: sharesOf(distances, threshold, isBreak) };
}

function sharesOf(
  values: readonly number[],
  threshold: number,
  isBreak: readonly boolean[]
): number[] {
  let least = threshold;
  let most = threshold;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return values.map((value, index) =>
    isBreak[index]
      ? (value - threshold) / (most - threshold || 1)
      : (value - least) / (threshold - least || 1)
  );
}
