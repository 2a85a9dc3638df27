import { graphemeCeil, graphemeFloor } from "../ladder/index.js";
import type { Measure } from "../measure/index.js";

/** The furthest border between graphemes within reach, one at the least. */
export async function reach(
  text: string,
  measure: Measure,
  start: number,
  size: number
): Promise<number> {
  let at = await measure.fit(start, size);
  for (;;) {
    at = graphemeFloor(text, at, start);
    if (at <= start) return graphemeCeil(text, start);
    if ((await measure.count(start, at)) <= size) return at;
    at -= 1;
  }
}
