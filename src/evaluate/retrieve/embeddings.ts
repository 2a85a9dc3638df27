import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { checkInteger } from "../../options.js";
import { checkEmbeddings, dot, embedTexts, unit } from "../../vectors.js";
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
  checkEmbeddings(embeddings);
  const factory: RetrieverFactory = async (chunks, { signal, onEmbed }) => {
    const onCall = (): void => {
      signal?.throwIfAborted();
      onEmbed();
    };
    const texts = chunks.map(({ pageContent }) => pageContent);
    const vectors = await embedTexts(texts, embeddings, batchSize, onCall);
    return async (question, limit) => {
      onCall();
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
