import type { Outline } from "../outline.js";
import { parseProse } from "../parse/prose.js";
import { SeamTextSplitter } from "./base.js";
import { proseOverlap, type SeamTextSplitterParams } from "./params.js";

/** The options of `RecursiveTokenTextSplitter`. */
export type RecursiveTokenTextSplitterParams = SeamTextSplitterParams;

/**
 * Splits plain text at paragraphs, lines, sentences (English and Spanish
 * abbreviations known; Chinese, Japanese, Hindi and Arabic marks too), words
 * and, at last, grapheme clusters. `chunkOverlap` is 15 % by default.
 *
 * @example
 * ```ts
 * import { RecursiveTokenTextSplitter } from "langchain-seams";
 *
 * const splitter = new RecursiveTokenTextSplitter({ chunkSize: 200 });
 * const chunks = await splitter.splitText("One paragraph.\n\nAnother one.");
 * console.log(chunks.length); // 1
 * ```
 *
 * @throws RangeError when an option is out of range.
 * @see Unicode Standard Annex #29, Text Segmentation
 */
export class RecursiveTokenTextSplitter extends SeamTextSplitter {
  static override lc_name(): string {
    return "RecursiveTokenTextSplitter";
  }

  constructor(fields: Partial<RecursiveTokenTextSplitterParams> = {}) {
    const { chunkOverlap = proseOverlap(fields.chunkSize) } = fields;
    super({ ...fields, chunkOverlap });
  }

  protected override parse(text: string): Outline {
    return parseProse(text);
  }
}
