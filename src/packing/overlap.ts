import { bodyStart } from "./body.js";
import { ladder } from "../ladder/index.js";
import { sectionStrength, type Seam, type Span } from "../outline.js";
import type { PackContext } from "./units.js";

/**
 * Where a chunk may start so that it repeats whole units of the chunk before,
 * `overlap` long at most, the longest first: units that the packer cut, or the
 * last sentences of the last one. Never beyond the border of a section, never
 * the whole of the chunk before.
 */
export async function overlapStarts(
  { text, measure, overlap }: PackContext,
  seams: readonly Seam[],
  index: number,
  previous: Span
): Promise<number[]> {
  const border = seams[index].at;
  const starts: number[] = [];
  let nearest = border;
  for (let k = index - 1; k > 0; k -= 1) {
    const { at, strength } = seams[k];
    if (at <= previous.start) break;
    const start = bodyStart(text, at, border);
    if ((await measure.count(start, previous.end)) > overlap) break;
    starts.unshift(start);
    nearest = at;
    if (strength >= sectionStrength(20)) break;
  }
  if (nearest < border) return starts;
  // The last unit is longer than the overlap: its last sentences may do.
  const unitStart = Math.max(seams[index - 1].at, previous.start);
  for (const { at } of ladder[0](text, unitStart, border, 1).reverse()) {
    if (at <= previous.start || at >= previous.end) continue;
    if ((await measure.count(at, previous.end)) > overlap) break;
    starts.unshift(at);
  }
  return starts;
}
