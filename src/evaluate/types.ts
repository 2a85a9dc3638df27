/**
 * The report of an evaluation: plain JSON data, and all that a page, a table
 * or a program needs to show it.
 *
 * Units: lengths in tokens (of `settings.encoding`) where a name says tokens;
 * shares from 0 to 1; offsets and lengths of text in UTF-16 units of the
 * source; times in milliseconds; ranks from 1.
 */

import type { Span } from "../outline.js";

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

/** What a splitter made of the documents. */
export interface SplitterTotals {
  /** How many chunks are indexed, after the transform. */
  chunks: number;
  /** Tokens of all chunks: what is embedded and stored. */
  tokensIndexed: number;
  /** Tokens of the documents themselves. */
  tokensOfSource: number;
  /** Time to split all documents, in milliseconds, the transform left out. */
  splitMs: number;
  /** Time to index and search, in milliseconds; 0 when it was cached. */
  retrieveMs: number;
  /** Calls of the embeddings (a batch is one call). */
  embedCalls: number;
  /** Chunks that could not be located in their document. */
  unlocated: number;
}

/** One bar of a histogram of chunk sizes. */
export interface SizeBin {
  /** The fewest tokens of a chunk in this bar. */
  from: number;
  /** One more than the most tokens of a chunk in this bar. */
  to: number;
  /** How many chunks are in it. */
  count: number;
}

/** How the sizes of the chunks of a splitter are spread, in tokens. */
export interface SizeDistribution {
  /** The smallest. */
  min: number;
  /** The 25th percentile. */
  p25: number;
  /** The 50th percentile. */
  median: number;
  /** The mean. */
  mean: number;
  /** The 75th percentile. */
  p75: number;
  /** The 95th percentile. */
  p95: number;
  /** The largest. */
  max: number;
  /** Bars of one width, the same for all splitters of a report, from 0 up. */
  bins: SizeBin[];
}

/** Why a reference is not whole in one chunk of the context. */
export const MISS_CLASSES = ["absent", "cut", "notRetrieved"] as const;

/**
 * "absent": some of it is in no chunk (it was filtered away, or its chunk
 * could not be located). "cut": all of it is in chunks, but no chunk holds it
 * whole. "notRetrieved": a chunk holds it whole, and is not in the context, or
 * was cut to fit.
 */
export type MissClass = (typeof MISS_CLASSES)[number];

/** What a splitter does, for a title or a tooltip. */
export interface SplitterDescription {
  /** The name of the class. */
  className: string;
  /** Its `chunkSize`, in the unit of its length function. */
  chunkSize: number;
  /** Its `chunkOverlap`, in the same unit. */
  chunkOverlap: number;
}

/** Answers that a judge scored. */
export interface JudgedAnswers {
  /** The mean score of the accepted answers, a share from 0 to 1. */
  score: Estimate;
  /** How many answers were accepted. */
  accepted: number;
  /** Answers that were not counted: cut off, or without a required field. */
  refused: RefusedAnswer[];
}

/** An answer that was refused, not repaired. */
export interface RefusedAnswer {
  /** Index into `questions`. */
  question: number;
  /** Why, in words. */
  reason: string;
}

/** The results of one splitter. */
export interface SplitterReport {
  /** The name that the caller gave it: unique in the report. */
  name: string;
  /** Its class and its sizes. */
  description: SplitterDescription;
  /** What it made of all documents. */
  totals: SplitterTotals;
  /** How large its chunks are. */
  sizes: SizeDistribution;
  /** Ascending budgets, those of `settings.budgets`. */
  budgets: BudgetMetrics[];
  /** Ascending k, those of `settings.topK`. */
  topK: TopKMetrics[];
  /** Recall by budget, finer and wider than `budgets`, ascending. */
  curve: CurvePoint[];
  /**
   * Mean reciprocal rank of the first chunk that holds a reference whole, over
   * the whole ranking; 0 for a question without one.
   */
  mrr: Estimate;
  /**
   * Chroma's precision-omega: the precision that this chunking allows when
   * exactly the chunks with evidence are retrieved. Independent of retrieval.
   */
  precisionOmega: Estimate;
  /** References missed at `settings.budgetTokens`, by class; all of them. */
  missCounts: Record<MissClass, number>;
  /** References in the questions scored: what `missCounts` is out of. */
  references: number;
  /** Only with a judge: the answers at `settings.budgetTokens`. */
  judged?: JudgedAnswers;
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

/** A part of a source, to show a reference in its surroundings. */
export interface Excerpt {
  /** The document it is from: a `name` of `corpora`. */
  corpus: string;
  /** Offset of `text` in the document, UTF-16. */
  start: number;
  /** Offset behind `text`. */
  end: number;
  /** The document from `start` to `end`, as it is: it may hold any markup. */
  text: string;
}

/** A chunk that reaches into an excerpt. */
export interface ChunkBorder {
  /** Its place among the chunks of its document, from 0. */
  index: number;
  /** Where its own text starts in the document; maybe before the excerpt. */
  start: number;
  /** The offset behind its own text; maybe behind the excerpt. */
  end: number;
  /** Spans of the document that it repeats (heads), in front of its text. */
  heads: Span[];
  /** Its tokens, heads and prefix included. */
  tokens: number;
  /** Its rank for the question, from 1; `null` when it was not ranked. */
  rank: number | null;
  /** Whether it is in the context at `settings.budgetTokens`, cut or whole. */
  inContext: boolean;
}

/** A reference that is not whole in one chunk of the context. */
export interface Miss {
  /** The name of the splitter. */
  splitter: string;
  /** Index into `questions`. */
  question: number;
  /** Index into the `references` of the question. */
  reference: number;
  /** Why it is missed. */
  class: MissClass;
  /**
   * The best rank, from 1, of a chunk that holds the reference whole, or, if
   * none does, of one that holds some of it; `null` when none was ranked.
   */
  rank: number | null;
  /** Share of the reference's characters that are in the context. */
  recall: number;
  /** Whether its chunk is in the context, but was cut to fit before its end. */
  truncated: boolean;
  /** Index into `excerpts`; `null` where the evidence is in no document. */
  excerpt: number | null;
  /** The splitter's chunks that reach into the excerpt, in order. */
  chunks: ChunkBorder[];
}

/** Evidence of a question: `text` is the document from `start` to `end`. */
export interface ReportReference {
  /** Offset in the document; `null` for a gold string that is not in it. */
  start: number | null;
  /** Offset behind it; `null` for a gold string that is not in it. */
  end: number | null;
  /** The evidence itself. */
  text: string;
}

/** A question that was scored. */
export interface ReportQuestion {
  /**
   * The document with the evidence: a `name` of `corpora`, "" where a gold
   * string without a document was found in none.
   */
  corpus: string;
  /** The question, as it was asked. */
  question: string;
  /** Its evidence. */
  references: ReportReference[];
}

/** A document. Its text is not in the report: see `excerpts`. */
export interface ReportCorpus {
  /** Its name, unique in the report. */
  name: string;
  /** Its length in UTF-16 units. */
  characters: number;
  /** Its length in tokens. */
  tokens: number;
  /** How many of the scored questions are about it. */
  questions: number;
}

/** Something that could not be scored, or not as it was meant. */
export interface ReportProblem {
  /**
   * "goldNotFound": a gold string is not in its document, and so its question
   * counts as missed ("absent"). "goldAmbiguous": it
   * is there more than once; the first was taken. "unlocated": a chunk could
   * not be found in its document, so that its evidence does not count.
   */
  kind: "goldNotFound" | "goldAmbiguous" | "unlocated";
  /** One sentence for people. */
  message: string;
  /** The document. */
  corpus?: string;
  /** The splitter. */
  splitter?: string;
  /** The question, as it was asked. */
  question?: string;
}

/** How the evaluation was done. */
export interface RunSettings {
  /** The budget for misses and for the table, in tokens. */
  budgetTokens: number;
  /** All budgets, ascending, in tokens; `budgetTokens` is one of them. */
  budgets: number[];
  /** All numbers of chunks, ascending. */
  topK: number[];
  /** What counts tokens: the name of an encoding, or "custom". */
  encoding: string;
  /** The name of the retriever, such as "BM25". */
  retriever: string;
  /** Whether the chunks went through the caller's transform. */
  transformed: boolean;
  /** Retrieval inside the question's document, or over all documents. */
  scope: "document" | "set";
  /** The name of the splitter that the others are compared to, if any. */
  baseline: string | null;
  /** The seed of the bootstrap. */
  seed: number;
  /** How often the questions were resampled. */
  resamples: number;
}

/** The result of `evaluateSplitters`: plain JSON data. */
export interface EvaluationReport {
  /** The version of this format. */
  version: 1;
  /** The name of the data: the caller's, or that of its folder. */
  title: string;
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** How the evaluation was done. */
  settings: RunSettings;
  /** The documents, in the order given. */
  corpora: ReportCorpus[];
  /** The questions scored, in the order given. */
  questions: ReportQuestion[];
  /** In the order given. */
  splitters: SplitterReport[];
  /**
   * Every splitter but the baseline, every metric, every budget. Empty without
   * a baseline.
   */
  differences: PairedDifference[];
  /**
   * References missed at `settings.budgetTokens`, by splitter and question;
   * at most `maxMisses` a splitter: `missCounts` has the totals.
   */
  misses: Miss[];
  /** Parts of the sources that misses refer to, shared between them. */
  excerpts: Excerpt[];
  /** What could not be scored, or not as it was meant. */
  problems: ReportProblem[];
}
