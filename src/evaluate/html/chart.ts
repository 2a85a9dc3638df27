import { count, niceStep } from "../../format/numbers.js";
import { Html, markup, type HtmlValue } from "../../view/html.js";
import type { Estimate } from "../metric-types.js";

/** A point of a series: `x` in the unit of the axis, `y` a share. */
interface ChartPoint {
  x: number;
  y: Estimate;
  /** What it is, for a tooltip: "5 chunks". */
  name: string;
}

/** A line through points, with the interval of each. */
export interface ChartSeries {
  name: string;
  points: ChartPoint[];
  /** Draws intervals as a band instead of a whisker at each point. */
  band?: boolean;
}

export interface ChartOptions {
  /** What the chart says, for those who do not see it. */
  label: string;
  xLabel: string;
}

// Drawn at about this width on a phone, so that the words stay readable.
const WIDTH = 440;
const HEIGHT = 300;
const AREA = { left: 48, right: WIDTH - 20, top: 12, bottom: HEIGHT - 44 };

interface Scales {
  x: (value: number) => number;
  y: (share: number) => number;
  xMax: number;
  yStep: number;
  low: number;
  high: number;
}

const round = (value: number): number => Math.round(value * 10) / 10;

function scalesOf(series: readonly ChartSeries[]): Scales {
  const points = series.flatMap((line) => line.points);
  const xMax = Math.max(1, ...points.map(({ x }) => x)) * 1.03;
  const most = Math.max(0.1, ...points.map(({ y }) => y.high));
  const least = Math.min(most - 0.1, ...points.map(({ y }) => y.low));
  // Shares are marked every 10 or 20 %, and the area ends on a mark.
  const yStep = most - least > 0.5 ? 0.2 : 0.1;
  const low = Math.max(0, Math.floor(least / yStep + 1e-9) * yStep);
  const high = Math.min(1, Math.ceil(most / yStep - 1e-9) * yStep);
  const { left, right, top, bottom } = AREA;
  return {
    x: (value) => round(left + (value / xMax) * (right - left)),
    y: (share) =>
      round(bottom - ((share - low) / (high - low)) * (bottom - top)),
    xMax,
    yStep,
    low,
    high,
  };
}

/** The marks of the series differ in shape as well as in colour. */
const SHAPES: ((x: number, y: number) => string)[] = [
  (x, y) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`,
  (x, y) => `M${x - 3.5} ${y - 3.5}h7v7h-7z`,
  (x, y) => `M${x} ${y - 4.5}l4.5 8h-9z`,
  (x, y) => `M${x} ${y - 5}l5 5l-5 5l-5 -5z`,
  (x, y) => `M${x} ${y + 4.5}l4.5 -8h-9z`,
  (x, y) => `M${x - 5} ${y - 1.5}h3.5v-3.5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5z`,
];

const SERIES_COLOURS = 8;

/** The class of the colour of a series. */
export const colourOf = (index: number): string =>
  `s${(index % SERIES_COLOURS) + 1}`;

const shape = (index: number, x: number, y: number): string =>
  SHAPES[index % SHAPES.length](round(x), round(y));

/** The mark of a series, to stand in a line of text. */
export const seriesMark = (index: number): Html =>
  markup`<svg class="mark ${colourOf(index)}" viewBox="0 0 24 12" width="24"
 height="12" aria-hidden="true"><path class="line" d="M0 6H24"/>
<path class="dot" d="${shape(index, 12, 6)}"/></svg>`;

/** Lines through estimates and their intervals. */
export function lineChart(
  series: readonly ChartSeries[],
  { label, xLabel }: ChartOptions
): Html {
  const scales = scalesOf(series);
  return markup`<svg class="chart" role="img" aria-label="${label}"
 viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
${axes(scales, xLabel)}
${series.map((line, index) => drawSeries(line, index, series.length, scales))}
</svg>`;
}

function axes(
  { x, y, xMax, yStep, low, high }: Scales,
  xLabel: string
): HtmlValue {
  const { left, right, bottom } = AREA;
  const parts: Html[] = [];
  for (let share = low; share <= high + 1e-9; share += yStep) {
    parts.push(markup`<line class="grid" x1="${left}" x2="${right}"
 y1="${y(share)}" y2="${y(share)}"/>
<text x="${left - 6}" y="${y(share) + 4}"
 text-anchor="end">${Math.round(share * 100)} %</text>`);
  }
  const xStep = niceStep(xMax / 6);
  for (let value = 0; value <= xMax; value += xStep) {
    parts.push(markup`<line class="axis" x1="${x(value)}" x2="${x(value)}"
 y1="${bottom}" y2="${bottom + 4}"/>
<text x="${x(value)}" y="${bottom + 18}"
 text-anchor="middle">${count(value)}</text>`);
  }
  parts.push(markup`<line class="axis" x1="${left}" x2="${right}"
 y1="${bottom}" y2="${bottom}"/>
<text x="${WIDTH - 2}" y="${HEIGHT - 4}" text-anchor="end">${xLabel}</text>`);
  return parts;
}

function drawSeries(
  { name, points, band = false }: ChartSeries,
  index: number,
  total: number,
  { x, y }: Scales
): HtmlValue {
  // Whiskers of series that share an x stand beside each other.
  const shift = band ? 0 : (index - (total - 1) / 2) * 3;
  const at = (point: ChartPoint) => round(x(point.x) + shift);
  const line = points
    .map((point, k) => `${k === 0 ? "M" : "L"}${at(point)} ${y(point.y.mean)}`)
    .join("");
  const intervals = band
    ? points.length > 1 &&
      markup`<path class="band" d="M${[
        ...points.map((point) => `${at(point)} ${y(point.y.high)}`),
        ...[...points]
          .reverse()
          .map((point) => `${at(point)} ${y(point.y.low)}`),
      ].join("L")}z"/>`
    : points.map(
        (point) => markup`<path class="whisker"
 d="M${at(point)} ${y(point.y.low)}V${y(point.y.high)}"/>`
      );
  const dots = points.map(({ name: what, ...point }) => {
    const share = (value: number) => (value * 100).toFixed(1);
    const { mean, low, high } = point.y;
    const words =
      `${name}, ${what}: ${share(mean)} % ` +
      `(${share(low)}–${share(high)}), ${count(Math.round(point.x))} tokens`;
    return markup`<path class="dot"
 d="${shape(index, at({ name: what, ...point }), y(mean))}">
<title>${words}</title></path>`;
  });
  return markup`<g class="${colourOf(index)}">${intervals}
<path class="line" d="${line}"/>${dots}</g>`;
}
