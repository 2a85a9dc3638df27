import type { Span } from "../outline.js";
import type { ChunkMaker, EvaluatedChunk } from "./chunks.js";
import { contextOfBudget, contextOfTop, type Context } from "./context.js";
import type { LocatedQuestion } from "./data/evidence.js";
import { contextMetrics, precisionOmega, type Evidence } from "./metrics.js";
import { findMisses, type QuestionMiss } from "./misses.js";
import { holds, intersection } from "./spans.js";
import type { MetricName } from "./metric-types.js";

/** The metrics of one context, its tokens and its chunks. */
export type ContextResult = Record<MetricName | "tokens" | "chunks", number>;

/** The results of one question: numbers only, so that they can be cached. */
export interface QuestionResult {
  /** One for each of the budgets. */
  budgets: ContextResult[];
  /** One for each k. */
  topK: ContextResult[];
  /** Recall for each budget of the curve. */
  curve: number[];
  reciprocalRank: number;
  precisionOmega: number;
  /** At the budget of the settings. */
  misses: QuestionMiss[];
}

/** The contexts to score. */
export interface Cuts {
  budgetTokens: number;
  budgets: readonly number[];
  topK: readonly number[];
  curve: readonly number[];
}

/** The evidence of a question in its document. */
function evidenceOf({ references }: LocatedQuestion, text: string): Evidence {
  return {
    text,
    references: references.map(({ start, end }) =>
      start === null || end === null ? undefined : { start, end }
    ),
    characters: references.reduce((sum, one) => sum + one.text.length, 0),
  };
}

/** Scores what was found for one question. */
export async function scoreQuestion(
  question: LocatedQuestion,
  text: string,
  /** The chunks of the question's document. */
  own: readonly EvaluatedChunk[],
  /** The chunks found, the best first. */
  ranking: readonly EvaluatedChunk[],
  cuts: Cuts,
  maker: ChunkMaker
): Promise<{ result: QuestionResult; context: Context }> {
  const evidence = evidenceOf(question, text);
  const { corpus } = question;
  const wanted = evidence.references.filter((span) => span !== undefined);
  const holders = own.filter((chunk) => touches(chunk, wanted));
  const contexts = new Map<number, Context>();
  const contextAt = async (budget: number): Promise<Context> => {
    const known = contexts.get(budget);
    if (known !== undefined) return known;
    const made = await contextOfBudget(ranking, corpus, budget, maker);
    contexts.set(budget, made);
    return made;
  };
  const resultOf = (context: Context): ContextResult => ({
    ...contextMetrics(evidence, context.shown),
    tokens: context.tokens,
    chunks: context.chunks.length,
  });
  const budgets: ContextResult[] = [];
  for (const budget of cuts.budgets) {
    budgets.push(resultOf(await contextAt(budget)));
  }
  const curve: number[] = [];
  for (const budget of cuts.curve) {
    const { shown } = await contextAt(budget);
    curve.push(contextMetrics(evidence, shown).recall);
  }
  const topK = cuts.topK.map((k) => resultOf(contextOfTop(ranking, corpus, k)));
  const context = await contextAt(cuts.budgetTokens);
  const ranks = new Map(ranking.map(({ id }, index) => [id, index + 1]));
  const first = ranking.findIndex(
    (chunk) =>
      chunk.corpus === corpus &&
      touches(chunk, wanted) &&
      wanted.some((span) => holds(text, chunk.spans, span))
  );
  const result = {
    budgets,
    topK,
    curve,
    reciprocalRank: first === -1 ? 0 : 1 / (first + 1),
    precisionOmega: precisionOmega(evidence, holders),
    misses: findMisses({ evidence, own, ranking, corpus, ranks, context }),
  };
  return { result, context };
}

/** Whether a chunk shows some of the spans. */
function touches({ spans }: EvaluatedChunk, wanted: readonly Span[]): boolean {
  if (spans.length === 0) return false;
  const { start } = spans[0];
  const { end } = spans[spans.length - 1];
  return wanted.some(
    (span) =>
      span.start < end &&
      span.end > start &&
      intersection([span], spans).length > 0
  );
}
