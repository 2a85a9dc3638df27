import { FUNCTION_WORDS } from "../words.js";
import {
  countries,
  maybeFinal,
  neverFinal,
  wordsToo,
} from "./abbreviations.js";

// The rules of UAX #29 are the same for every language here, so the locale is
// fixed: results do not depend on the machine.
const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

// Intl.Segmenter takes time that is quadratic in long texts.
const WINDOW = 4_000;
const MAX_WINDOW = 16_000;

/** An opening bracket or quote in front of a border belongs behind it. */
const OPENER = /[\p{Ps}\p{Pi}¿¡]/u;
/** What a sentence with a quotation in it goes on with, in Japanese. */
const QUOTING = /^(?:と|って)/;

const CLOSERS = /["'”’»)\]}」』）*_`~]*$/u;

/**
 * Whether the text before a border that the segmenter found, and the text
 * after it, belong to one sentence: an abbreviation, an initial, the number of
 * a list, a question mark in an address, a lower-case letter after the border.
 */
function isOneSentence(before: string, after: string): boolean {
  const ending = before.trimEnd();
  const spaced = ending.length < before.length;
  const body = ending.replace(CLOSERS, "");
  const mark = body.slice(-1);
  if ("。！？".includes(mark))
    return /[」』]$/.test(ending) && QUOTING.test(after);
  if (!".?!…:;".includes(mark)) return false;
  if (!spaced) return true;
  if (/^[¿¡"'“‘«([\s]*\p{Ll}/u.test(after)) return true;
  if (mark !== ".") return false;
  const word = /[^\s([{"'“‘«¿¡]+$/u.exec(body.slice(0, -1))?.[0] ?? "";
  if (word === "") return false;
  const lower = word.toLowerCase();
  // "5." and "5.3." in front of their text, alone at the start.
  const alone = body.trimStart().length === word.length + 1;
  if (/^(?:\d+|[a-z]|[ivxlc]+)(?:[.\d]*)$/i.test(word) && alone) return true;
  if (neverFinal.has(lower)) return true;
  if (wordsToo.has(lower)) return word !== lower || /^[\s(]*\d/.test(after);
  if (countries.has(lower)) {
    const [next] = /\p{L}+/u.exec(after) ?? [""];
    return !FUNCTION_WORDS.has(next.toLowerCase());
  }
  if (maybeFinal.has(lower)) return !/^[¿¡"'“‘«([\s]*\p{Lu}/u.test(after);
  // One capital: an initial ("J. Smith"), also dotted ("J.R.R.").
  return /^(?:\p{Lu}\.)*\p{Lu}$/u.test(word);
}

const DASH = /[-–—―]\s?[¿¡"“«]*\p{Lu}/gu;
const ENDED = /[.!?…]["'”’»)\]]*\s+$/;

/** How far in front of a dash the end of a sentence may be, blanks included. */
const NEAR = 12;

/**
 * Where somebody else speaks: a dash behind the end of a sentence, in front of a
 * capital. To UAX #29 a dash goes on with what is before it.
 */
const dashesIn = (text: string): number[] =>
  [...text.matchAll(DASH)]
    .map(({ index }) => index)
    .filter((at) => ENDED.test(text.slice(Math.max(0, at - NEAR), at)));

/** Where sentences may start in a text, in order. */
function* startsIn(text: string): Generator<number> {
  const dashes = dashesIn(text);
  let next = 0;
  for (const { index } of segmenter.segment(text)) {
    for (; dashes[next] < index; next += 1) yield dashes[next];
    if (dashes[next] !== index) yield index;
  }
  yield* dashes.slice(next);
}

/** Offsets inside `(start, end)` at which a sentence starts. */
export function sentences(text: string, start: number, end: number): number[] {
  const borders: number[] = [];
  let from = start;
  let size = WINDOW;
  let open = start;
  while (from < end) {
    const to = Math.min(from + size, end);
    // A line break inside a paragraph is a space. The length stays the same.
    const window = text.slice(from, to).replace(/[\r\n\u0085\u2028]/g, " ");
    let last = 0;
    for (const index of startsIn(window)) {
      if (index === 0) continue;
      last = index;
      const first = Math.max(0, open - from);
      let border = index;
      while (border > first && OPENER.test(window[border - 1])) border -= 1;
      const at = from + border;
      if (at <= open) continue;
      const before = window.slice(first, border);
      const after = window.slice(border, border + 40);
      if (isOneSentence(before, after)) continue;
      borders.push(at);
      open = at;
    }
    if (to === end) break;
    // The last segment may go on in the next window, so it is read again there.
    if (last > 0) {
      from += last;
      size = WINDOW;
    } else if (size < MAX_WINDOW) {
      size *= 2;
    } else {
      from = to;
      size = WINDOW;
    }
  }
  return borders;
}
