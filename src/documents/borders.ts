import { Strength, type Outline } from "../outline.js";
import { countWhile } from "../sorted.js";
import type { Reading, Source } from "./documents.js";
import { objectAt } from "./metadata.js";
import { keptOf, originalOf } from "./original.js";

/**
 * The outline of a text with the borders of its source: offsets, as in
 * `loc.start`, at which it is cut in any case. They stand in
 * `metadata.loc.borders`, in order: this is how no child crosses a parent.
 */
export function withBorders(source: Source, reading: Reading): Outline {
  const { borders } = objectAt(source.metadata, "loc");
  if (!Array.isArray(borders) || borders.length === 0) return reading.outline;
  const find = finder(source, reading);
  const closed = borders
    .filter((border) => Number.isSafeInteger(border))
    .map((border: number) => ({ at: find(border), strength: Strength.always }))
    .filter(({ at }) => at > 0 && at < reading.text.length);
  const { seams, heads, ...rest } = reading.outline;
  return { ...rest, seams: [...seams, ...closed], heads };
}

/** Finds the first offset of what is cut that stands at an offset or behind. */
function finder(
  source: Source,
  { text, locate }: Reading
): (border: number) => number {
  if (locate === undefined && keptOf(source.text, source.metadata).length < 2) {
    return (border) => border;
  }
  const original = originalOf(source);
  const place = (offset: number): number => {
    for (let at = offset; at < text.length; at += 1) {
      const span = { start: at, end: at + 1 };
      const own = locate === undefined ? span : locate(span);
      if (own !== undefined) return original.span(own).start;
    }
    return Infinity;
  };
  return (border) => countWhile(text.length, (at) => place(at) < border);
}
