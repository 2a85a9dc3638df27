import type { TextSplitter } from "@langchain/textsplitters";
import { mean } from "../format/numbers.js";
import { smallestDetectable, type Bootstrap } from "./bootstrap.js";
import type { RunContext, SplitterRun } from "./run.js";
import type { ContextResult, QuestionResult } from "./score.js";
import { sizeDistribution } from "./sizes.js";
import {
  METRICS,
  type ContextMetrics,
  type PairedDifference,
} from "./metric-types.js";
import { MISS_CLASSES, type MissClass } from "./miss-types.js";
import type { LoadedData } from "./data/index.js";
import type { JudgedAnswers, ReportProblem, SplitterReport } from "./types.js";

/** The report of one splitter. */
export function splitterReport(
  name: string,
  splitter: TextSplitter,
  run: SplitterRun,
  { data, cuts, settings }: RunContext,
  shared: {
    bootstrap: Bootstrap;
    tokensOfSource: number;
    binWidth: number;
    largest: number;
  }
): SplitterReport {
  const { results, chunks } = run;
  const { bootstrap } = shared;
  const estimate = (read: (result: QuestionResult) => number) =>
    bootstrap.estimate(results.map(read));
  const metricsOf = (
    read: (result: QuestionResult) => ContextResult
  ): ContextMetrics => ({
    recall: estimate((result) => read(result).recall),
    hit: estimate((result) => read(result).hit),
    joint: estimate((result) => read(result).joint),
    precision: estimate((result) => read(result).precision),
    iou: estimate((result) => read(result).iou),
    tokens: mean(results.map((result) => read(result).tokens)),
    chunks: mean(results.map((result) => read(result).chunks)),
  });
  const tokens = chunks.map((chunk) => chunk.tokens);
  const judged = judgedAnswers(run, settings.resamples, settings.seed, shared);
  return {
    name,
    description: {
      className: splitter.constructor.name,
      chunkSize: splitter.chunkSize,
      chunkOverlap: splitter.chunkOverlap,
    },
    totals: {
      chunks: chunks.length,
      tokensIndexed: tokens.reduce((sum, count) => sum + count, 0),
      tokensOfSource: shared.tokensOfSource,
      splitMs: run.splitMs,
      retrieveMs: run.retrieveMs,
      embedCalls: run.embedCalls,
      unlocated: chunks.filter(({ location }) => location === undefined).length,
    },
    sizes: sizeDistribution(tokens, shared.binWidth, shared.largest),
    budgets: cuts.budgets.map((budgetTokens, index) => ({
      budgetTokens,
      ...metricsOf(({ budgets }) => budgets[index]),
    })),
    topK: cuts.topK.map((k, index) => ({
      k,
      ...metricsOf(({ topK }) => topK[index]),
    })),
    curve: cuts.curve.map((budgetTokens, index) => ({
      budgetTokens,
      recall: estimate(({ curve }) => curve[index]),
    })),
    mrr: estimate(({ reciprocalRank }) => reciprocalRank),
    precisionOmega: estimate((result) => result.precisionOmega),
    missCounts: countMisses(results),
    references: data.questions.reduce(
      (sum, { references }) => sum + references.length,
      0
    ),
    ...(judged && { judged }),
  };
}

function countMisses(
  results: readonly QuestionResult[]
): Record<MissClass, number> {
  const misses = results.flatMap((result) => result.misses);
  const count = (wanted: MissClass) =>
    misses.filter((miss) => miss.class === wanted).length;
  const [absent, cut, notRetrieved] = MISS_CLASSES.map(count);
  return { absent, cut, notRetrieved };
}

function judgedAnswers(
  { verdicts }: SplitterRun,
  resamples: number,
  seed: number,
  { bootstrap }: { bootstrap: Bootstrap }
): JudgedAnswers | undefined {
  if (verdicts === undefined) return undefined;
  const scores: number[] = [];
  const refused: JudgedAnswers["refused"] = [];
  for (const [question, verdict] of verdicts.entries()) {
    if ("score" in verdict) scores.push(verdict.score);
    else refused.push({ question, reason: verdict.refused });
  }
  const own = bootstrap.forCount(scores.length, resamples, seed);
  return { score: own.estimate(scores), accepted: scores.length, refused };
}

/** The differences of a splitter to the baseline, at every budget. */
export function pairedDifferences(
  splitter: string,
  results: readonly QuestionResult[],
  baseline: readonly QuestionResult[],
  budgets: readonly number[],
  bootstrap: Bootstrap
): PairedDifference[] {
  return budgets.flatMap((budgetTokens, index) =>
    METRICS.map((metric) => {
      const differences = results.map(
        (result, question) =>
          result.budgets[index][metric] -
          baseline[question].budgets[index][metric]
      );
      const difference = bootstrap.estimate(differences);
      return {
        splitter,
        metric,
        budgetTokens,
        difference,
        smallestDetectable: smallestDetectable(differences),
        significant: difference.low > 0 || difference.high < 0,
      };
    })
  );
}

/** Says of each splitter and document which chunks could not be located. */
export function unlocatedProblems(
  splitter: string,
  { chunks }: SplitterRun,
  { corpora }: LoadedData
): ReportProblem[] {
  return corpora.flatMap(({ name: corpus }, index) => {
    const own = chunks.filter((chunk) => chunk.corpus === index);
    const lost = own.filter(({ location }) => location === undefined);
    if (lost.length === 0) return [];
    const text = lost[0].document.pageContent.replace(/\s+/g, " ").trim();
    const example = text.length > 60 ? `${text.slice(0, 59)}…` : text;
    const message =
      `${lost.length} of ${own.length} chunks of ${corpus} are not in its ` +
      `text; their evidence does not count. The first: "${example}"`;
    return [{ kind: "unlocated" as const, message, corpus, splitter }];
  });
}
