import { Strength } from "../outline.js";
import type { Borders } from "./borders.js";
import { STRADDLE_COST, cutCost, shortfallCost, straddles } from "./cost.js";
import type { PackContext } from "./units.js";

/** How many chunks to start before others get a turn. */
const STRIDE = 256;

/**
 * The borders at which the packing that costs least cuts, both ends of the text
 * included: a shortest path, each edge one chunk that fits. Takes time linear
 * in the text, since a chunk holds a bounded number of units.
 */
export async function cheapestPath(
  { measure, limit, pace }: PackContext,
  borders: Borders
): Promise<number[]> {
  const { seams, starts, ends, count } = borders;
  const startAt = starts.map((offset) => measure.position(offset));
  const endAt = ends.map((offset) => measure.position(offset));
  const behind = seams.map((_, index) => borders.lengthBehind(index));
  const cutCosts = seams.map(({ strength }) => cutCost(strength));
  const sections = sectionsBefore(borders);
  const margin = measure.indexed ? measure.slack : 0;
  const best = new Float64Array(count).fill(Infinity);
  const from = new Int32Array(count);
  best[0] = 0;
  cutCosts[count - 1] = 0;
  for (let i = 0; i + 1 < count; i += 1) {
    if (i % STRIDE === 0) await pace();
    const inFront = borders.lengthInFront(i);
    for (let j = i + 1; j < count; j += 1) {
      const own = endAt[j] - startAt[i];
      // A single unit is a chunk in any case: nothing smaller is left.
      if (j > i + 1) {
        if (seams[j - 1].strength >= Strength.always) break;
        if (inFront + own > limit + margin) break;
        const room = limit - inFront - behind[j];
        if (own > room + margin) continue;
        if (own > room - margin) {
          const exact = measure.count(starts[i], ends[j]);
          const length = typeof exact === "number" ? exact : await exact;
          if (length > room) continue;
        }
      }
      const cost =
        best[i] +
        cutCosts[j] +
        shortfallCost((inFront + own + behind[j]) / limit) +
        STRADDLE_COST * (sections[j] - sections[i + 1]);
      if (cost < best[j]) {
        best[j] = cost;
        from[j] = i;
      }
    }
  }
  const path = [count - 1];
  while (path[path.length - 1] > 0) path.push(from[path[path.length - 1]]);
  return path.reverse();
}

/** How many borders of high sections stand before each border. */
function sectionsBefore({ seams }: Borders): number[] {
  let before = 0;
  const counts = seams.map(({ strength }) => {
    const count = before;
    if (straddles(strength)) before += 1;
    return count;
  });
  return [...counts, before];
}
