import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { inBatches } from "./concurrency.js";
import { checkMethods } from "./options.js";

/** Throws a `RangeError` unless the option embeds documents and questions. */
export const checkEmbeddings = (embeddings: unknown): void =>
  checkMethods(
    "embeddings",
    "LangChain embeddings",
    embeddings,
    "embedDocuments",
    "embedQuery"
  );

/** A vector of length 1; one of zeros (or without a length) stays zeros. */
export function unit(vector: readonly number[]): Float64Array {
  const length = Math.hypot(...vector);
  return Float64Array.from(vector, (x) => (length > 0 ? x / length : 0));
}

/** The cosine of two vectors of length 1. */
export function dot(a: Float64Array, b: Float64Array): number {
  checkLength(b, a);
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += a[k] * b[k];
  return sum;
}

/**
 * The vectors of texts, each of length 1, so many texts a call. `onCall` comes
 * before each, and throws to stop.
 *
 * @throws RangeError when vectors are missing, or are not of one length.
 */
export async function embedTexts(
  texts: readonly string[],
  embeddings: EmbeddingsInterface,
  batchSize: number,
  onCall: () => void = () => {}
): Promise<Float64Array[]> {
  const vectors: Float64Array[] = [];
  for (const batch of inBatches(texts, batchSize)) {
    onCall();
    const embedded = await embeddings.embedDocuments(batch);
    if (embedded.length !== batch.length) {
      throw new RangeError(
        `Expected \`embedDocuments\` to return ${batch.length} vectors, ` +
          `got \`${embedded.length}\``
      );
    }
    for (const vector of embedded) {
      checkLength(vector, vectors[0] ?? embedded[0]);
      vectors.push(unit(vector));
    }
  }
  return vectors;
}

function checkLength(vector: ArrayLike<number>, other: ArrayLike<number>) {
  if (vector.length === other.length) return;
  throw new RangeError(
    `Expected vectors of ${other.length} numbers, got \`${vector.length}\``
  );
}
