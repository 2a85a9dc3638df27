import { Strength, type Seam } from "../outline.js";
import type { PackContext } from "./units.js";

/**
 * A chunk of the limit is packed from at most some this many units, so that
 * packing takes linear time: where units are smaller, neighbours are joined.
 */
export const UNITS_A_CHUNK = 64;

/** Inside words there is little to choose. */
export const PARTS_OF_WORDS_A_CHUNK = 16;

/**
 * Drops seams between neighbours that together are a small share of the limit,
 * but for those that are stronger than both of their neighbours.
 */
export function joinSmallUnits(
  seams: readonly Seam[],
  { measure, limit, minimum = limit, text }: PackContext
): Seam[] {
  const kept: Seam[] = [];
  let from = measure.position(0);
  for (let index = 0; index < seams.length; index += 1) {
    const { at, strength } = seams[index];
    const next = seams[index + 1];
    const isPeak =
      strength > (kept[kept.length - 1]?.strength ?? 0) &&
      strength > (next?.strength ?? 0);
    const to = measure.position(next?.at ?? text.length);
    const units =
      strength < Strength.word ? PARTS_OF_WORDS_A_CHUNK : UNITS_A_CHUNK;
    const least = strength < Strength.block ? limit : minimum;
    const isSmall = to - from < Math.min(limit / units, least);
    if (isSmall && !isPeak && strength < Strength.always) continue;
    kept.push(seams[index]);
    from = measure.position(at);
  }
  return kept;
}
