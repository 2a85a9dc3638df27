import type { Outline } from "../outline.js";
import { parseClauses } from "../parse/clauses.js";
import { parseMarkdown } from "../parse/markdown.js";
import { SeamTextSplitter } from "./base.js";

const MARKDOWN_HEADING = /^ {0,3}#{1,6}[ \t]+\S/m;

/**
 * Splits contracts and laws by their clauses; the clauses over a chunk are its
 * `section`. A text with headings of Markdown is split along those. See
 * `presets.legalContract`.
 */
export class ClauseTextSplitter extends SeamTextSplitter {
  static override lc_name(): string {
    return "ClauseTextSplitter";
  }

  protected override parse(text: string): Outline {
    return MARKDOWN_HEADING.test(text)
      ? parseMarkdown(text)
      : parseClauses(text);
  }
}
