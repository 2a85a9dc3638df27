import { Strength, type Span } from "../outline.js";
import { countUpTo } from "../sorted.js";
import { FUNCTION_KINDS } from "./definitions.js";
import { isCloser, isLarge, type CodeOutline, type ShareOf } from "./units.js";

/**
 * A function that is cut shares no chunk with the definitions next to it:
 * nobody looks for half of one and half of another.
 */
export function keepApart(
  text: string,
  { definitions, seams }: Pick<CodeOutline, "definitions" | "seams">,
  shareOf: ShareOf
): void {
  const seamAt = new Map(seams.map((seam) => [seam.at, seam]));
  const areNeighbours = (above: Span | undefined, below?: Span): boolean =>
    above !== undefined &&
    below !== undefined &&
    isCloser(text.slice(above.end, below.start));
  const byStart = [...definitions].sort((a, b) => a.start - b.start);
  const byEnd = [...definitions].sort((a, b) => a.end - b.end);
  const starts = byStart.map(({ start }) => start);
  const ends = byEnd.map(({ end }) => end);
  for (const definition of definitions) {
    if (!FUNCTION_KINDS.has(definition.kind)) continue;
    if (!isLarge(shareOf(definition))) continue;
    const above = byEnd[countUpTo(ends, definition.start) - 1];
    const below = byStart[countUpTo(starts, definition.end - 1)];
    const borders = [
      ...(areNeighbours(above, definition) ? [definition.start] : []),
      ...(areNeighbours(definition, below) ? [below.start] : []),
    ];
    for (const at of borders) {
      const seam = seamAt.get(at);
      if (seam !== undefined) seam.strength = Strength.always;
    }
  }
}
