import { count, plural } from "../format/numbers.js";
import type {
  BudgetMetrics,
  Estimate,
  MetricName,
  TopKMetrics,
} from "./metric-types.js";
import type { Miss, MissClass } from "./miss-types.js";
import type { EvaluationReport, SplitterReport } from "./types.js";

export const METRIC_NAMES: Record<MetricName, string> = {
  recall: "Recall",
  hit: "Hit",
  joint: "Joint",
  precision: "Precision",
  iou: "IoU",
};

/** What each metric says, in a sentence. */
export const METRIC_MEANINGS: Record<MetricName, string> = {
  recall: "The share of the evidence that is in the context.",
  hit: "The share of the references that are whole inside one chunk.",
  joint: "The share of the questions with one chunk that holds all evidence.",
  precision: "The share of the context that is evidence.",
  iou: "The evidence in the context, of context and evidence together.",
};

export const MISS_NAMES: Record<MissClass, string> = {
  absent: "In no chunk",
  cut: "Cut",
  notRetrieved: "Not retrieved",
};

export const MISS_MEANINGS: Record<MissClass, string> = {
  absent: "Some of the evidence is in no chunk.",
  cut: "All of the evidence is in chunks, but no chunk holds it whole.",
  notRetrieved: "A chunk holds it whole, but is not whole in the context.",
};

/** A share as a percentage with one decimal, without its sign: "94.2". */
export const percent = (share: number): string => (share * 100).toFixed(1);

/** A mean and half of its interval: "94.5 ±1.9". */
export const spread = ({ mean, low, high }: Estimate): string =>
  `${percent(mean)} ±${percent((high - low) / 2)}`;

/** A difference of shares in points: "+2.1", "−0.4". */
export function points(share: number): string {
  const size = Math.abs(share * 100).toFixed(1);
  if (size === "0.0") return "0.0";
  return `${share > 0 ? "+" : "−"}${size}`;
}

/** How long something took: "12 ms", "3.4 s". */
export const duration = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

/** A context to score, and how each splitter does in it. */
export interface ContextView {
  /** Unique in the page. */
  key: string;
  /** "2,000 tokens", "5 chunks". */
  name: string;
  /** The budget in tokens; without it, a number of chunks. */
  budgetTokens?: number;
  metricsOf: (
    splitter: SplitterReport
  ) => BudgetMetrics | TopKMetrics | undefined;
}

/** The contexts of a report, budgets first. */
export function contextsOf({ settings }: EvaluationReport): ContextView[] {
  const budgets = settings.budgets.map((budgetTokens): ContextView => ({
    key: `tokens-${budgetTokens}`,
    name: `${count(budgetTokens)} tokens`,
    budgetTokens,
    metricsOf: ({ budgets }) =>
      budgets.find((budget) => budget.budgetTokens === budgetTokens),
  }));
  const ranks = settings.topK.map((k): ContextView => ({
    key: `chunks-${k}`,
    name: plural(k, "chunk"),
    metricsOf: ({ topK }) => topK.find((metrics) => metrics.k === k),
  }));
  return [...budgets, ...ranks];
}

/** What became of a miss, in a few words. */
export function missWords({ class: name, rank, truncated }: Miss): string {
  if (truncated) return "Cut to fit the budget";
  if (name === "absent") return MISS_NAMES.absent;
  if (rank === null) return `${MISS_NAMES[name]}, not ranked`;
  return `${MISS_NAMES[name]}, rank ${count(rank)}`;
}
