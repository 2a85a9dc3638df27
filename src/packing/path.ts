import { Strength } from "../outline.js";
import type { Borders } from "./borders.js";
import {
  BREAK_COST,
  MIXED_COST,
  STRADDLE_COST,
  apartCost,
  cutCost,
  floorCost,
  shortfallCost,
  straddles,
  tailCost,
} from "./cost.js";
import type { PackContext } from "./units.js";

/** How many chunks to start before others get a turn. */
const STRIDE = 256;

/**
 * The borders at which the packing that costs least cuts, both ends of the text
 * included: a shortest path, each edge one chunk that fits. Takes time linear
 * in the text, since a chunk holds a bounded number of units.
 */
export async function cheapestPath(
  { measure, limit, minimum, pace }: PackContext,
  borders: Borders
): Promise<number[]> {
  const { seams, starts, ends, count } = borders;
  const startAt = starts.map((offset) => measure.position(offset));
  const endAt = ends.map((offset) => measure.position(offset));
  const behind = seams.map((_, index) => borders.lengthBehind(index));
  const wholes = wholesAround(seams.map(({ strength }) => strength));
  const cutCosts = seams.map(({ strength }, index) => {
    if (minimum !== undefined) return apartCost(strength);
    const [first, last] = wholes[index];
    const isWhole = endAt[last] - startAt[first] <= limit;
    return cutCost(strength) + (isWhole ? BREAK_COST : 0);
  });
  const lacking = seams.map(
    (_, index) => index + 1 < count && borders.lacksHead(index)
  );
  const sections = sectionsBefore(borders);
  const margin = measure.indexed ? measure.slack : 0;
  const best = new Float64Array(count).fill(Infinity);
  const from = new Int32Array(count);
  best[0] = 0;
  cutCosts[count - 1] = 0;
  for (let i = 0; i + 1 < count; i += 1) {
    if (i % STRIDE === 0) await pace();
    const inFront = borders.lengthInFront(i);
    let strongest = 0;
    for (let j = i + 1; j < count; j += 1) {
      const own = endAt[j] - startAt[i];
      // A single unit is a chunk in any case: nothing smaller is left.
      if (j > i + 1) {
        const { strength } = seams[j - 1];
        if (strength > strongest) strongest = strength;
        if (strength >= Strength.always) break;
        if (lacking[i] && !lacking[j - 1]) break;
        if (inFront + own > limit + margin) break;
      }
      // What is added to this never takes anything off.
      if (best[i] + cutCosts[j] >= best[j]) continue;
      const room = limit - inFront - behind[j];
      if (j > i + 1 && own > room + margin) continue;
      const weakest = Math.min(seams[i].strength, seams[j].strength);
      const share = (inFront + own + behind[j]) / limit;
      let cost =
        best[i] +
        cutCosts[j] +
        (weakest <= Strength.sentence ? tailCost(share) : 0);
      if (minimum === undefined) {
        cost +=
          shortfallCost(share) +
          (strongest > weakest ? MIXED_COST : 0) +
          STRADDLE_COST * (sections[j] - sections[i + 1]);
      } else {
        const isNear = Math.abs(own - minimum) <= measure.slack;
        const exact = isNear ? measure.count(starts[i], ends[j]) : own;
        const length = typeof exact === "number" ? exact : await exact;
        cost += floorCost(length / minimum);
      }
      if (cost >= best[j]) continue;
      if (j > i + 1 && own > room - margin) {
        const exact = measure.count(starts[i], ends[j]);
        const length = typeof exact === "number" ? exact : await exact;
        if (length > room) continue;
      }
      best[j] = cost;
      from[j] = i;
    }
  }
  const path = [count - 1];
  while (path[path.length - 1] > 0) path.push(from[path[path.length - 1]]);
  return path.reverse();
}

/**
 * The whole that a cut at each border would break: it goes from the nearest
 * stronger border on the left to the nearest stronger one on the right.
 */
function wholesAround(strengths: readonly number[]): [number, number][] {
  const last = strengths.length - 1;
  const wholes = strengths.map((): [number, number] => [0, last]);
  const open: number[] = [];
  for (let index = 0; index <= last; index += 1) {
    while (open.length > 0) {
      const nearest = open[open.length - 1];
      if (strengths[nearest] >= strengths[index]) break;
      wholes[nearest][1] = index;
      open.pop();
    }
    // Equals belong to one whole: what is left of the first of them.
    const nearest = open[open.length - 1] ?? 0;
    const isEqual = strengths[nearest] === strengths[index];
    wholes[index][0] = isEqual ? wholes[nearest][0] : nearest;
    open.push(index);
  }
  return wholes;
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
