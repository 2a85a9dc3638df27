import type {
  BudgetMetrics,
  CurvePoint,
  Estimate,
  PairedDifference,
  TopKMetrics,
} from "./metric-types.js";
import type { Excerpt, Miss, MissClass } from "./miss-types.js";

/**
 * The report of an evaluation: plain JSON data, and all that a page, a table
 * or a program needs to show it.
 *
 * Units: lengths in tokens (of `settings.encoding`) where a name says tokens;
 * shares from 0 to 1; offsets and lengths of text in UTF-16 units of the
 * source; times in milliseconds; ranks from 1.
 */

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
   * counts as missed ("absent"). "goldAmbiguous": it is there more than once;
   * the first was taken. "unlocated": a chunk could not be found in its
   * document, so that its evidence does not count.
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
