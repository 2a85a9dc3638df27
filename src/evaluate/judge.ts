import type { DocumentInterface } from "@langchain/core/documents";
import { isRecord } from "../documents/metadata.js";

/** What a judge is given. */
export interface JudgeInput {
  /** The question, as it was asked. */
  question: string;
  /** The chunks of the context, joined by blank lines, the last one cut. */
  context: string;
  /** The chunks of the context, whole. */
  chunks: DocumentInterface[];
  /** The evidence, as text. */
  references: string[];
  /** The name of the splitter. */
  splitter: string;
  /** Aborted when the evaluation is to stop. */
  signal?: AbortSignal;
}

/** What a judge says of an answer. */
export interface Judgement {
  /** How good the answer is, from 0 to 1. */
  score: number;
  /** Why the model stopped ("stop", "length"), where it is known. */
  finishReason?: string;
  [field: string]: unknown;
}

/**
 * Answers a question from its context and scores the answer: returns a
 * judgement, or the message of a chat model whose content is one, as JSON.
 */
export type Judge = (input: JudgeInput) => Promise<unknown> | unknown;

/** The ways in which models say that an answer was cut off. */
const CUT_OFF = new Set([
  "length",
  "max_tokens",
  "max_output_tokens",
  "model_length",
  "model_context_window_exceeded",
  "incomplete",
]);

/** A judgement that is good, or why it is refused. */
export type Verdict = { score: number } | { refused: string };

/**
 * Takes a judgement as it is or refuses it: nothing is repaired, since an
 * answer that was cut off is not the answer that the model would have given.
 */
export function readJudgement(
  value: unknown,
  requiredFields: readonly string[] = []
): Verdict {
  if (!isRecord(value)) return { refused: "the judgement is no object" };
  const { response_metadata: response, content } = value;
  const stop = finishReasonOf(isRecord(response) ? response : value);
  if (stop !== undefined && CUT_OFF.has(stop.toLowerCase())) {
    return { refused: `the answer was cut off (${stop})` };
  }
  if (!isRecord(response)) return readFields(value, requiredFields);
  if (typeof content !== "string") {
    return { refused: "the content of the message is no text" };
  }
  try {
    const fields: unknown = JSON.parse(content);
    if (isRecord(fields)) return readJudgement(fields, requiredFields);
  } catch {
    // Said below.
  }
  return { refused: "the content of the message is no JSON object" };
}

function finishReasonOf(value: Record<string, unknown>): string | undefined {
  const names = [
    "finishReason",
    "finish_reason",
    "stopReason",
    "stop_reason",
    "done_reason",
    "status",
  ];
  return names
    .map((name) => value[name])
    .find((reason): reason is string => typeof reason === "string");
}

function readFields(
  fields: Record<string, unknown>,
  requiredFields: readonly string[]
): Verdict {
  const missing = ["score", ...requiredFields].filter(
    (name) => fields[name] === undefined || fields[name] === null
  );
  if (missing.length > 0) {
    const names = missing.map((name) => `\`${name}\``).join(", ");
    return { refused: `the judgement lacks ${names}` };
  }
  const { score } = fields;
  if (typeof score !== "number" || !(score >= 0 && score <= 1)) {
    return { refused: "`score` is no number from 0 to 1" };
  }
  return { score };
}
