import type { Span } from "../outline.js";

/** Units as in the report: see `types.ts`. */

/** Why a reference is not whole in one chunk of the context. */
export const MISS_CLASSES = ["absent", "cut", "notRetrieved"] as const;

/**
 * "absent": some of it is in no chunk (it was filtered away, or its chunk
 * could not be located). "cut": all of it is in chunks, but no chunk holds it
 * whole. "notRetrieved": a chunk holds it whole, and is not in the context, or
 * was cut to fit.
 */
export type MissClass = (typeof MISS_CLASSES)[number];

/** A part of a source, to show a reference in its surroundings. */
export interface Excerpt {
  /** The document it is from: a `name` of `corpora`. */
  corpus: string;
  /** Offset of `text` in the document, UTF-16. */
  start: number;
  /** Offset behind `text`. */
  end: number;
  /** The document from `start` to `end`, as it is: it may hold any markup. */
  text: string;
}

/** A chunk that reaches into an excerpt. */
export interface ChunkBorder {
  /** Its place among the chunks of its document, from 0. */
  index: number;
  /** Where its own text starts in the document; maybe before the excerpt. */
  start: number;
  /** The offset behind its own text; maybe behind the excerpt. */
  end: number;
  /** Spans of the document that it repeats (heads), in front of its text. */
  heads: Span[];
  /** Its tokens, heads and prefix included. */
  tokens: number;
  /** Its rank for the question, from 1; `null` when it was not ranked. */
  rank: number | null;
  /** Whether it is in the context at `settings.budgetTokens`, cut or whole. */
  inContext: boolean;
}

/** A reference that is not whole in one chunk of the context. */
export interface Miss {
  /** The name of the splitter. */
  splitter: string;
  /** Index into `questions`. */
  question: number;
  /** Index into the `references` of the question. */
  reference: number;
  /** Why it is missed. */
  class: MissClass;
  /**
   * The best rank, from 1, of a chunk that holds the reference whole, or, if
   * none does, of one that holds some of it; `null` when none was ranked.
   */
  rank: number | null;
  /** Share of the reference's characters that are in the context. */
  recall: number;
  /** Whether its chunk is in the context, but was cut to fit before its end. */
  truncated: boolean;
  /** Index into `excerpts`; `null` where the evidence is in no document. */
  excerpt: number | null;
  /** The splitter's chunks that reach into the excerpt, in order. */
  chunks: ChunkBorder[];
}
