import { bodyStart } from "./body.js";
import { ladder, seamsOf } from "../ladder/index.js";
import { Strength, sectionStrength, type Seam, type Span } from "../outline.js";
import type { Divider, PackContext } from "./units.js";

/** Whether no text is repeated across a seam: a section or a heading ends. */
export const endsSection = (strength: number): boolean =>
  strength >= sectionStrength(20) ||
  (strength >= Strength.caption && strength < Strength.header) ||
  (strength >= Strength.bond && strength <= Strength.headings);

/**
 * Where a chunk may start so that it repeats whole units of the chunk before,
 * `overlap` long at most, the longest first: units that the packer cut, or the
 * last sentences of the last one. Never beyond the border of a section, never
 * the whole of the chunk before.
 */
export async function overlapStarts(
  { text, measure, heads, overlap }: PackContext,
  divider: Divider,
  seams: readonly Seam[],
  index: number,
  previous: Span
): Promise<number[]> {
  const border = seams[index].at;
  const starts: number[] = [];
  let nearest = border;
  for (let k = index - 1; k > 0; k -= 1) {
    const { at, strength } = seams[k];
    if (at <= previous.start || endsSection(strength)) break;
    const start = bodyStart(text, at, border);
    if ((await measure.count(start, previous.end)) > overlap) break;
    starts.unshift(start);
    nearest = at;
  }
  if (nearest < border) return starts;
  // The last unit is longer than the overlap: the last sentences of a paragraph
  // may do, but no part of a row, an item or a block of code.
  const unit = seams[index - 1];
  const paragraph = divider.plainStart(unit.at, border);
  if (unit.strength < Strength.block || paragraph === undefined) return starts;
  if (heads.before(previous.end - 1).length > 0) return starts;
  const sentences = seamsOf(
    ladder[0],
    text,
    { start: paragraph, end: border },
    1
  );
  for (const { at } of sentences.reverse()) {
    if (at <= previous.start || at >= previous.end) continue;
    if ((await measure.count(at, previous.end)) > overlap) break;
    starts.unshift(at);
  }
  return starts;
}
