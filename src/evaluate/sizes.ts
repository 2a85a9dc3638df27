import { mean, niceStep, quantile } from "../format/numbers.js";
import type { SizeBin, SizeDistribution } from "./types.js";

/** Bars of a histogram, about. */
const BARS = 20;

/** The width of the bars with which sizes up to `max` are shown. */
export const binWidth = (max: number): number =>
  niceStep(Math.max(1, (max + 1) / BARS));

/** How sizes are spread; the bars go from 0 to the largest size. */
export function sizeDistribution(
  tokens: readonly number[],
  width: number,
  max: number
): SizeDistribution {
  const sorted = [...tokens].sort((a, b) => a - b);
  const count = Math.floor(max / width) + 1;
  const bins: SizeBin[] = Array.from({ length: count }, (_, k) => ({
    from: k * width,
    to: (k + 1) * width,
    count: 0,
  }));
  for (const size of sorted) bins[Math.floor(size / width)].count += 1;
  return {
    min: sorted[0] ?? 0,
    p25: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    mean: mean(sorted),
    p75: quantile(sorted, 0.75),
    p95: quantile(sorted, 0.95),
    max: sorted[sorted.length - 1] ?? 0,
    bins,
  };
}
