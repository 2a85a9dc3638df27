import type { Borders } from "./borders.js";
import { floorCost } from "./cost.js";
import { Edges } from "./edges.js";
import type { PackContext } from "./units.js";

/** How many chunks to start before others get a turn. */
const STRIDE = 256;

/**
 * The borders at which the packing that costs least cuts, both ends of the text
 * included: a shortest path, each edge one chunk that fits. Takes time linear
 * in the text, since a chunk holds a bounded number of units.
 */
export async function cheapestPath(
  context: PackContext,
  borders: Borders
): Promise<number[]> {
  const { measure, limit, minimum, pace } = context;
  const { starts, ends, count } = borders;
  const edges = new Edges(context, borders);
  const { cutCosts, behind } = edges;
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
      const own = edges.length(i, j);
      // A single unit is a chunk in any case: nothing smaller is left.
      const isSingle = j === i + 1;
      if (!isSingle) {
        const strength = edges.strength(j - 1);
        if (strength > strongest) strongest = strength;
        if (inFront + own > limit + margin || edges.isClosed(i, j - 1)) break;
      }
      // What is added to this never takes anything off.
      if (best[i] + cutCosts[j] >= best[j]) continue;
      const room = limit - inFront - behind[j];
      if (!isSingle && own > room + margin) continue;
      const share = (inFront + own + behind[j]) / limit;
      let cost = best[i] + cutCosts[j] + edges.cost(i, j, share, strongest);
      if (minimum !== undefined) {
        const isNear = Math.abs(own - minimum) <= measure.slack;
        const exact = isNear ? measure.count(starts[i], ends[j]) : own;
        const length = typeof exact === "number" ? exact : await exact;
        cost += floorCost(length / minimum);
      }
      if (cost >= best[j]) continue;
      if (!isSingle && own > room - margin) {
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
