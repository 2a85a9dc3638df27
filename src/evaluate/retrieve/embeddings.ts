import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { checkInteger } from "../../options.js";
import { named, type RetrieverFactory } from "./retriever.js";

/** How chunks are embedded. */
export interface EmbeddingRetrieverOptions {
  /** Chunks embedded in one call. Default: 64. */
  batchSize?: number;
  /** The name of the model: in the report, and for the cache. */
  model?: string;
}

/** Finds chunks by the cosine of their vectors to that of the question. */
export function embeddingRetriever(
  embeddings: EmbeddingsInterface,
  { batchSize = 64, model }: EmbeddingRetrieverOptions = {}
): RetrieverFactory {
  checkInteger("batchSize", batchSize, 1);
  const factory: RetrieverFactory = async (chunks, { signal, onEmbed }) => {
    const vectors: Float64Array[] = [];
    for (let from = 0; from < chunks.length; from += batchSize) {
      signal?.throwIfAborted();
      const batch = chunks.slice(from, from + batchSize);
      const texts = batch.map(({ pageContent }) => pageContent);
      onEmbed();
      const embedded = await embeddings.embedDocuments(texts);
      if (embedded.length !== texts.length) {
        throw new RangeError(
          `Expected \`embedDocuments\` to return ${texts.length} vectors, ` +
            `got \`${embedded.length}\``
        );
      }
      vectors.push(...embedded.map(unit));
    }
    return async (question, limit) => {
      signal?.throwIfAborted();
      onEmbed();
      const asked = unit(await embeddings.embedQuery(question));
      return vectors
        .map((vector, id) => ({ id, score: dot(vector, asked) }))
        .sort((a, b) => b.score - a.score || a.id - b.id)
        .slice(0, limit)
        .map(({ id }) => chunks[id]);
    };
  };
  const name = model ?? embeddings.constructor?.name ?? "embeddings";
  const key = model === undefined ? undefined : `embeddings ${model}`;
  return named(factory, `embeddings (${name})`, key);
}

function unit(vector: readonly number[]): Float64Array {
  const length = Math.hypot(...vector);
  return Float64Array.from(vector, (x) => (length === 0 ? 0 : x / length));
}

function dot(a: Float64Array, b: Float64Array): number {
  if (a.length !== b.length) {
    throw new RangeError(
      `Expected vectors of ${a.length} numbers, got \`${b.length}\``
    );
  }
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += a[k] * b[k];
  return sum;
}
