import type { Span } from "../outline.js";

/**
 * The source is shown once, though chunks overlap: with each chunk the text
 * from its start to the start of the next. First comes what chunks before it
 * hold too, then what it holds alone, then what is in no chunk.
 */
export interface Shown {
  sharedUntil: number;
  heldUntil: number;
  until: number;
}

/** What to show with each of the spans, which are in the order of the text. */
export function layOut(
  spans: readonly Span[],
  length: number
): (Shown & { overlap: number })[] {
  let reached = 0;
  return spans.map(({ start, end }, index) => {
    const until = spans[index + 1]?.start ?? length;
    const overlap = Math.max(0, Math.min(reached, end) - start);
    const sharedUntil = Math.min(until, Math.max(start, reached));
    reached = Math.max(reached, end);
    return { overlap, sharedUntil, heldUntil: Math.min(until, reached), until };
  });
}
