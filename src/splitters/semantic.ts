import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import type { RunnableConfig } from "@langchain/core/runnables";
import { checkCache, type ByteCache } from "../byte-cache.js";
import type { Pace } from "../concurrency.js";
import type { LocatedChunk, Source } from "../documents/documents.js";
import type { Metadata } from "../documents/metadata.js";
import type { Measure } from "../measure/index.js";
import {
  checkInteger,
  checkOneOf,
  optionError,
  checkMethods,
} from "../options.js";
import type { Outline } from "../outline.js";
import { pack } from "../pack.js";
import { parseMarkdown } from "../parse/markdown.js";
import { parseProse } from "../parse/prose.js";
import {
  DEFAULT_AMOUNTS,
  isPercentage,
  type Breakpoint,
} from "../semantic/breakpoints.js";
import { semanticOutline } from "../semantic/outline.js";
import { SeamTextSplitter } from "./base.js";
import { withFrontMatter } from "./markdown.js";
import type { SeamTextSplitterParams } from "./params.js";

export interface SemanticTextSplitterParams extends SeamTextSplitterParams {
  /** What turns text into vectors: any LangChain embeddings. Required. */
  embeddings: EmbeddingsInterface;
  /**
   * How large a cosine distance ends a chunk: one that is larger than
   * - "percentile": that percentile of all distances of the text (95),
   * - "standardDeviation": their mean and so many standard deviations (3),
   * - "interquartile": their mean and so many interquartile ranges (1.5),
   * - "gradient": that percentile of their slopes, for a slope (95).
   *
   * In brackets the amount when none is given. Default: "percentile", 95.
   */
  breakpoint: Partial<Breakpoint>;
  /**
   * How many chunks to make: cuts at the largest distances, headings counting
   * for nothing. `chunkSize` may make it more, `minChunkSize` fewer. An integer
   * from 1 up; not together with `breakpoint`.
   */
  numberOfChunks: number;
  /**
   * How many neighbours on either side are embedded together with a sentence.
   * An integer from 0 up. Default: 1.
   */
  bufferSize: number;
  /**
   * The least of its own text that a chunk should have, in the unit of
   * `lengthFunction`: shorter ones join a neighbour, unless both would then
   * exceed `chunkSize`. An integer from 0 to `chunkSize`. Default: a quarter of
   * `chunkSize`; 1 with `numberOfChunks`.
   */
  minChunkSize: number;
  /** How many texts go to the embeddings in a call, from 1 up. Default: 64. */
  batchSize: number;
  /**
   * The longest text that the embeddings are given, in the unit of
   * `lengthFunction`: neighbours that do not fit are left out, and of what is
   * longer by itself only its start is embedded. An integer from 1 up. Default:
   * `chunkSize`.
   */
  maxEmbedTokens: number;
  /**
   * Keeps vectors between runs: any store of bytes. The key is made of the text
   * and of the embeddings' `model` and `dimensions`, or of their class.
   */
  cache: ByteCache;
  /**
   * "markdown": headings, lists, tables and code are read as such, and tables,
   * items and blocks of code stay whole; "text": paragraphs and lines only.
   * Default: "markdown".
   */
  format: "markdown" | "text";
}

/**
 * Splits a text where its meaning jumps: between neighbouring sentences (items,
 * blocks) whose embeddings are distant. Headings end a chunk too. Of all ways
 * to cut that keep to `chunkSize` and `minChunkSize` it takes the one that cuts
 * at the largest jumps, and inside what is too long at the largest there are.
 *
 * There is one call of `embedDocuments` for each `batchSize` sentences; none
 * for a text of one sentence. Runs that have callbacks hear of each as the
 * custom event `semantic_embedding_progress`. A vector that is all zero, or has
 * a number that is not finite, is at distance 0 to its neighbours: it is never
 * the reason for a cut.
 *
 * @example
 * ```ts
 * import { SyntheticEmbeddings } from "@langchain/core/utils/testing";
 * import { SemanticTextSplitter } from "langchain-seams";
 *
 * // Stands for a model: `new OpenAIEmbeddings({ model: "..." })`, say.
 * const embeddings = new SyntheticEmbeddings({ vectorSize: 8 });
 * const splitter = new SemanticTextSplitter({ embeddings, chunkSize: 400 });
 * const chunks = await splitter.splitText("Cats sleep. Dogs bark.");
 * console.log(chunks); // ["Cats sleep. Dogs bark."]
 * ```
 *
 * @throws RangeError when an option is out of range, and when the embeddings
 * return too few vectors or vectors of several dimensions.
 * @see Greg Kamradt, "5 Levels of Text Splitting" (level 4), 2024; the types of
 * `breakpoint` are those of `SemanticChunker` in LangChain (Python).
 */
export class SemanticTextSplitter
  extends SeamTextSplitter
  implements
    Omit<
      SemanticTextSplitterParams,
      "encoding" | "numberOfChunks" | "cache" | "breakpoint"
    >
{
  static override lc_name(): string {
    return "SemanticTextSplitter";
  }

  embeddings: EmbeddingsInterface;
  /** {@link SemanticTextSplitterParams.breakpoint} */
  breakpoint: Breakpoint;
  /** {@link SemanticTextSplitterParams.numberOfChunks} */
  numberOfChunks?: number;
  bufferSize: number;
  minChunkSize: number;
  batchSize: number;
  maxEmbedTokens: number;
  /** {@link SemanticTextSplitterParams.cache} */
  cache?: ByteCache;
  format: "markdown" | "text";

  constructor(
    given: Partial<SemanticTextSplitterParams> &
      Pick<SemanticTextSplitterParams, "embeddings">
  ) {
    super(given);
    // JavaScript may leave out what is required: an error below says so.
    const fields = given ?? ({} as typeof given);
    const { embeddings, numberOfChunks, cache, breakpoint } = fields;
    const { bufferSize = 1, batchSize = 64, format = "markdown" } = fields;
    const { maxEmbedTokens = this.chunkSize } = fields;
    const quarter = Math.floor(this.chunkSize / 4);
    const { minChunkSize = numberOfChunks === undefined ? quarter : 1 } =
      fields;
    checkMethods(
      "embeddings",
      "LangChain embeddings",
      embeddings,
      "embedDocuments"
    );
    checkInteger("bufferSize", bufferSize, 0);
    checkInteger("minChunkSize", minChunkSize, 0);
    if (minChunkSize > this.chunkSize) {
      const expected = `at most \`chunkSize\` (${this.chunkSize})`;
      throw optionError("minChunkSize", expected, minChunkSize);
    }
    checkInteger("batchSize", batchSize, 1);
    checkInteger("maxEmbedTokens", maxEmbedTokens, 1);
    checkOneOf("format", format, ["markdown", "text"]);
    if (numberOfChunks !== undefined) {
      checkInteger("numberOfChunks", numberOfChunks, 1);
      if (breakpoint !== undefined) {
        const expected = "left out where `breakpoint` is given";
        throw optionError("numberOfChunks", expected, numberOfChunks);
      }
    }
    checkCache(cache);
    this.embeddings = embeddings;
    this.breakpoint = breakpointOf(breakpoint);
    this.numberOfChunks = numberOfChunks;
    this.bufferSize = bufferSize;
    this.minChunkSize = minChunkSize;
    this.batchSize = batchSize;
    this.maxEmbedTokens = maxEmbedTokens;
    this.cache = cache;
    this.format = format;
  }

  protected override async parse(
    text: string,
    config?: Partial<RunnableConfig>
  ): Promise<Outline> {
    const parse = this.format === "markdown" ? parseMarkdown : parseProse;
    return semanticOutline(text, parse(text), this, config);
  }

  protected override metadataOf(source: Source): Metadata {
    return this.format === "markdown"
      ? withFrontMatter(source)
      : super.metadataOf(source);
  }

  protected override async chunk(
    text: string,
    outline: Outline,
    measure: Measure,
    pace: Pace
  ): Promise<LocatedChunk[]> {
    const { chunkSize, chunkOverlap, minChunkSize } = this;
    return pack(text, outline, measure, {
      limit: chunkSize,
      overlap: chunkOverlap,
      minimum: minChunkSize,
      pace,
    });
  }
}

/** The breakpoint with its defaults, checked. */
function breakpointOf(breakpoint: Partial<Breakpoint> = {}): Breakpoint {
  if (typeof breakpoint !== "object" || breakpoint === null) {
    const expected = "an object with `type` and `amount`";
    throw optionError("breakpoint", expected, breakpoint);
  }
  const { type = "percentile" } = breakpoint;
  checkOneOf("breakpoint.type", type, Object.keys(DEFAULT_AMOUNTS));
  const { amount = DEFAULT_AMOUNTS[type] } = breakpoint;
  const most = isPercentage(type) ? 100 : Infinity;
  if (!(Number.isFinite(amount) && amount >= 0 && amount <= most)) {
    const expected = most === 100 ? "from 0 to 100" : "from 0 up";
    throw optionError("breakpoint.amount", `a number ${expected}`, amount);
  }
  return { type, amount };
}
