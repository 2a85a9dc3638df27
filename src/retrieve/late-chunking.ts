import type { DocumentInterface } from "@langchain/core/documents";
import { Embeddings, type EmbeddingsParams } from "@langchain/core/embeddings";
import type { LengthFunction } from "../measure/index.js";
import type { Span } from "../outline.js";
import { FixedTokenTextSplitter } from "../splitters/fixed-token.js";
import { isSpan, objectAt } from "../documents/metadata.js";
import {
  checkInteger,
  optionError,
  checkBoolean,
  checkMethods,
  lengthFunctionOf,
} from "../options.js";
import { unit } from "../vectors.js";
import { callModel } from "./model-calls.js";
import {
  checkCount,
  groupsOf,
  meanOf,
  tokensOfWindows,
  type TokenEmbeddings,
} from "./token-windows.js";

/** A model that gives the vectors of tokens, each in the light of the others. */
export interface TokenEmbedder {
  /** The tokens of a text, which fits into the model. */
  embedTokens(text: string, signal?: AbortSignal): Promise<TokenEmbeddings>;
}

/** A model that does the pooling itself: texts that follow each other. */
export interface ChunksEmbedder {
  /** A vector for each text, in the light of the others. */
  embedChunks(texts: string[], signal?: AbortSignal): Promise<number[][]>;
  /** The vector of a question. */
  embedQuery(text: string): Promise<number[]>;
}

/** The options of `LateChunkingEmbeddings`. */
export interface LateChunkingEmbeddingsParams extends EmbeddingsParams {
  /** What reads the document: see `transformersTokens`, `lateChunkingApi`. */
  model: TokenEmbedder | ChunksEmbedder;
  /**
   * The most that the model takes at once, in the unit of `lengthFunction`,
   * with room for the marks of the model and for what it counts otherwise.
   * Longer texts are read in windows. An integer from 1 up. Default: 6000, for
   * models that take 8192.
   */
  windowSize?: number;
  /** What two windows share at most. Less than `windowSize`. Default: 1/8. */
  windowOverlap?: number;
  /** Counts tokens, best those of the model. Default: those of cl100k_base. */
  lengthFunction?: LengthFunction;
  /** Whether vectors are made 1 long. Default: true. */
  normalize?: boolean;
}

/**
 * Vectors of chunks that know the rest of their document: the model reads the
 * document as a whole, and the vector of a chunk is the mean of the vectors of
 * its tokens. "It" and "the city" then lie near what they stand for.
 *
 * A document that is too long is read in windows that overlap; of two windows
 * that have a token, the one counts that has more around it.
 *
 * `embedChunks` is what a vector store's `addVectors` takes. As embeddings of
 * LangChain it embeds queries, and texts each by itself.
 *
 * @example
 * ```ts
 * import type { VectorStore } from "@langchain/core/vectorstores";
 * import {
 *   LateChunkingEmbeddings,
 *   StructuralMarkdownTextSplitter,
 *   type TokenEmbedder,
 * } from "langchain-seams";
 *
 * async function add(store: VectorStore, model: TokenEmbedder, text: string) {
 *   const embeddings = new LateChunkingEmbeddings({ model });
 *   const splitter = new StructuralMarkdownTextSplitter({ chunkSize: 200 });
 *   const chunks = await splitter.createDocuments([text]);
 *   await store.addVectors(await embeddings.embedChunks(text, chunks), chunks);
 * }
 * ```
 *
 * @throws RangeError when an option is out of range.
 * @see Günther et al. 2024, "Late Chunking", arXiv:2409.04701
 */
export class LateChunkingEmbeddings extends Embeddings {
  /** {@link LateChunkingEmbeddingsParams.model} */
  model: TokenEmbedder | ChunksEmbedder;
  /** {@link LateChunkingEmbeddingsParams.windowSize} */
  windowSize: number;
  /** {@link LateChunkingEmbeddingsParams.windowOverlap} */
  windowOverlap: number;
  /** {@link LateChunkingEmbeddingsParams.lengthFunction} */
  lengthFunction: LengthFunction;
  /** {@link LateChunkingEmbeddingsParams.normalize} */
  normalize: boolean;

  constructor(fields: LateChunkingEmbeddingsParams) {
    super(fields);
    const { model, windowSize = 6000, normalize = true } = fields;
    checkModel(model);
    checkBoolean("normalize", normalize);
    checkInteger("windowSize", windowSize, 1);
    const { windowOverlap = Math.floor(windowSize / 8) } = fields;
    checkInteger("windowOverlap", windowOverlap, 0);
    if (windowOverlap >= windowSize) {
      const expected = `less than \`windowSize\` (${windowSize})`;
      throw optionError("windowOverlap", expected, windowOverlap);
    }
    this.model = model;
    this.windowSize = windowSize;
    this.windowOverlap = windowOverlap;
    const { lengthFunction } = fields;
    this.lengthFunction = lengthFunctionOf({ lengthFunction });
    this.normalize = normalize;
  }

  /**
   * A vector for each chunk of a text: `metadata.loc.start` and `loc.end` say
   * where it stands in it. Chunks go in the order of the text.
   *
   * @throws RangeError when a chunk does not stand in the text.
   */
  async embedChunks(
    text: string,
    chunks: readonly DocumentInterface[],
    { signal }: { signal?: AbortSignal } = {}
  ): Promise<number[][]> {
    if (chunks.length === 0) return [];
    const spans = chunks.map((chunk, index) => spanOf(text, chunk, index));
    const { model } = this;
    const vectors =
      "embedTokens" in model
        ? await this.pool(model, text, spans, signal)
        : await this.embedGroups(
            model,
            spans.map(({ start, end }) => text.slice(start, end)),
            signal
          );
    vectors.forEach(checkVector);
    return this.normalize ? vectors.map(ofLength1) : vectors;
  }

  /** Texts each by itself: what late chunking is compared to. */
  override async embedDocuments(texts: string[]): Promise<number[][]> {
    const vectors: number[][] = [];
    for (const [index, text] of texts.entries()) {
      if (text.trim() === "") {
        throw new RangeError(
          `Expected text ${index} to have a token, got none`
        );
      }
      const span = { start: 0, end: text.length };
      const chunk = { pageContent: text, metadata: { loc: span } };
      vectors.push(...(await this.embedChunks(text, [chunk])));
    }
    return vectors;
  }

  override async embedQuery(text: string): Promise<number[]> {
    if ("embedTokens" in this.model) {
      return (await this.embedDocuments([text]))[0];
    }
    const { model } = this;
    const vector = await callModel(this.caller, () => model.embedQuery(text));
    checkVector(vector);
    return this.normalize ? ofLength1(vector) : vector;
  }

  private async pool(
    model: TokenEmbedder,
    text: string,
    spans: readonly Span[],
    signal?: AbortSignal
  ): Promise<number[][]> {
    const windows = await this.windowsOf(text);
    const tokens = await tokensOfWindows(windows, ({ start, end }) =>
      callModel(
        this.caller,
        () => model.embedTokens(text.slice(start, end), signal),
        signal
      )
    );
    return spans.map((span, index) => meanOf(tokens, span, index));
  }

  private async windowsOf(text: string): Promise<Span[]> {
    const splitter = new FixedTokenTextSplitter({
      chunkSize: this.windowSize,
      chunkOverlap: this.windowOverlap,
      lengthFunction: this.lengthFunction,
    });
    const windows = await splitter.createDocuments([text]);
    return windows.map(({ metadata }) => metadata.loc as Span);
  }

  /** The same with chunks in place of tokens, for a model that pools itself. */
  private async embedGroups(
    model: ChunksEmbedder,
    texts: string[],
    signal?: AbortSignal
  ): Promise<number[][]> {
    const groups = await groupsOf(texts, this);
    const { vectors } = await tokensOfWindows(groups, async (group) => {
      const own = texts.slice(group.start, group.end);
      const found = await callModel(
        this.caller,
        () => model.embedChunks(own, signal),
        signal
      );
      checkCount(found, own.length);
      const offsets = own.map((_, at) => ({ start: at, end: at + 1 }));
      return { vectors: found, offsets };
    });
    return vectors.map((vector) => Array.from(vector));
  }
}

const ofLength1 = (vector: readonly number[]): number[] =>
  Array.from(unit(vector));

function checkModel(model: unknown): void {
  const given = model as Partial<TokenEmbedder> | null | undefined;
  if (typeof given?.embedTokens === "function") return;
  const expected = "to embed tokens or chunks";
  checkMethods("model", expected, model, "embedChunks", "embedQuery");
}

function checkVector(vector: readonly number[], index = 0): void {
  if (vector.length > 0 && vector.every(Number.isFinite)) return;
  throw new Error(
    `The vector of chunk ${index} has no dimensions, or one that is no number`
  );
}

function spanOf(
  text: string,
  { metadata }: DocumentInterface,
  index: number
): Span {
  const { loc } = metadata ?? {};
  const isIn =
    isSpan(loc) &&
    0 <= loc.start &&
    loc.start < loc.end &&
    loc.end <= text.length;
  if (isIn) return { start: loc.start, end: loc.end };
  const { start, end } = objectAt(metadata, "loc");
  throw new RangeError(
    `Expected \`loc\` of chunk ${index} to be a span of the text ` +
      `(length ${text.length}), got \`${start}\` to \`${end}\``
  );
}
