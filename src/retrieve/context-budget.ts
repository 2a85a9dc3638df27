import { lengthFunctionOf } from "../options.js";
import { percent } from "../format/numbers.js";
import { checkBudget, type ContextBudgetOptions } from "./budget-options.js";

/** An inequality, `required <= available`, of a stage or of the whole. */
export interface BudgetLine {
  /** The stage, or "answer". */
  name: string;
  /** The tokens that there is room for. */
  available: number;
  /** The tokens that go in. */
  required: number;
  /** `available - required`: negative when it does not fit. */
  slack: number;
}

/** Whether the content fits, by how much, and what would. */
export interface ContextBudget extends BudgetLine {
  /** Whether all lines fit, those of the stages too. */
  fits: boolean;
  /** One for each stage with a window, then that of the answer. */
  lines: BudgetLine[];
  /** The largest chunk size for this `topK`; 0 when there is none. */
  maxChunkSize: number;
  /** The largest `topK` for this chunk size; 0 when there is none. */
  maxTopK: number;
  /** The lines in words and numbers. */
  explanation: string;
  /** What fits and is unwise all the same, one sentence each. */
  advice: string[];
}

/**
 * The arithmetic of a prompt: does what is retrieved fit beside the system
 * prompt, the question and the answer, in every stage of a chain?
 *
 *     topK * (chunkSize + overheadPerChunk) * expansions
 *       <= contextWindow - systemPrompt - question - answerReserve
 *
 * @example
 * ```ts
 * import { planContextBudget } from "langchain-seams";
 *
 * const budget = await planContextBudget({
 *   contextWindow: 8192,
 *   systemPrompt: "Answer from the context only.",
 *   question: 60,
 *   answerReserve: 1000,
 *   topK: 10,
 *   chunkSize: 400,
 *   overheadPerChunk: 20,
 * });
 * console.log(budget.fits, budget.slack, budget.maxTopK);
 * ```
 *
 * @throws RangeError when an option is out of range.
 */
export async function planContextBudget(
  options: ContextBudgetOptions
): Promise<ContextBudget> {
  checkBudget(options);
  const { topK, chunkSize, overheadPerChunk = 0 } = options;
  const constraints = await constraintsOf(options);
  const content = topK * (chunkSize + overheadPerChunk);
  const lines = constraints.map((constraint) => {
    const { name, available } = constraint;
    const required = requiredOf(constraint, content);
    return { name, available, required, slack: available - required };
  });
  const allows = (amount: number): boolean =>
    constraints.every((one) => requiredOf(one, amount) <= one.available);
  const answer = lines[lines.length - 1];
  return {
    ...answer,
    fits: lines.every(({ slack }) => slack >= 0),
    lines,
    maxChunkSize: largest((size) => allows(topK * (size + overheadPerChunk))),
    maxTopK: largest((k) => allows(k * (chunkSize + overheadPerChunk))),
    explanation: constraints.map((one) => explain(one, options)).join("\n"),
    advice: adviceOn(options),
  };
}

/**
 * Throws unless the content fits: for a test of your own, so that a longer
 * system prompt or a larger chunk size cannot break production unnoticed.
 *
 * @throws Error with the inequalities when it does not fit.
 * @throws RangeError when an option is out of range.
 */
export async function assertContextBudget(
  options: ContextBudgetOptions
): Promise<ContextBudget> {
  const budget = await planContextBudget(options);
  if (budget.fits) return budget;
  throw new Error(
    `The context does not fit:\n${budget.explanation}\n` +
      `Largest chunk size for ${options.topK} chunks: ${budget.maxChunkSize}; ` +
      `most chunks of ${options.chunkSize}: ${budget.maxTopK}.`
  );
}

interface Constraint {
  name: string;
  available: number;
  /** How `available` comes about. */
  formula: string;
  /** What is needed is so many times the retrieved content. */
  factors: number[];
}

async function constraintsOf(
  options: ContextBudgetOptions
): Promise<Constraint[]> {
  const { contextWindow, answerReserve, stages = [] } = options;
  const count = lengthFunctionOf(options);
  const lengthOf = async (part: string | number = 0): Promise<number> =>
    typeof part === "string" ? count(part) : part;
  const constraints: Constraint[] = [];
  let factor = 1;
  for (const { name, expansion = 1, contextWindow: window } of stages) {
    const factors = [factor, factor * expansion];
    factor *= expansion;
    if (window === undefined) continue;
    constraints.push({
      name,
      available: window,
      formula: `${window}`,
      factors,
    });
  }
  const system = await lengthOf(options.systemPrompt);
  const question = await lengthOf(options.question);
  const available = contextWindow - system - question - answerReserve;
  const formula =
    `${contextWindow} - ${system} (system prompt) - ${question} (question) - ` +
    `${answerReserve} (answer) = ${available}`;
  constraints.push({ name: "answer", available, formula, factors: [factor] });
  return constraints;
}

/** Rounded up, but not for the sake of a binary fraction. */
const requiredOf = ({ factors }: Constraint, content: number): number =>
  factors.reduce((sum, factor) => sum + Math.ceil(content * factor - 1e-6), 0);

/** The inequality of a constraint, written out. */
function explain(
  constraint: Constraint,
  { topK, chunkSize, overheadPerChunk = 0 }: ContextBudgetOptions
): string {
  const { name, available, formula, factors } = constraint;
  const content = topK * (chunkSize + overheadPerChunk);
  const required = requiredOf(constraint, content);
  const isPlain = factors.length === 1 && factors[0] === 1;
  const shown = factors.map((factor) => Number(factor.toFixed(4)));
  const expanded = isPlain ? "" : ` * (${shown.join(" + ")})`;
  return (
    `${name}: ${topK} * (${chunkSize} + ${overheadPerChunk})${expanded} = ` +
    `${required} ${required <= available ? "<=" : ">"} ${formula}, ` +
    `slack ${available - required}`
  );
}

/** Beyond any window: a stage may shrink everything to next to nothing. */
const MOST = 2 ** 50;

/** The largest whole number that is allowed, 0 if none is. */
function largest(allows: (value: number) => boolean): number {
  let [low, high] = [0, 1];
  while (high <= MOST && allows(high)) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (allows(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The overlap above which chunks mostly repeat each other. */
const MOST_OVERLAP = 1 / 4;
/** See `ContextualPrefix`. */
const MOST_PREFIX = 1 / 3;

/** What fits and is unwise all the same. */
function adviceOn({
  chunkSize,
  chunkOverlap = 0,
  embeddingWindow = Infinity,
  prefixShare = 0,
}: ContextBudgetOptions): string[] {
  const advice: string[] = [];
  if (chunkOverlap > chunkSize * MOST_OVERLAP) {
    advice.push(
      `The overlap is ${percent(chunkOverlap / chunkSize)} of the chunk size: ` +
        `above ${percent(MOST_OVERLAP)} the chunks that are found mostly repeat ` +
        "each other, and every token of it is embedded and paid for twice."
    );
  }
  const embedded = Math.floor(chunkSize * (1 + prefixShare) + 1e-9);
  if (embedded > embeddingWindow) {
    const withPrefix = prefixShare > 0 ? " with its prefix" : "";
    advice.push(
      `A chunk${withPrefix} has up to ${embedded} tokens, more than the ` +
        `${embeddingWindow} of the embedding model's window: what is behind them ` +
        "is not in the vector, and cannot be found."
    );
  }
  if (prefixShare > MOST_PREFIX + 1e-9) {
    advice.push(
      `The prefix share is ${percent(prefixShare)}: above ` +
        `${percent(MOST_PREFIX)} the chunks of a document look alike, and the ` +
        "right document is returned with the wrong section."
    );
  }
  return advice;
}
