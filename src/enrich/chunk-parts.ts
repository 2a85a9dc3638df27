import type { DocumentInterface } from "@langchain/core/documents";
import type { Span } from "../outline.js";
import { isSpan, objectAt, type Metadata } from "../documents/metadata.js";
import { prefixOf, textWithoutPrefix } from "./prefix.js";

/**
 * A chunk of one of our splitters taken apart: its text is its prefix, then
 * `header`, `headText`, `body` and `tail`.
 */
export interface ChunkParts extends Span {
  document: DocumentInterface;
  docId: string;
  /** Its place among the chunks of its source, if it says so. */
  index: number | undefined;
  /** First and last line of its own text, if it says so. */
  lines: { from: number; to: number } | undefined;
  prefix: string;
  /** LangChain's `chunkHeader`. */
  header: string;
  /** The spans that it repeats in front of its own text, and their text. */
  heads: Span[];
  headText: string;
  /** Its own text: the source from `start` to `end`. */
  body: string;
  /** The lines that close what it repeats, behind its own text. */
  tail: string;
}

/** A line that closes a fence, an element or a bracket. */
const CLOSING =
  /\r?\n[\t >]*(?:`{3,}|~{3,}|\${2}|:{3,}|<\/[\w</>-]+>|[\]})]+[;,]?)[\t ]*/
    .source;
const ENDS_CLOSING = new RegExp(`${CLOSING}$`);
const IS_CLOSING = new RegExp(`^(?:${CLOSING})+$`);

/** How a `chunkHeader` ends that can be told from a text. */
const HEADER_END = /\n(?:\(cont'd\) )?$/;

/**
 * Takes a chunk apart; `undefined` where its own text cannot be told from what
 * stands around it: chunks of other splitters, and rendered ones.
 */
export function partsOf(document: DocumentInterface): ChunkParts | undefined {
  const metadata: Metadata = document.metadata ?? {};
  const { doc_id: docId, loc } = metadata;
  if (typeof docId !== "string" || docId === "" || !isSpan(loc)) {
    return undefined;
  }
  const { start, end } = loc;
  const { index, lines, heads: declared } = objectAt(metadata, "loc");
  const heads = Array.isArray(declared) ? declared.filter(isSpan) : [];
  const headLength = heads.reduce(
    (sum, head) => sum + head.end - head.start,
    0
  );
  const text = textWithoutPrefix(document);
  const extra = text.length - headLength - (end - start);
  if (extra < 0) return undefined;
  // What is more than heads and own text stands either behind it or in front.
  const isTail = IS_CLOSING.test(text.slice(text.length - extra));
  const tailAt = isTail ? text.length - extra : text.length;
  const bodyAt = tailAt - (end - start);
  const header = text.slice(0, bodyAt - headLength);
  if (header !== "" && !HEADER_END.test(header)) return undefined;
  // With both it cannot be told how much is which.
  if (header !== "" && ENDS_CLOSING.test(text)) return undefined;
  const body = text.slice(bodyAt, tailAt);
  if (isLines(lines) && breaksIn(body) !== lines.to - lines.from) {
    return undefined;
  }
  return {
    document,
    docId,
    start,
    end,
    index: typeof index === "number" ? index : undefined,
    lines: isLines(lines) ? lines : undefined,
    prefix: prefixOf(document),
    header,
    heads,
    headText: text.slice(bodyAt - headLength, bodyAt),
    body,
    tail: text.slice(tailAt),
  };
}

/** Line breaks inside a text, one at its end left out. */
const breaksIn = (text: string): number =>
  (text.match(/\r\n?|\n/g)?.length ?? 0) - (/[\r\n]$/.test(text) ? 1 : 0);

function isLines(value: unknown): value is { from: number; to: number } {
  if (typeof value !== "object" || value === null) return false;
  const { from, to } = value as { from?: unknown; to?: unknown };
  return Number.isInteger(from) && Number.isInteger(to);
}

/** The text that `next` repeats of the end of `before`, "" if none. */
export function overlapText(before: ChunkParts, next: ChunkParts): string {
  const isOverlap =
    before.docId === next.docId &&
    before.start <= next.start &&
    next.start < before.end;
  return !isOverlap ? "" : next.body.slice(0, before.end - next.start);
}

/** What tells the source of a chunk from others. */
export const sourceOf = ({ metadata }: DocumentInterface): unknown =>
  metadata?.doc_id ?? metadata?.source;
