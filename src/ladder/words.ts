import { isBlank } from "../blanks.js";

const wordSegmenter = new Intl.Segmenter("en", { granularity: "word" });
const graphemeSegmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

const WINDOW = 2_000;

/**
 * Offsets inside `(start, end)` at which a word between blanks starts: of words
 * nearer than `stride` to the one before just those that begin a line.
 */
export function words(
  text: string,
  start: number,
  end: number,
  stride: number
): number[] {
  const offsets: number[] = [];
  let known = start;
  for (let at = start; at < end; at += 1) {
    const blank = at;
    let isLine = false;
    for (; at < end && isBlank(text, at); at += 1) {
      isLine ||= text[at] === "\n" || text[at] === "\r";
    }
    if (at === blank || blank === start || at === end) continue;
    if (at - known < stride && !isLine) continue;
    if (graphemeFloor(text, at, known) === at) {
      offsets.push(at);
      known = at;
    }
  }
  return offsets;
}

/**
 * Offsets inside `(start, end)` of the words that a dictionary or a change of
 * script finds where there are no blanks: Chinese, Japanese, Thai, the parts
 * of an address or of a path. None is nearer than `stride` to the one before.
 */
export function subwords(
  text: string,
  start: number,
  end: number,
  stride: number
): number[] {
  const offsets: number[] = [];
  const size = Math.max(WINDOW, 2 * stride);
  let known = start;
  for (let from = start, to; ; from = known > from ? known : to) {
    to = Math.min(from + size, end);
    const segments = wordSegmenter.segment(text.slice(from, to));
    let next = Math.max(known + stride, from + 1);
    while (next < to) {
      // Asked for one by one: most words are not needed.
      const at = from + borderFrom(segments, next - from);
      if (at >= to) break;
      const isBorder = graphemeFloor(text, at, known) === at;
      if (isBorder) {
        offsets.push(at);
        known = at;
      }
      next = at + (isBorder ? stride : 1);
    }
    // The last word may go on in the next window, so it is read again there.
    if (to === end) return offsets;
  }
}

/** The first border between segments from an offset on. */
function borderFrom(segments: Intl.Segments, offset: number): number {
  const { index, segment } = segments.containing(offset)!;
  return index === offset ? offset : index + segment.length;
}

// Letters that never join with what stands before them, the common ones:
// ASCII, Latin, Greek, Cyrillic, Han, kana without marks.
const SIMPLE =
  /[\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]/;

function isSimple(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  // Expressions are slow, and most text is ASCII.
  return code < 0x7f ? code >= 0x20 : SIMPLE.test(text[at]);
}

/**
 * The start of the grapheme cluster (UAX #29) that holds the unit at this
 * offset. `known` is an offset before it at which a cluster is known to start.
 */
export function graphemeFloor(text: string, at: number, known: number): number {
  if (at <= known) return known;
  if (at >= text.length) return text.length;
  if (isSimple(text, at) && isSimple(text, at - 1)) return at;
  let from = at - 1;
  while (from > known && !isSimple(text, from)) from -= 1;
  const segments = graphemeSegmenter.segment(text.slice(from, at + 2));
  return from + (segments.containing(at - from)?.index ?? at - from);
}

/** The end of the grapheme cluster that starts at this offset. */
export function graphemeCeil(text: string, from: number): number {
  for (let size = 32; ; size *= 4) {
    const window = text.slice(from, from + size);
    const first = graphemeSegmenter.segment(window).containing(0);
    const length = first === undefined ? 0 : first.segment.length;
    if (length < window.length || from + size >= text.length) {
      return from + length;
    }
  }
}

/**
 * Offsets inside `(start, end)` at which a grapheme cluster starts, at least
 * `stride` units apart.
 */
export function graphemes(
  text: string,
  start: number,
  end: number,
  stride: number
): number[] {
  const offsets: number[] = [];
  let previous = start;
  while (previous + stride < end) {
    let at = graphemeFloor(text, previous + stride, previous);
    if (at <= previous) at = graphemeCeil(text, previous);
    if (at >= end) break;
    offsets.push(at);
    previous = at;
  }
  return offsets;
}
