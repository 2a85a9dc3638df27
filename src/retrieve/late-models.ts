import { checkFunction, checkInteger, optionError } from "../options.js";
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
  ): Promise<{
    /** The shape of the data; the last one is the length of a vector. */
    dims: number[];
    /** The vectors of the tokens, one behind the other. */
    data: ArrayLike<number>;
  }>;
  /** Makes tokens of a text, and text of tokens. */
  tokenizer: {
    (text: string): {
      /** The tokens of the text. */
      input_ids: {
        /** The id of each. */
        data: ArrayLike<number | bigint>;
      };
    };
    /** The text of tokens. */
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
  if (typeof extractor !== "function") {
    throw optionError("extractor", "a pipeline", extractor);
  }
  return {
    async embedTokens(text) {
      const { tokenizer } = extractor;
      const ids = Array.from(tokenizer(text).input_ids.data, Number);
      const options = { pooling: "none", normalize: false } as const;
      const { dims, data } = await extractor(text, options);
      const [size] = dims.slice(-1);
      // Fewer than tokens, where the text is longer than the model takes.
      const vectors = Array.from({ length: data.length / size }, (_, index) =>
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

/**
 * How far a piece is looked for, in characters: one that does not stand in the
 * text must not be found much further on. Behind an unknown piece, which may be
 * a long word, farther.
 */
const REACH = 32;
const REACH_OF_UNKNOWN = 500;

/** Where the pieces of a text stand in it; empty for those of no text. */
export function alignPieces(text: string, pieces: readonly string[]): Span[] {
  const folded = fold(text);
  const unknown = new Set<number>();
  let cursor = 0;
  const spans = pieces.map((piece, index): Span => {
    const own = fold(piece).text.trim();
    if (own === "") return { start: cursor, end: cursor };
    const isPart = own.includes("\ufffd"); // of a character, unless it is one
    const far = unknown.has(index - 1) ? REACH_OF_UNKNOWN : REACH;
    const reach = isPart ? 1 : far;
    const found = [own, own.replace(/^##(?=.)/, "")]
      .map((part) => spanIn(folded.text, part, cursor, reach))
      .find((span) => span !== undefined);
    if (found === undefined) {
      unknown.add(index);
      return { start: cursor, end: cursor };
    }
    cursor = found.end;
    return found;
  });
  // Pieces that were not found share the text up to the next that was.
  let next = folded.text.length;
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    if (unknown.has(index)) spans[index].end = next;
    else if (spans[index].end > spans[index].start) next = spans[index].start;
  }
  return spans.map(({ start, end }) => ({
    start: folded.offsets[start],
    end: start === end ? folded.offsets[start] : folded.offsets[end - 1] + 1,
  }));
}

/** Where a part begins within reach of a place. */
function spanIn(
  text: string,
  part: string,
  from: number,
  reach: number
): Span | undefined {
  const at = text.slice(from, from + reach + part.length).indexOf(part);
  if (at < 0) return undefined;
  return { start: from + at, end: from + at + part.length };
}

/**
 * A text in small letters without accents, its white space one character each,
 * and the place of each letter.
 */
function fold(text: string): { text: string; offsets: number[] } {
  let folded = "";
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    let plain = character
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase();
    if (/^\s+$/.test(plain)) plain = folded.endsWith(" ") ? "" : " ";
    for (let unit = 0; unit < plain.length; unit += 1) {
      offsets.push(at + Math.min(unit, character.length - 1));
    }
    folded += plain;
    at += character.length;
  }
  offsets.push(at);
  return { text: folded, offsets };
}

/** The options of `lateChunkingApi`. */
export interface LateChunkingApiOptions {
  /** The address of the endpoint. Default: that of Jina. */
  url?: string;
  /** Goes into the header `Authorization`. Default: none. */
  apiKey?: string;
  /** The name of the model. Default: "jina-embeddings-v3". */
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
 * @throws Error when the answer is none.
 * @see https://jina.ai/embeddings
 */
export function lateChunkingApi(
  options: LateChunkingApiOptions = {}
): ChunksEmbedder {
  const { passageTask = "retrieval.passage" } = options;
  const { queryTask = "retrieval.query" } = options;
  if (options.dimensions !== undefined) {
    checkInteger("dimensions", options.dimensions, 1);
  }
  checkFunction("fetch", options.fetch);
  return {
    embedChunks: (texts, signal) =>
      request(texts, passageTask, true, options, signal),
    embedQuery: async (text) =>
      (await request([text], queryTask, false, options))[0] ?? [],
  };
}

async function request(
  input: string[],
  task: string | null,
  lateChunking: boolean,
  { url = JINA, apiKey, model, dimensions, fetch: own }: LateChunkingApiOptions,
  signal?: AbortSignal
): Promise<number[][]> {
  const response = await (own ?? fetch)(url, {
    method: "POST",
    signal,
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
      { status: response.status, headers: response.headers }
    );
  }
  return readAnswer(await response.json());
}

/** The vectors of an answer, in the order of the input. */
function readAnswer(answer: unknown): number[][] {
  const { data } = (answer ?? {}) as { data?: unknown };
  const vectors: number[][] = [];
  if (!Array.isArray(data)) return vectors;
  for (const [position, item] of data.entries()) {
    const { index = position, embedding } = item ?? {};
    if (Array.isArray(embedding)) vectors[index] = embedding;
  }
  return vectors;
}
