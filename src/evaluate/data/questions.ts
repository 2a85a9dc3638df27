import { basename } from "node:path";
import { isRecord } from "../../documents/metadata.js";

/** Evidence: `text`, when given, must be the document from start to end. */
export interface QuestionReference {
  /** Offset in the document, UTF-16. */
  start: number;
  /** The offset behind it. */
  end: number;
  /** The evidence itself, to be compared with the document. */
  text?: string;
}

/** A question and its exact evidence, by offsets or as gold strings. */
export interface EvaluationQuestion {
  /** The question, as it is asked. */
  question: string;
  /** The name of its document. May be left out when there is only one. */
  corpus?: string;
  /** Where the evidence stands. */
  references?: QuestionReference[];
  /** The evidence as text, to be found in the document. */
  gold?: string | string[];
}

/** Data that is not as it must be: which file, which line, what is expected. */
export class EvaluationDataError extends Error {
  /** The name of the class. */
  override name = "EvaluationDataError";

  constructor(
    /** The path of the file or folder. */
    readonly file: string,
    /** The line, from 1; `undefined` for the file as a whole. */
    readonly line: number | undefined,
    /** What is expected, and what is there instead. */
    readonly expectation: string
  ) {
    super(`${file}${line === undefined ? "" : `:${line}`}: ${expectation}`);
  }
}

const shorten = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

/**
 * The question that a value holds.
 *
 * @param fail Makes the error for what was expected.
 */
export function readQuestion(
  value: unknown,
  fail: (expectation: string) => Error
): EvaluationQuestion {
  const expect = (what: string, got: unknown): Error =>
    fail(`expected ${what}, got ${shorten(got)}`);
  if (!isRecord(value)) throw expect("a JSON object", value);
  const { question, corpus, references, gold } = value;
  if (typeof question !== "string" || question.trim() === "") {
    throw expect("`question` to be a text that is not blank", question);
  }
  if (corpus !== undefined && typeof corpus !== "string") {
    throw expect("`corpus` to be the name of a document", corpus);
  }
  if (references === undefined && gold === undefined) {
    throw fail(
      "expected `references` (spans of the document) or `gold` (a text), " +
        "got neither"
    );
  }
  const result: EvaluationQuestion = { question };
  if (corpus !== undefined) result.corpus = corpus;
  if (gold !== undefined) {
    const golds: unknown[] = Array.isArray(gold) ? gold : [gold];
    const texts = golds.filter(
      (text): text is string => typeof text === "string" && text.trim() !== ""
    );
    if (texts.length === 0 || texts.length < golds.length) {
      throw expect("`gold` to be a text, or some, not blank", gold);
    }
    result.gold = texts;
  }
  if (references !== undefined) {
    if (!Array.isArray(references) || references.length === 0) {
      throw expect("`references` to be a list that is not empty", references);
    }
    result.references = references.map((reference: unknown, index) => {
      const name = `references[${index}]`;
      if (!isRecord(reference))
        throw expect(`\`${name}\` an object`, reference);
      return readReference(reference, name, expect);
    });
  }
  return result;
}

function readReference(
  { start, end, text }: Record<string, unknown>,
  name: string,
  expect: (what: string, got: unknown) => Error
): QuestionReference {
  if (typeof start !== "number" || !Number.isSafeInteger(start) || start < 0) {
    throw expect(`\`${name}.start\` to be an offset from 0 up`, start);
  }
  if (typeof end !== "number" || !Number.isSafeInteger(end) || end <= start) {
    throw expect(`\`${name}.end\` to be an offset behind \`start\``, end);
  }
  if (text !== undefined && typeof text !== "string") {
    throw expect(`\`${name}.text\` to be a text`, text);
  }
  return text === undefined ? { start, end } : { start, end, text };
}

/** The questions of a file with one JSON object a line; blank lines are none. */
export function parseQuestions(
  file: string,
  content: string
): { question: EvaluationQuestion; line: number }[] {
  const questions: { question: EvaluationQuestion; line: number }[] = [];
  const lines = content.replace(/^\uFEFF/, "").split(/\r?\n/);
  for (const [index, text] of lines.entries()) {
    if (text.trim() === "") continue;
    const line = index + 1;
    const fail = (expectation: string): Error =>
      new EvaluationDataError(file, line, expectation);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw fail(`expected one JSON object a line: ${reason}`);
    }
    questions.push({ question: readQuestion(value, fail), line });
  }
  if (questions.length === 0) {
    throw new EvaluationDataError(
      file,
      undefined,
      `expected a question a line, and ${basename(file)} has none`
    );
  }
  return questions;
}
