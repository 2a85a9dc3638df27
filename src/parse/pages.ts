import { sentences } from "../ladder/sentences.js";
import { Strength, type Outline } from "../outline.js";
import { WIDTHS, endsSentence, parseProse, startsLower } from "./prose.js";

/** Where the pages of a text but for the first start: behind form feeds. */
export const pageStarts = (text: string): number[] =>
  [...text.matchAll(/\f/g)].map(({ index }) => index + 1);

/**
 * The outline of a text in pages: that of its prose, the borders of pages as
 * seams of strength `page`. `join`: where a sentence goes over a border, the
 * seam is behind the sentence.
 */
export function parsePages(text: string, join: boolean): Outline {
  const { seams, heads } = parseProse(text);
  if (!join) return { seams, heads };
  const ends = seams.filter(({ strength }) => strength >= Strength.block);
  const moved = new Map<number, number | undefined>();
  for (const [index, { at, strength }] of ends.entries()) {
    if (strength < Strength.page) continue;
    const start = ends[index - 1]?.at ?? 0;
    const end = ends[index + 1]?.at ?? text.length;
    const starts = sentences(text, start, end);
    const first = at + text.slice(at, end).search(/\S/);
    const isNew = starts.includes(first);
    const after = text.slice(first, end);
    if (!goesOn(text.slice(start, at), after, isNew)) continue;
    moved.set(
      at,
      starts.find((offset) => offset > first)
    );
  }
  return {
    heads,
    seams: seams.flatMap((seam) => {
      if (!moved.has(seam.at)) return [seam];
      const at = moved.get(seam.at);
      return at === undefined ? [] : [{ ...seam, at }];
    }),
  };
}

/** Whether the last paragraph of a page goes on with the first of the next. */
function goesOn(
  before: string,
  after: string,
  startsSentence: boolean
): boolean {
  const lines = before.trim().split(/\s*[\r\n]\s*/);
  const last = lines[lines.length - 1];
  // An abbreviation ends like a sentence.
  if (endsSentence(last)) return !startsSentence;
  if (startsLower(after)) return true;
  // In front of a capital: only a line that is full, no heading, no item.
  const width = Math.max(...lines.map(({ length }) => length));
  const isFull = last.length >= width * 0.8 && last.length >= WIDTHS.minimum;
  return lines.length > 1 && isFull;
}
