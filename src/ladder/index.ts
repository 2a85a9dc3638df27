/**
 * What a text may be cut at where its outline has no seam left: sentences,
 * words, words without blanks between them, grapheme clusters. The same for
 * every format, and each rung is only read where the one above does not do.
 */
import { isBlank } from "../blanks.js";
import { Strength, type Seam, type Span } from "../outline.js";
import { sentences } from "./sentences.js";
import { graphemes, subwords, words } from "./words.js";

export interface Rung {
  strength: number;
  /** Offsets inside `(start, end)`, about `stride` units apart if many. */
  find: (text: string, start: number, end: number, stride: number) => number[];
  /** Whether parts that do not fit may hold more of these offsets. */
  isThinned?: boolean;
}

/** From the most natural cuts to the least. */
export const ladder: readonly Rung[] = [
  { strength: Strength.sentence, find: sentences },
  { strength: Strength.word, find: words, isThinned: true },
  { strength: Strength.word - 1, find: subwords, isThinned: true },
  { strength: Strength.grapheme, find: graphemes },
];

/** The seams of one rung inside `(start, end)`. */
export function seamsOf(
  { strength, find }: Rung,
  text: string,
  { start, end }: Span,
  stride: number
): Seam[] {
  const seams: Seam[] = [];
  for (const at of find(text, start, end, stride)) {
    // In front of white space there is nothing to gain: behind it will do.
    if (isBlank(text, at)) continue;
    const line = lineStart(text, at, start);
    if (line === undefined) seams.push({ at, strength });
    else if (line > start) {
      seams.push({ at: line, strength: Math.max(strength, Strength.wrap) });
    }
  }
  return seams;
}

/**
 * The start of the line (or of the part) of a first word: its indentation stays
 * with it, and a line break is a better place to cut than another blank.
 */
function lineStart(
  text: string,
  at: number,
  start: number
): number | undefined {
  let from = at;
  let isFirst = false;
  while (from > start && isBlank(text, from - 1)) {
    isFirst = text[from - 1] === "\n" || text[from - 1] === "\r";
    if (isFirst) break;
    from -= 1;
  }
  return isFirst || from === start ? from : undefined;
}

export { graphemeCeil, graphemeFloor } from "./words.js";
