import type { LengthFunction } from "../measure/index.js";
import { checkInteger, optionError } from "../options.js";

/**
 * A step between retrieval and the answer that makes the content longer or
 * shorter: parents for children, a translation, a summary.
 */
export interface BudgetStage {
  /** What it is called in the lines. */
  name: string;
  /** Tokens that come out for each that goes in. Default: 1. */
  expansion?: number;
  /**
   * The window of the model of this stage, if it has one: what goes in and what
   * comes out have to fit together.
   */
  contextWindow?: number;
}

/** What the prompt is made of; lengths in tokens. */
export interface ContextBudgetOptions {
  /** The window of the model that answers. */
  contextWindow: number;
  /** Tokens to keep free for the answer. */
  answerReserve: number;
  /** How many chunks are retrieved. */
  topK: number;
  /** The most tokens of a chunk. */
  chunkSize: number;
  /** The system prompt, or its tokens. Default: 0. */
  systemPrompt?: string | number;
  /** The longest question that is expected, or its tokens. Default: 0. */
  question?: string | number;
  /** Tokens around each chunk: separators, prefix, source. Default: 0. */
  overheadPerChunk?: number;
  /** Steps between retrieval and the answer, in their order. */
  stages?: readonly BudgetStage[];
  /** The overlap of the chunks, for advice. */
  chunkOverlap?: number;
  /** The window of the embedding model, for advice. */
  embeddingWindow?: number;
  /** The share of prefixes (`maxShare`), for advice. */
  prefixShare?: number;
  /** The encoding or model whose tokens are counted. Default: "cl100k_base". */
  encoding?: string;
  /** Counts texts. Default: `tokenCounter(encoding)`. */
  lengthFunction?: LengthFunction;
}

/** Throws a `RangeError` for an option that is out of range. */
export function checkBudget(options: ContextBudgetOptions): void {
  for (const name of ["contextWindow", "topK", "chunkSize"] as const) {
    checkInteger(name, options?.[name], 1);
  }
  const optional = [
    "answerReserve",
    "overheadPerChunk",
    "chunkOverlap",
  ] as const;
  for (const name of optional) {
    const value = options[name];
    if (name === "answerReserve" || value !== undefined) {
      checkInteger(name, value, 0);
    }
  }
  for (const name of ["systemPrompt", "question"] as const) {
    const value = options[name] ?? 0;
    if (typeof value !== "string") checkInteger(name, value, 0);
  }
  for (const [index, stage] of (options.stages ?? []).entries()) {
    const { expansion = 1, contextWindow } = stage;
    if (!Number.isFinite(expansion) || expansion <= 0) {
      const name = `stages[${index}].expansion`;
      throw optionError(name, "a number above 0", expansion);
    }
    if (contextWindow === undefined) continue;
    checkInteger(`stages[${index}].contextWindow`, contextWindow, 1);
  }
}
