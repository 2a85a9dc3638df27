/** Units as in the report: see `types.ts`. */

/** A mean over questions and its 95 % bootstrap interval. */
export interface Estimate {
  /** The mean, a share from 0 to 1. */
  mean: number;
  /** The lower end of the interval, a share. Equal to `mean` for one question. */
  low: number;
  /** The upper end of the interval, a share. */
  high: number;
}

/** The names of the metrics of a context, in the order to show them in. */
export const METRICS = ["recall", "hit", "joint", "precision", "iou"] as const;

/** The name of a metric of a context. */
export type MetricName = (typeof METRICS)[number];

/** What a context holds of the evidence, over all questions. */
export interface ContextMetrics {
  /** Share of the characters of the references that are in the context. */
  recall: Estimate;
  /** Share of the references that are whole inside one chunk of the context. */
  hit: Estimate;
  /** Share of the questions with one chunk that holds all references. */
  joint: Estimate;
  /**
   * Share of the source characters in the context that are evidence; text
   * that two chunks hold is paid for twice.
   */
  precision: Estimate;
  /** Evidence in the context, of all characters of context and references. */
  iou: Estimate;
  /** Tokens in the context, mean over questions. */
  tokens: number;
  /** Chunks in the context (the one that is cut included), mean. */
  chunks: number;
}

/** The metrics of a context of a number of tokens. */
export interface BudgetMetrics extends ContextMetrics {
  /** The most tokens in the context; its last chunk is cut to fit. */
  budgetTokens: number;
}

/** The metrics of a context of a number of whole chunks. */
export interface TopKMetrics extends ContextMetrics {
  /** How many of the best chunks are the context. */
  k: number;
}

/** One point of the curve of recall against tokens of context. */
export interface CurvePoint {
  /** The most tokens in the context. */
  budgetTokens: number;
  /** Evidence recall at this budget. */
  recall: Estimate;
}

/** The difference of a splitter to the baseline in one metric. */
export interface PairedDifference {
  /** The name of the splitter that is compared. */
  splitter: string;
  /** The metric that is compared. */
  metric: MetricName;
  /** The budget at which they are compared, in tokens. */
  budgetTokens: number;
  /** Splitter minus baseline, question by question: shares from -1 to 1. */
  difference: Estimate;
  /**
   * The smallest true difference that this many questions show four times in
   * five (two-sided 5 %, power 80 %), a share.
   */
  smallestDetectable: number;
  /** Whether the interval leaves out 0. */
  significant: boolean;
}
