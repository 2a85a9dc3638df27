import type { LengthFunction } from "../measure/index.js";
import {
  checkInteger,
  optionError,
  checkNumber,
  checkSizes,
  checkString,
} from "../options.js";

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
  checkInteger("answerReserve", options.answerReserve, 0);
  const {
    overheadPerChunk = 0,
    chunkOverlap = 0,
    embeddingWindow = 1,
  } = options;
  checkInteger("overheadPerChunk", overheadPerChunk, 0);
  checkSizes(options.chunkSize, chunkOverlap);
  checkInteger("embeddingWindow", embeddingWindow, 1);
  const { prefixShare = 0, stages = [] } = options;
  checkNumber("prefixShare", prefixShare, 0);
  for (const name of ["systemPrompt", "question"] as const) {
    const { [name]: value = 0 } = options;
    if (typeof value !== "string") checkInteger(name, value, 0);
  }
  if (!Array.isArray(stages)) throw optionError("stages", "a list", stages);
  for (const [index, stage] of stages.entries()) {
    checkStage(`stages[${index}]`, stage);
  }
}

function checkStage(path: string, stage: BudgetStage): void {
  const { name, expansion = 1, contextWindow = 1 } = stage ?? {};
  checkString(`${path}.name`, name);
  if (!Number.isFinite(expansion) || expansion <= 0) {
    throw optionError(`${path}.expansion`, "a number above 0", expansion);
  }
  checkInteger(`${path}.contextWindow`, contextWindow, 1);
}
