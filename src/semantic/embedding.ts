import { dispatchCustomEvent } from "@langchain/core/callbacks/dispatch/web";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import type { RunnableConfig } from "@langchain/core/runnables";
import {
  fromBytes,
  modelNameOf,
  toBytes,
  type ByteCache,
} from "../byte-cache.js";
import { inBatches } from "../concurrency.js";
import { uuidOf } from "../documents/ids.js";

/** A text to embed, and its length. */
export interface Window {
  text: string;
  length: number;
}

export interface EmbeddingOptions {
  embeddings: EmbeddingsInterface;
  batchSize: number;
  cache?: ByteCache;
}

/** What the event `semantic_embedding_progress` says. */
export interface EmbeddingProgress {
  /** Texts that are done, of `total`. */
  done: number;
  /** Texts of the run. */
  total: number;
  /** Calls of `embedDocuments` so far. */
  calls: number;
  /** Texts that they were given; those of the cache are not. */
  texts: number;
  /** Their length, in the unit of the splitter's `lengthFunction`. */
  length: number;
}

/**
 * The vectors of texts in order, a batch a call. Those that the cache knows are
 * not asked for. The callbacks of `config` hear of each batch, and its signal
 * stops before the next.
 *
 * @throws RangeError when a call does not return a vector a text.
 */
export async function* embedInBatches(
  windows: readonly Window[],
  options: EmbeddingOptions,
  config?: Partial<RunnableConfig>
): AsyncGenerator<number[]> {
  const progress: EmbeddingProgress = {
    done: 0,
    total: windows.length,
    calls: 0,
    texts: 0,
    length: 0,
  };
  for (const batch of inBatches(windows, options.batchSize)) {
    config?.signal?.throwIfAborted();
    const vectors = await embedBatch(batch, options, progress);
    progress.done += batch.length;
    if (config !== undefined) {
      const name = "semantic_embedding_progress";
      await dispatchCustomEvent(name, { ...progress }, config);
    }
    yield* vectors;
  }
}

async function embedBatch(
  batch: readonly Window[],
  { embeddings, cache }: EmbeddingOptions,
  progress: EmbeddingProgress
): Promise<number[][]> {
  const keys = batch.map(({ text }) => keyOf(embeddings, text));
  const known: unknown[] =
    (await cache?.mget(keys))?.map((bytes) =>
      fromBytes(bytes, (value) => value)
    ) ?? [];
  const missing = batch.flatMap((_, k) => (known[k] === undefined ? [k] : []));
  if (missing.length > 0) {
    const texts = missing.map((k) => batch[k].text);
    progress.calls += 1;
    progress.texts += texts.length;
    for (const k of missing) progress.length += batch[k].length;
    const vectors = await embeddings.embedDocuments(texts);
    const count: unknown = vectors?.length;
    if (count !== texts.length) {
      throw new RangeError(
        `Expected \`embeddings\` to return ${texts.length} vectors for texts ` +
          `${progress.done} to ${progress.done + batch.length - 1}, ` +
          `got \`${String(count)}\``
      );
    }
    missing.forEach((k, index) => (known[k] = vectors[index]));
    await cache?.mset(
      missing
        .filter((k) => isFiniteVector(known[k]))
        .map((k) => [keys[k], toBytes(Array.from(known[k] as number[]))])
    );
  }
  return known as number[][];
}

/** A key for a text and the model that embeds it, as far as that is told. */
function keyOf(embeddings: EmbeddingsInterface, text: string): string {
  const { dimensions } = embeddings as { dimensions?: unknown };
  return uuidOf(modelNameOf(embeddings), String(dimensions ?? ""), text);
}

const isFiniteVector = (vector: unknown): boolean =>
  vector !== undefined &&
  Array.from(vector as number[]).every((x) => Number.isFinite(x));
