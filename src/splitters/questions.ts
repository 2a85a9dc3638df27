import type { Outline } from "../outline.js";
import { parseQuestions } from "../parse/questions.js";
import { SeamTextSplitter } from "./base.js";

/**
 * Splits frequent questions, in Markdown or plain text, so that each question
 * is a chunk with its answer; the question is repeated where an answer is cut.
 * See `presets.faq`.
 */
export class QuestionTextSplitter extends SeamTextSplitter {
  static override lc_name(): string {
    return "QuestionTextSplitter";
  }

  protected override parse(text: string): Outline {
    return parseQuestions(text);
  }
}
