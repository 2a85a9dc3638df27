import type { SizeBin } from "../evaluate/types.js";
import { count, niceStep, plural } from "../format/numbers.js";
import { markup, type Html } from "./html.js";

export interface HistogramOptions {
  /** What the chart says, for those who do not see it. */
  label: string;
  /** What the sizes count: "tokens". */
  unit: string;
  /** The end of the axis, the same for charts that are compared. */
  max: number;
  /** The size that no chunk may exceed, drawn as a line. */
  limit?: number;
}

const WIDTH = 360;
const HEIGHT = 92;
const BASE = 72;
const TOP = 6;

/** How many chunks there are of each size, as bars. */
export function histogram(
  bins: readonly SizeBin[],
  { label, unit, max, limit }: HistogramOptions
): Html {
  const most = Math.max(1, ...bins.map((bin) => bin.count));
  const x = (size: number) =>
    Math.round(1 + (size / Math.max(1, max)) * (WIDTH - 2));
  const bars = bins
    .filter((bin) => bin.count > 0)
    .map(({ from, to, count: chunks }) => {
      const height = Math.max(2, Math.round(((BASE - TOP) * chunks) / most));
      const left = x(from - 1);
      const width = Math.max(1, x(to - 1) - left - 1);
      const range = `${count(from)}–${count(to - 1)} ${unit}`;
      return markup`<rect class="bar" x="${left}" y="${BASE - height}"
 width="${width}" height="${height}">
<title>${range}: ${plural(chunks, "chunk")}</title></rect>`;
    });
  const limitLine =
    limit !== undefined &&
    limit <= max &&
    markup`<line class="limit" x1="${x(limit)}" x2="${x(limit)}"
 y1="${TOP - 4}" y2="${BASE}"/>`;
  return markup`<svg class="histogram" role="img" aria-label="${label}"
 viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
${bars}${limitLine}
<line class="axis" x1="0" x2="${WIDTH}" y1="${BASE + 0.5}" y2="${BASE + 0.5}"/>
${ticks(max, x, unit)}</svg>`;
}

function ticks(max: number, x: (size: number) => number, unit: string): Html[] {
  const step = niceStep(max / 5);
  const marks: Html[] = [];
  for (let at = 0; at <= max; at += step) {
    const last = at + step > max;
    const anchor = at === 0 ? "start" : x(at) > WIDTH - 24 ? "end" : "middle";
    const words = last && anchor === "end" ? `${count(at)} ${unit}` : count(at);
    marks.push(
      markup`<text x="${x(at)}" y="${BASE + 15}"
 text-anchor="${anchor}">${words}</text>`
    );
  }
  return marks;
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
