import type { Span } from "../outline.js";
import type { ChunksEmbedder, TokenEmbedder } from "./late-chunking.js";

/**
 * What is used of a feature-extraction pipeline of transformers.js
 * (`@huggingface/transformers`).
 */
export interface FeatureExtractor {
  (
    text: string,
    options: { pooling: "none"; normalize: false }
  ): Promise<{ dims: number[]; data: ArrayLike<number> }>;
  tokenizer: {
    (text: string): { input_ids: { data: ArrayLike<number | bigint> } };
    decode(
      ids: number[],
      options: {
        skip_special_tokens: boolean;
        clean_up_tokenization_spaces: boolean;
      }
    ): string;
  };
}

/**
 * The tokens of a transformers.js pipeline, for `LateChunkingEmbeddings`. Its
 * tokenizers do not say where tokens stand, so that each is looked for behind
 * the one before, case and accents aside; what is found nowhere takes the text
 * up to the next that is.
 *
 * @example
 * ```ts
 * import { LateChunkingEmbeddings, transformersTokens } from "langchain-seams";
 * import type { FeatureExtractor } from "langchain-seams";
 *
 * // const extractor = await pipeline("feature-extraction", "Xenova/...");
 * const embeddingsOf = (extractor: FeatureExtractor) =>
 *   new LateChunkingEmbeddings({ model: transformersTokens(extractor) });
 * ```
 */
export function transformersTokens(extractor: FeatureExtractor): TokenEmbedder {
  return {
    async embedTokens(text) {
      const { tokenizer } = extractor;
      const ids = Array.from(tokenizer(text).input_ids.data, Number);
      const options = { pooling: "none", normalize: false } as const;
      const { dims, data } = await extractor(text, options);
      const [size] = dims.slice(-1);
      if (data.length !== ids.length * size) {
        throw new Error(
          `The pipeline gave ${data.length / size} vectors for ` +
            `${ids.length} tokens: the text is longer than its model takes`
        );
      }
      const vectors = ids.map((_, index) =>
        Array.from({ length: size }, (_each, k) => data[index * size + k])
      );
      const pieces = ids.map((id) =>
        tokenizer.decode([id], {
          skip_special_tokens: true,
          clean_up_tokenization_spaces: false,
        })
      );
      return { vectors, offsets: alignPieces(text, pieces) };
    },
  };
}

/** Where the pieces of a text stand in it; empty for those of no text. */
export function alignPieces(text: string, pieces: readonly string[]): Span[] {
  const folded = fold(text);
  const found: (number | undefined)[] = [];
  let cursor = 0;
  const spans = pieces.map((piece): Span => {
    const { text: own } = fold(piece.replace(/^##/, "").trim());
    const at = own === "" ? -1 : folded.text.indexOf(own, cursor);
    found.push(own === "" ? -1 : at < 0 ? undefined : at);
    if (at < 0) return { start: cursor, end: cursor };
    cursor = at + own.length;
    return { start: at, end: cursor };
  });
  // Pieces that were not found share the text up to the next that was.
  let next = folded.text.length;
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    if (found[index] === undefined) spans[index].end = next;
    else if (spans[index].end > spans[index].start) next = spans[index].start;
  }
  return spans.map(({ start, end }) => ({
    start: folded.offsets[start],
    end: start === end ? folded.offsets[start] : folded.offsets[end - 1] + 1,
  }));
}

/** A text in small letters without accents, and the place of each letter. */
function fold(text: string): { text: string; offsets: number[] } {
  let folded = "";
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = character
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase();
    for (let unit = 0; unit < plain.length; unit += 1) {
      offsets.push(at + Math.min(unit, character.length - 1));
    }
    folded += plain;
    at += character.length;
  }
  offsets.push(at);
  return { text: folded, offsets };
}

export interface LateChunkingApiOptions {
  /** The address of the endpoint. Default: that of Jina. */
  url?: string;
  apiKey?: string;
  /** Default: "jina-embeddings-v3". */
  model?: string;
  /** Goes with chunks. Default: "retrieval.passage"; `null` sends none. */
  passageTask?: string | null;
  /** Goes with queries. Default: "retrieval.query"; `null` sends none. */
  queryTask?: string | null;
  /** How long vectors are to be. Default: as long as the model makes them. */
  dimensions?: number;
  /** Called in place of the `fetch` of the system. */
  fetch?: typeof fetch;
}

const JINA = "https://api.jina.ai/v1/embeddings";

/**
 * An HTTP API for embeddings that does late chunking itself, with the requests
 * that Jina's takes: `{ model, input, late_chunking: true }`, where `input` has
 * the chunks of one document in order. For `LateChunkingEmbeddings`; nothing is
 * sent before something is embedded.
 *
 * @throws Error when the answer is none, or not as it should be.
 * @see https://jina.ai/embeddings
 */
export function lateChunkingApi(
  options: LateChunkingApiOptions = {}
): ChunksEmbedder {
  const { passageTask = "retrieval.passage" } = options;
  const { queryTask = "retrieval.query" } = options;
  return {
    embedChunks: (texts) => request(texts, passageTask, true, options),
    embedQuery: async (text) =>
      (await request([text], queryTask, false, options))[0],
  };
}

async function request(
  input: string[],
  task: string | null,
  lateChunking: boolean,
  { url = JINA, apiKey, model, dimensions, fetch: own }: LateChunkingApiOptions
): Promise<number[][]> {
  const response = await (own ?? fetch)(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({
      model: model ?? "jina-embeddings-v3",
      input,
      embedding_type: "float",
      ...(task !== null && { task }),
      ...(dimensions !== undefined && { dimensions }),
      ...(lateChunking && { late_chunking: true }),
    }),
  });
  if (!response.ok) {
    const text = (await response.text()).slice(0, 500);
    throw Object.assign(
      new Error(`The embeddings API answered ${response.status}: ${text}`),
      { status: response.status }
    );
  }
  return readAnswer(await response.json(), input.length);
}

/** The vectors of an answer, in the order of the input. */
function readAnswer(answer: unknown, count: number): number[][] {
  const { data } = (answer ?? {}) as { data?: unknown };
  const vectors: number[][] = [];
  if (Array.isArray(data)) {
    for (const [position, item] of data.entries()) {
      const { index = position, embedding } = item ?? {};
      if (Array.isArray(embedding)) vectors[index] = embedding;
    }
  }
  for (let index = 0; index < count; index += 1) {
    if (vectors[index] === undefined) {
      throw new Error(
        `The embeddings API gave no vector for input ${index} of ${count}`
      );
    }
  }
  return vectors;
}
