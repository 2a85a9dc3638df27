import type { Pace } from "../concurrency.js";
import type { LocatedChunk } from "../documents/documents.js";
import { graphemeCeil, graphemeFloor } from "../ladder/index.js";
import type { Measure } from "../measure/index.js";
import type { Outline, Span } from "../outline.js";
import { reach } from "../packing/reach.js";
import { SeamTextSplitter } from "./base.js";
import { proseOverlap, type SeamTextSplitterParams } from "./params.js";

/** The options of `FixedTokenTextSplitter`. */
export type FixedTokenTextSplitterParams = SeamTextSplitterParams;

/**
 * Splits a text into windows of `chunkSize` tokens, each `chunkSize -
 * chunkOverlap` tokens behind the one before, whatever the text says. Windows
 * start and end between grapheme clusters; nothing is trimmed, so that without
 * overlap they join to the text. The last window is never a mere overlap.
 *
 * `loc.tokens` has the window in tokens of the text. `chunkOverlap` is 15 % by
 * default.
 *
 * @example
 * ```ts
 * import { FixedTokenTextSplitter } from "langchain-seams";
 *
 * const splitter = new FixedTokenTextSplitter({ chunkSize: 6, chunkOverlap: 3 });
 * const windows = await splitter.splitText(" q r s t u v w x y");
 * console.log(windows); // [" q r s t u v", " t u v w x y"]
 * ```
 *
 * @throws RangeError when an option is out of range.
 */
export class FixedTokenTextSplitter extends SeamTextSplitter {
  static override lc_name(): string {
    return "FixedTokenTextSplitter";
  }

  constructor(fields: Partial<FixedTokenTextSplitterParams> = {}) {
    const { chunkOverlap = proseOverlap(fields.chunkSize) } = fields;
    super({ ...fields, chunkOverlap });
  }

  protected override parse(): Outline {
    return { seams: [], heads: [] };
  }

  protected override async chunk(
    text: string,
    outline: Outline,
    measure: Measure,
    pace: Pace
  ): Promise<LocatedChunk[]> {
    const { chunkSize, chunkOverlap } = this;
    const chunks: LocatedChunk[] = [];
    let start = 0;
    let token = 0;
    let previousEnd = 0;
    // No window goes over a border that the source has.
    const stops = [...outline.seams.map(({ at }) => at), text.length];
    for (;;) {
      await pace();
      while (stops[0] <= start) stops.shift();
      const far = await reach(text, measure, start, chunkSize);
      const end = Math.min(far, stops[0]);
      let next = end;
      if (end > previousEnd) {
        const length = await measure.count(start, end);
        const chunk = { start, end, heads: [], length, headerOmitted: false };
        const loc = { tokens: { from: token, to: token + length } };
        chunks.push({ ...chunk, content: text.slice(start, end), loc });
        if (end >= text.length) return chunks;
        previousEnd = end;
        const overlap = end === stops[0] ? 0 : chunkOverlap;
        next = await nextStart(text, measure, { start, end }, overlap);
      } else {
        // Nothing new fits behind this overlap: less of it, then.
        const kept = { start, end: previousEnd };
        next = await nextStart(text, measure, kept, chunkOverlap);
      }
      token += await measure.count(start, next);
      start = next;
    }
  }
}

/**
 * The first border between graphemes behind `start` from which the overlap, up
 * to `end`, is short enough: less text may well be more tokens.
 */
async function nextStart(
  text: string,
  measure: Measure,
  { start, end }: Span,
  overlap: number
): Promise<number> {
  if (overlap === 0) return end;
  const step = (await measure.count(start, end)) - overlap;
  const from = step > 0 ? await measure.fit(start, step) : start;
  let at = Math.max(graphemeFloor(text, from, start), start);
  while (at < end) {
    const isLess = at > start && (await measure.count(at, end)) <= overlap;
    if (isLess) break;
    at = graphemeCeil(text, at);
  }
  return at;
}
