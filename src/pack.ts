import type { MaybePromise, Measure } from "./measure/index.js";
import type { Chunk, Head, HeadKind, Outline, Seam } from "./outline.js";
import { Borders } from "./packing/borders.js";
import { RepeatedHeads } from "./packing/heads.js";
import { cheapestPath } from "./packing/path.js";
import { joinSmallUnits } from "./packing/join.js";
import { Divider, type PackContext } from "./packing/units.js";
import { ChunkWriter } from "./packing/writer.js";

export interface PackOptions {
  /** The length that no chunk may exceed, heads and overlap included. */
  limit: number;
  /** The length of text to repeat from the chunk before, at most. */
  overlap: number;
  /**
   * The length of its own text that a chunk should have, at least. With it
   * sections go out apart, and what is shorter joins its neighbours as far as
   * the limit allows. Without it chunks are filled.
   */
  minimum?: number;
  /** Called now and then: gives way to others, throws to stop. */
  pace: () => MaybePromise<void>;
}

/** A chunk, the text that stands for it, and what is to be said of it. */
export interface PackedChunk extends Chunk {
  /** Its heads, its own text and the tails of its heads. */
  content: string;
  /** The length of `content`: above the limit for one grapheme cluster only. */
  length: number;
  /** Whether a head that belongs in front of it was left out. */
  headerOmitted: boolean;
}

/**
 * Cuts a text along its outline so that every chunk fits and the whole costs
 * least: the text is divided into units that fit, the cheapest path over the
 * borders between them is looked for, and the final text of each chunk counted.
 */
export async function pack(
  text: string,
  outline: Outline,
  measure: Measure,
  options: PackOptions
): Promise<PackedChunk[]> {
  const heads = new RepeatedHeads(outline.heads, text, measure, options.limit);
  const context: PackContext = { text, measure, heads, ...options };
  const seams = orderSeams(outline.seams, text.length);
  const divider = new Divider(context, seams, rigidStarts(outline.heads));
  const units = await divider.divide(0, text.length);
  const borders = new Borders(context, joinSmallUnits(units, context));
  const path = await cheapestPath(context, borders);
  const writer = new ChunkWriter(context, divider, borders);
  for (let index = 1; index < path.length; index += 1) {
    await context.pace();
    await writer.write(path[index - 1], path[index]);
  }
  return writer.chunks;
}

/** Sorted, inside the text, the strongest where two share an offset. */
function orderSeams(seams: readonly Seam[], length: number): Seam[] {
  const sorted = seams
    .filter(({ at }) => at > 0 && at < length)
    .sort((a, b) => a.at - b.at || b.strength - a.strength);
  return sorted.filter(({ at }, index) => at !== sorted[index - 1]?.at);
}

/** Where the lines start that are not cut as long as they fit. */
function rigidStarts(heads: readonly Head[]): Map<number, HeadKind> {
  const starts = new Map<number, HeadKind>();
  for (const { start, kind, tail, scope } of heads) {
    if (kind === "heading" || tail !== undefined) starts.set(start, kind);
    if (kind === "dialogue") starts.set(scope.start, kind);
    if (tail !== undefined) starts.set(tail.start, kind);
  }
  return starts;
}
