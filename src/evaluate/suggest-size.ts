import type { TextSplitter } from "@langchain/textsplitters";
import { renderTable, type Column } from "../format/table.js";
import { optionError, checkInteger, checkOneOf } from "../options.js";
import { measureSplitters, reportOf } from "./evaluate.js";
import { mainMetrics } from "./format.js";
import { METRICS, type Estimate, type MetricName } from "./metric-types.js";
import type { EvaluationData, EvaluationSettings } from "./options.js";
import type { EvaluationReport } from "./types.js";
import { spread } from "./words.js";

/** The options of `suggestSize`. */
export interface SuggestSizeOptions extends EvaluationData, EvaluationSettings {
  /** Makes the splitter of a size and an overlap. */
  splitter: (chunkSize: number, chunkOverlap: number) => TextSplitter;
  /** The sizes to try. Default: 200, 300, 400, 512 and 800. */
  sizes?: number[];
  /** The overlaps to try, as shares of the size below 1. Default: 0. */
  overlaps?: number[];
  /** What to go by, at `budgetTokens`. Default: "hit". */
  metric?: MetricName;
}

/** What was measured for one size and overlap. */
export interface SizeResult {
  /** The name of the splitter in the report. */
  name: string;
  /** The size, in the unit of the splitter. */
  chunkSize: number;
  /** The overlap, in the same unit. */
  chunkOverlap: number;
  /** The mean size of the chunks, in tokens. */
  meanTokens: number;
  /** Tokens of all chunks. */
  tokensIndexed: number;
  /** As in `ContextMetrics`, at `budgetTokens`. */
  recall: Estimate;
  /** As in `ContextMetrics`, at `budgetTokens`. */
  hit: Estimate;
  /** As in `ContextMetrics`, at `budgetTokens`. */
  joint: Estimate;
  /**
   * Whether the best one is better than this one beyond chance; `false` for
   * the best one itself.
   */
  isWorse: boolean;
}

/** A line of a plot: one overlap, its points by size. */
export interface SizeSeries {
  /** "overlap 15 %", say. */
  label: string;
  /** In the order of the sizes. */
  points: {
    /** The size, in tokens. */
    x: number;
    /** The value, a share. */
    y: number;
    /** The lower end of its interval. */
    low: number;
    /** The upper end of its interval. */
    high: number;
  }[];
}

/** The result of `suggestSize`. */
export interface SizeSuggestion {
  /** The size and overlap to take. */
  suggested: SizeResult;
  /** The best one by `metric`. */
  best: SizeResult;
  /** What was gone by. */
  metric: MetricName;
  /** All that were tried, in order. */
  results: SizeResult[];
  /** The results as a text table of at most 100 columns. */
  table: string;
  /** The values of `metric`, to be plotted. */
  plot: {
    /** What the sizes are. */
    xLabel: string;
    /** What the values are. */
    yLabel: string;
    /** A line for each overlap. */
    series: SizeSeries[];
  };
  /** The full report; its baseline is the best one. */
  report: EvaluationReport;
}

/**
 * Tries sizes and overlaps of a splitter on your own questions. Of those that
 * the best one does not beat beyond chance, the one that indexes the fewest
 * tokens is suggested, and of two of those (within 1 %) the better one.
 *
 * @throws RangeError when an option is out of range.
 */
export async function suggestSize(
  options: SuggestSizeOptions
): Promise<SizeSuggestion> {
  const {
    splitter,
    sizes = [200, 300, 400, 512, 800],
    overlaps = [0],
    metric = "hit",
    ...rest
  } = options;
  if (typeof splitter !== "function") {
    throw optionError("splitter", "a function", splitter);
  }
  checkOneOf("metric", metric, METRICS);
  const tries = triesOf(sizes, overlaps);
  const splitters = Object.fromEntries(
    tries.map(({ name, chunkSize, chunkOverlap }) => [
      name,
      splitter(chunkSize, chunkOverlap),
    ])
  );
  const measured = await measureSplitters({ ...rest, splitters });
  const first = await reportOf(measured, undefined);
  const scores = first.splitters.map(
    (one) => mainMetrics(one, first)[metric].mean
  );
  const bestIndex = scores.indexOf(Math.max(...scores));
  const baseline = tries[bestIndex].name;
  const report = await reportOf(measured, baseline);
  const results = report.splitters.map((one, index): SizeResult => {
    const { recall, hit, joint } = mainMetrics(one, report);
    const difference = report.differences.find(
      ({ splitter: name, metric: which, budgetTokens }) =>
        name === one.name &&
        which === metric &&
        budgetTokens === report.settings.budgetTokens
    );
    return {
      ...tries[index],
      meanTokens: one.sizes.mean,
      tokensIndexed: one.totals.tokensIndexed,
      recall,
      hit,
      joint,
      isWorse: (difference?.difference.high ?? 0) < 0,
    };
  });
  const suggested = cheapest(results, scores);
  return {
    suggested,
    best: results[bestIndex],
    metric,
    results,
    table: tableOf(results, suggested),
    plot: plotOf(results, overlaps, report, metric),
    report,
  };
}

/** Of the results that are as good as the best, one that costs little. */
function cheapest(
  results: readonly SizeResult[],
  scores: readonly number[]
): SizeResult {
  const good = results.filter(({ isWorse }) => !isWorse);
  const fewest = Math.min(...good.map(({ tokensIndexed }) => tokensIndexed));
  const scoreOf = (result: SizeResult): number =>
    scores[results.indexOf(result)];
  return good
    .filter(({ tokensIndexed }) => tokensIndexed <= fewest * 1.01)
    .reduce((a, b) => (scoreOf(b) > scoreOf(a) ? b : a));
}

function triesOf(sizes: readonly number[], overlaps: readonly number[]) {
  for (const [name, values] of Object.entries({ sizes, overlaps })) {
    if (Array.isArray(values) && values.length > 0) continue;
    throw optionError(name, "a list, and not to be empty", values);
  }
  for (const size of sizes) checkInteger("sizes", size, 1);
  for (const overlap of overlaps) {
    if (overlap >= 0 && overlap < 1) continue;
    throw optionError("overlaps", "shares from 0 to below 1", overlap);
  }
  return [...new Set(overlaps)].flatMap((overlap) =>
    [...new Set(sizes)].map((chunkSize) => {
      const chunkOverlap = Math.floor(chunkSize * overlap);
      return { name: nameOf(chunkSize, overlap), chunkSize, chunkOverlap };
    })
  );
}

const percent = (share: number): string => `${+(share * 100).toFixed(1)} %`;

const nameOf = (size: number, overlap: number): string =>
  `${size} tokens${overlap === 0 ? "" : `, overlap ${percent(overlap)}`}`;

function tableOf(results: readonly SizeResult[], suggested: SizeResult) {
  const titles = ["Mean", "Tokens", "Recall", "Hit", "Joint", ""];
  const columns: Column[] = [
    { title: "Size", share: 1 },
    ...titles.map((title): Column => ({ title, align: "right" })),
  ];
  const rows = results.map((result) => [
    result.name,
    result.meanTokens.toFixed(0),
    String(result.tokensIndexed),
    spread(result.recall),
    spread(result.hit),
    spread(result.joint),
    result === suggested ? "suggested" : result.isWorse ? "worse" : "",
  ]);
  return renderTable(columns, rows, 100);
}

function plotOf(
  results: readonly SizeResult[],
  overlaps: readonly number[],
  report: EvaluationReport,
  metric: MetricName
): SizeSuggestion["plot"] {
  const perOverlap = results.length / new Set(overlaps).size;
  const series = [...new Set(overlaps)].map((overlap, index) => ({
    label: `overlap ${percent(overlap)}`,
    points: results
      .slice(index * perOverlap, (index + 1) * perOverlap)
      .map(({ name, chunkSize: x }) => {
        const one = report.splitters.find((splitter) => splitter.name === name);
        const {
          mean: y,
          low,
          high,
        } = one
          ? mainMetrics(one, report)[metric]
          : { mean: 0, low: 0, high: 0 };
        return { x, y, low, high };
      })
      .sort((a, b) => a.x - b.x),
  }));
  const { budgetTokens } = report.settings;
  return {
    xLabel: "chunkSize (tokens)",
    yLabel: `${metric} at ${budgetTokens} tokens`,
    series,
  };
}
