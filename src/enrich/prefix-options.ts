import type { Document, DocumentInterface } from "@langchain/core/documents";
import type { UsageMetadata } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { LengthFunction } from "../measure/index.js";
import {
  checkInteger,
  checkFunction,
  checkNumber,
  checkString,
} from "../options.js";
import { warnOnce } from "../warn-once.js";
import type { Description } from "./fit-prefix.js";

/**
 * Says what a chunk is about: a path (outermost part first), text in sentences,
 * or nothing. `document` is made of the chunks of one `doc_id` that are in the
 * call; pass `config` on to models, so that they are traced, counted, stopped.
 */
export type DescribeChunk = (
  document: Document,
  chunk: DocumentInterface,
  config?: Partial<RunnableConfig>
) => Description | Promise<Description>;

/** What became of the chunks of one call. */
export interface PrefixReport {
  /** All chunks of the call. */
  chunks: number;
  /** Chunks that have a prefix, those that had one before included. */
  prefixed: number;
  /** Chunks for which `describe` failed: unchanged, `prefix_failed` is set. */
  failed: number;
  /** The first error of each chunk that failed, in the order of the chunks. */
  errors: Error[];
  /** Tokens of all calls of models, as far as they say. */
  usage: UsageMetadata;
}

/** The options of `ContextualPrefix`. */
export interface ContextualPrefixParams {
  /**
   * The most that a prefix may be of the chunk's own length. A number from 0
   * up; above 1/3 there is a warning. Default: 1/3.
   */
  maxShare: number;
  /** The most that prefix and chunk may be together. Default: no limit. */
  maxTokens: number;
  /**
   * Says what a chunk is about. Default: the title and the headings; of code the
   * title or the file, and the symbols in words (`getUser` as "get User").
   */
  describe: DescribeChunk;
  /** Between the parts of a path. Default: " > ". */
  sectionSeparator: string;
  /**
   * The most of a document that `describe` is given; of a longer one, it gets
   * the section around the chunk. Default: no limit; for a model 32,000.
   */
  maxDocumentTokens: number;
  /** Calls of `describe` at a time. Default: 4. */
  maxConcurrency: number;
  /** How often a call of `describe` that failed is made again. Default: 1. */
  maxRetries: number;
  /** Told what became of the chunks, at the end of each call. */
  onReport: (report: PrefixReport) => void;
  /** The encoding or model whose tokens are counted. Default: "cl100k_base". */
  encoding: string;
  /** What lengths are measured by. Default: `tokenCounter(encoding)`. */
  lengthFunction: LengthFunction;
}

export const DEFAULT_SHARE = 1 / 3;

/** Throws a `RangeError` for an option that is out of range. */
export function checkPrefixOptions(
  fields: Partial<ContextualPrefixParams>
): void {
  const { maxShare = DEFAULT_SHARE, maxConcurrency = 4 } = fields;
  const { maxRetries = 0, sectionSeparator = "" } = fields;
  checkNumber("maxShare", maxShare, 0);
  if (maxConcurrency !== Infinity) {
    checkInteger("maxConcurrency", maxConcurrency, 1);
  }
  checkInteger("maxRetries", maxRetries, 0);
  checkString("sectionSeparator", sectionSeparator);
  for (const name of ["maxTokens", "maxDocumentTokens"] as const) {
    const { [name]: value = Infinity } = fields;
    if (value !== Infinity) checkInteger(name, value, 1);
  }
  for (const name of ["describe", "onReport"] as const) {
    checkFunction(name, fields[name]);
  }
  if (maxShare > DEFAULT_SHARE + 1e-9) {
    const share = Number(maxShare.toFixed(3));
    warnOnce(
      `ContextualPrefix: \`maxShare\` is ${share}, above 1/3. Text that all ` +
        "chunks of a document share makes their vectors alike: a search then " +
        "returns the right document with the wrong section. `prefixDilution` " +
        "measures it."
    );
  }
}
