import { dispatchCustomEvent } from "@langchain/core/callbacks/dispatch/web";
import { Document } from "@langchain/core/documents";
import type { RunnableConfig } from "@langchain/core/runnables";
import { checkCache, type ByteCache } from "../byte-cache.js";
import { inOrder } from "../concurrency.js";
import { headerOf, type Source } from "../documents/documents.js";
import { ChunkIds } from "../documents/ids.js";
import { objectAt } from "../documents/metadata.js";
import {
  checkInteger,
  checkOneOf,
  optionError,
  checkMethods,
} from "../options.js";
import type { Outline } from "../outline.js";
import {
  DEFAULT_INSTRUCTIONS,
  type StructuredOutputModel,
} from "../propositions/ask.js";
import { factDocuments, stateFacts } from "../propositions/facts.js";
import { SeamTextSplitter } from "./base.js";
import { StructuralMarkdownTextSplitter } from "./markdown.js";
import type { SeamTextSplitterParams, SplitRun } from "./params.js";

export interface PropositionTextSplitterParams extends SeamTextSplitterParams {
  /** The chat model that states the facts; with structured output. Required. */
  llm: StructuredOutputModel;
  /**
   * Makes the chunks that facts are made of; then sizes are its own. Default: a
   * `StructuralMarkdownTextSplitter` with the sizes given.
   */
  splitter: SeamTextSplitter;
  /**
   * The share of a fact's words that must come from its chunk or the headings
   * over it, from 0 to 1; numbers must in any case. 0 takes all facts. Function
   * words do not count, nor do endings, case and accents. Default: 0.75.
   */
  minSupport: number;
  /** How many chunks the model works on at a time, from 1 up. Default: 4. */
  maxConcurrency: number;
  /**
   * How often a call is made again that failed or whose answer has another
   * shape, from 0 up. Default: 2.
   */
  maxRetries: number;
  /**
   * What becomes of a chunk whose calls all fail: "keep" puts the chunk itself
   * in the place of its facts, with the message under `proposition_error`;
   * "error" throws. Default: "keep".
   */
  onFailure: "keep" | "error";
  /**
   * Keeps answers, so that a run that was stopped goes on where it was: any
   * store of bytes. The key is made of the chunk, its headings, the
   * instructions and the name of the model.
   */
  cache: ByteCache;
  /** What the model is told to do. Default: in English, for any language. */
  instructions: string;
}

/** What the event `proposition_progress` says. */
export interface PropositionProgress {
  /** Chunks that are done. */
  chunks: number;
  /** Facts that were taken. */
  facts: number;
  /** Facts that did not come from their chunk, or were over the limit. */
  rejected: number;
  /** Chunks whose calls all failed. */
  failed: number;
}

/**
 * Turns each chunk of another splitter into facts that a model states, each
 * understood by itself: facts are indexed, and their chunks are returned. A
 * fact's `parent_id` is the id of its chunk, its `loc` that of the chunk, and
 * its `kind` "proposition"; `splitter.splitter` makes the chunks again, with
 * the same ids.
 *
 * Facts whose words do not come from the chunk (see `minSupport`), or that are
 * longer than `chunkSize`, are rejected and counted: `rejected_facts`. A chunk
 * of which no fact is left stands for itself, so that no text is lost.
 *
 * Runs with callbacks hear `proposition_progress` after each chunk, and
 * `proposition_failure` with the error and the chunk when all calls failed.
 *
 * @example
 * ```ts
 * import { FakeListChatModel } from "@langchain/core/utils/testing";
 * import { PropositionTextSplitter } from "langchain-seams";
 *
 * // Stands for a model: `new ChatOpenAI({ model: "..." })`, say.
 * const llm = new FakeListChatModel({
 *   responses: ['{"propositions":["Ada wrote notes.","Ada was a Countess."]}'],
 * });
 * const splitter = new PropositionTextSplitter({ llm, chunkSize: 200 });
 * const text = "Ada, a countess, wrote notes.";
 * console.log(await splitter.splitText(text));
 * ```
 *
 * @throws RangeError when an option is out of range.
 * @see Chen et al., "Dense X Retrieval: What Retrieval Granularity Should We
 * Use?", EMNLP 2024
 */
export class PropositionTextSplitter extends SeamTextSplitter {
  static override lc_name(): string {
    return "PropositionTextSplitter";
  }

  /** {@link PropositionTextSplitterParams.llm} */
  llm: StructuredOutputModel;
  /** {@link PropositionTextSplitterParams.splitter} */
  splitter: SeamTextSplitter;
  /** {@link PropositionTextSplitterParams.minSupport} */
  minSupport: number;
  /** {@link PropositionTextSplitterParams.maxConcurrency} */
  maxConcurrency: number;
  /** {@link PropositionTextSplitterParams.maxRetries} */
  maxRetries: number;
  /** {@link PropositionTextSplitterParams.onFailure} */
  onFailure: "keep" | "error";
  /** {@link PropositionTextSplitterParams.cache} */
  cache?: ByteCache;
  /** {@link PropositionTextSplitterParams.instructions} */
  instructions: string;

  constructor(
    fields: Partial<PropositionTextSplitterParams> &
      Pick<PropositionTextSplitterParams, "llm">
  ) {
    const { llm, splitter, cache } = fields;
    super(splitter === undefined ? fields : sizesOf(splitter, fields));
    const { minSupport = 0.75, maxConcurrency = 4, maxRetries = 2 } = fields;
    const { onFailure = "keep", instructions = DEFAULT_INSTRUCTIONS } = fields;
    const expected = "a chat model with `withStructuredOutput`";
    checkMethods("llm", expected, llm, "withStructuredOutput");
    if (!(minSupport >= 0 && minSupport <= 1)) {
      throw optionError("minSupport", "a number from 0 to 1", minSupport);
    }
    checkInteger("maxConcurrency", maxConcurrency, 1);
    checkInteger("maxRetries", maxRetries, 0);
    checkOneOf("onFailure", onFailure, ["keep", "error"]);
    if (typeof instructions !== "string" || instructions.trim() === "") {
      throw optionError("instructions", "a text", instructions);
    }
    checkCache(cache);
    this.llm = llm;
    this.splitter = splitter ?? new StructuralMarkdownTextSplitter(fields);
    this.minSupport = minSupport;
    this.maxConcurrency = maxConcurrency;
    this.maxRetries = maxRetries;
    this.onFailure = onFailure;
    this.cache = cache;
    this.instructions = instructions;
  }

  /** Not asked: the inner splitter reads the text. */
  protected override parse(): Outline {
    return { seams: [], heads: [] };
  }

  protected override async *split(
    sources: Iterable<Source>,
    { headers = {}, config = {}, ids = new ChunkIds() }: SplitRun
  ): AsyncGenerator<Document[]> {
    const header = headerOf(headers);
    const progress = { chunks: 0, facts: 0, rejected: 0, failed: 0 };
    const results = inOrder(
      this.chunksOf(sources, config),
      config.maxConcurrency ?? this.maxConcurrency,
      (chunk) => stateFacts(chunk, this, config)
    );
    for await (const result of results) {
      progress.chunks += 1;
      progress.facts += result.facts.length;
      progress.rejected += result.rejected;
      if (result.error !== undefined) progress.failed += 1;
      const event = "proposition_progress";
      await dispatchCustomEvent(event, { ...progress }, config);
      const isFirst = objectAt(result.chunk.metadata, "loc").index === 0;
      yield factDocuments(result, ids).map((document, index) => {
        const prefix = header(isFirst && index === 0 ? 0 : 1);
        document.pageContent = prefix + document.pageContent;
        return document;
      });
    }
  }

  /** The chunks of the inner splitter, as they come. */
  private async *chunksOf(
    sources: Iterable<Source>,
    config: Partial<RunnableConfig>
  ): AsyncGenerator<Document> {
    async function* documents(): AsyncGenerator<Document[]> {
      for (const { text, ...source } of sources) {
        yield [new Document({ ...source, pageContent: text })];
      }
    }
    for await (const chunks of this.splitter.transform(documents(), config)) {
      yield* chunks as Document[];
    }
  }
}

/** The options of the base when an inner splitter brings its own sizes. */
function sizesOf(
  splitter: SeamTextSplitter,
  fields: Partial<SeamTextSplitterParams>
): Partial<SeamTextSplitterParams> {
  if (!(splitter instanceof SeamTextSplitter)) {
    throw optionError("splitter", "a splitter of this package", splitter);
  }
  for (const name of SIZES) {
    if (fields[name] === undefined) continue;
    const expected = "left out where `splitter` is given";
    throw optionError(name, expected, fields[name]);
  }
  const { chunkSize, chunkOverlap, lengthFunction } = splitter;
  return { chunkSize, chunkOverlap, lengthFunction };
}

const SIZES = [
  "chunkSize",
  "chunkOverlap",
  "lengthFunction",
  "encoding",
  "sectionSeparator",
] as const;
