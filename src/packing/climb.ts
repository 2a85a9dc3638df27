import { ladder, seamsOf, type Rung } from "../ladder/index.js";
import { Strength, type Seam, type Span } from "../outline.js";
import { PARTS_OF_WORDS_A_CHUNK, UNITS_A_CHUNK } from "./join.js";
import type { PackContext } from "./units.js";

/** Where to cut, and the rung to try next in the parts that do not fit. */
export interface Cuts {
  cuts: readonly Seam[];
  rung: number;
}

/** The cuts of the first rung that has any and is stronger than a seam. */
export function climb(
  context: PackContext,
  parts: readonly Span[],
  from: number,
  strongest: number
): Cuts | undefined {
  const first = from > 0 && ladder[from - 1].isThinned ? from - 1 : from;
  for (let rung = first; rung < ladder.length; rung += 1) {
    if (ladder[rung].strength <= strongest) break;
    const cuts = cutsAt(context, ladder[rung], parts);
    const next = Math.min(rung + 1, ladder.length - 1);
    if (cuts.length > 0) return { cuts, rung: next };
  }
  return undefined;
}

/** The cuts of one rung: where there are many, some of them will do. */
function cutsAt(
  context: PackContext,
  rung: Rung,
  parts: readonly Span[]
): Seam[] {
  const { text } = context;
  const cuts = parts.flatMap((part) =>
    seamsOf(rung, text, part, strideOf(context, rung, part))
  );
  if (cuts.length > 0 || !rung.isThinned) return cuts;
  return parts.flatMap((part) => seamsOf(rung, text, part, 1));
}

/** Words and graphemes are many: how far apart their seams need to be. */
function strideOf(
  { limit, heads }: PackContext,
  { strength, isThinned }: Rung,
  { start, end }: Span
): number {
  const units =
    strength < Strength.word ? PARTS_OF_WORDS_A_CHUNK : UNITS_A_CHUNK;
  // What is joined by its tokens later keeps a choice.
  const parts = isThinned ? 2 * units : units;
  const share = limit / parts / heads.length({ start, end });
  return Math.max(1, Math.floor((end - start) * Math.min(share, 1 / 2)));
}
