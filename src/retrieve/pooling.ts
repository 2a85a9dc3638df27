import type { Span } from "../outline.js";
import type { TokenEmbeddings } from "./late-chunking.js";

/** The mean of the tokens that have a part in a span. */
export function meanOf(
  { vectors, offsets }: TokenEmbeddings,
  span: Span,
  index: number
): number[] {
  const own = vectors.filter(
    (_, k) => offsets[k].start < span.end && span.start < offsets[k].end
  );
  if (own.length === 0) {
    throw new Error(`The model has no token in chunk ${index}`);
  }
  return Array.from(own[0], (_, dimension) => {
    let sum = 0;
    for (const vector of own) sum += vector[dimension];
    return sum / own.length;
  });
}

/** The same direction, 1 long. */
export function normalized(vector: number[]): number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
