import type { DocumentInterface } from "@langchain/core/documents";
import type { LengthFunction } from "../measure/index.js";
import { ContextPacker } from "./context-packer.js";
import type { ContextMarks, MARKS } from "./marks.js";
import type { ReducedDocument } from "./reduced.js";

/** The options of `packContext`. */
export interface PackContextOptions {
  /** The most that the context may hold, marks included. */
  maxTokens: number;
  /**
   * Passages in the order of the documents given ("rank"), or by their source
   * and their place in it ("source"). Default: "rank".
   */
  order?: "rank" | "source";
  /** The words of the marks: "en", "es" or your own. Default: "en". */
  marks?: keyof typeof MARKS | ContextMarks;
  /** The encoding or model whose tokens are counted. Default: "cl100k_base". */
  encoding?: string;
  /** What lengths are measured by. Default: `tokenCounter(encoding)`. */
  lengthFunction?: LengthFunction;
}

/**
 * A context for a prompt, and what it is made of. A type and no interface, so
 * that it can stand for the variables of a prompt.
 */
export type PackedContext = {
  /** The text: passages and marks, a blank line between two. */
  context: string;
  /** The length of the text. */
  tokens: number;
  /** Ids of the documents that went in, in the order given. */
  ids: string[];
  /** Ids of those that did not, in the order given. */
  leftOutIds: string[];
  /** Those that went in without some of their paragraphs. */
  reduced: ReducedDocument[];
  /** The documents that went in, as they were given, for citations. */
  documents: DocumentInterface[];
};

/**
 * Puts documents that were found, the best first, into a context of at most
 * `maxTokens`. Chunks go in whole or not at all; one that does not fit is left
 * out, and smaller ones after it may go in. Chunks of one source that overlap
 * or follow each other become one passage without repetitions. Nothing is
 * summarised, and the text says what is missing:
 * `[… 3 of 8 chunks left out]`.
 *
 * Only a document that is by itself longer than `maxTokens`, that would be the
 * only one and has no room beside the mark, or that says in `loc.hits` (spans of
 * its source) what was found of it, may go in without some of its paragraphs,
 * farthest from the hits first:
 * `[… paragraphs 1-4 and 13-40 of 40 left out]`.
 *
 * Without documents it is a runnable, for `retriever | packContext | prompt`.
 *
 * @example
 * ```ts
 * import { packContext } from "langchain-seams";
 *
 * const found = [{ pageContent: "Goods go back within 30 days.", metadata: {} }];
 * const { context, ids } = await packContext(found, { maxTokens: 2000 });
 *
 * const pack = packContext({ maxTokens: 2000, marks: "es" });
 * const same = await pack.invoke(found); // or retriever.pipe(pack).pipe(prompt)
 * ```
 *
 * @throws RangeError when an option is out of range.
 */
export function packContext(options: PackContextOptions): ContextPacker;
export function packContext(
  documents: readonly DocumentInterface[],
  options: PackContextOptions
): Promise<PackedContext>;
export function packContext(
  ...args:
    [PackContextOptions] | [readonly DocumentInterface[], PackContextOptions]
): ContextPacker | Promise<PackedContext> {
  return args.length === 1
    ? new ContextPacker(args[0])
    : new ContextPacker(args[1]).pack(args[0]);
}
