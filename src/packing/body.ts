/**
 * What of the text between two seams is a chunk's own: blank lines in front
 * and white space at the end are left out, indentation is kept.
 */
import { isBlank } from "../blanks.js";

/** Behind a form feed a line starts too: the first of a page. */
const isLineBreak = (text: string, at: number): boolean =>
  text[at] === "\n" || text[at] === "\r" || text[at] === "\f";

/** The first offset of a chunk's own text, `end` when all is blank. */
export function bodyStart(text: string, start: number, end: number): number {
  let lineStart =
    start === 0 || isLineBreak(text, start - 1) ? start : undefined;
  let at = start;
  while (at < end && isBlank(text, at)) {
    if (isLineBreak(text, at)) lineStart = at + 1;
    at += 1;
  }
  return at === end ? end : (lineStart ?? at);
}

/** The first offset from `start` that is not blank: no indentation. */
export function wordStart(text: string, start: number): number {
  let at = start;
  while (at < text.length && isBlank(text, at)) at += 1;
  return at;
}

/** The offset behind a chunk's own text, `start` when all is blank. */
export function bodyEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text, at - 1)) at -= 1;
  return at;
}
