import type { Measure } from "../measure/index.js";
import type { Chunk, Head, HeadKind, Span } from "../outline.js";
import { Scopes } from "../scopes.js";

/**
 * The share of the limit that the heads of a kind may take, tails included. A
 * header is repeated whenever it and one whole row fit, a fence whenever it and
 * one whole line fit; in a row or a line that has to be cut they leave room.
 */
const SHARES: Partial<Record<HeadKind, { whole: number; cut: number }>> = {
  table: { whole: 1, cut: 1 / 3 },
  code: { whole: 1, cut: 1 / 2 },
};
const DEFAULT_SHARE = { whole: 1 / 3, cut: 1 / 3 };

/** The share of the limit that a head may take; see `SHARES`. */
export const shareOf = (head: Head, cut: boolean): number =>
  (SHARES[head.kind] ?? DEFAULT_SHARE)[cut ? "cut" : "whole"];

/** Whether a head is worth more than the room for other heads. */
export const isEssential = (head: Head): boolean => head.kind in SHARES;

/** The heads of an outline that are repeated, found by offset. */
export class RepeatedHeads {
  private readonly scopes: Scopes;

  constructor(
    heads: readonly Head[],
    private readonly text: string,
    private readonly measure: Measure,
    private readonly limit: number
  ) {
    this.scopes = new Scopes(
      heads.filter(({ kind, start, end }) => kind !== "heading" && end > start)
    );
  }

  /** Heads to repeat in front of a chunk that starts here, outermost first. */
  before(offset: number): readonly Head[] {
    return this.scopes.around(offset).filter(({ end }) => end <= offset);
  }

  /** Heads whose tails close a chunk that ends here, outermost first. */
  openAt(offset: number): readonly Head[] {
    return this.scopes.around(offset).filter(
      ({ tail, end }) =>
        // Code that is never closed takes its tail from its own opening line.
        tail !== undefined && (offset <= tail.start || tail.start < end)
    );
  }

  /** Whether a head and its tail leave enough of the limit to what they hold. */
  isRoomFor(head: Head): boolean {
    const length = this.length(head) + this.tailLength(head);
    return length <= this.limit * shareOf(head, true);
  }

  /** The estimated length of a head. */
  length({ start, end }: Span): number {
    return this.measure.position(end) - this.measure.position(start);
  }

  /** The estimated length of a tail, with the line break in front of it. */
  tailLength(head: Head): number {
    if (head.tail === undefined) return 0;
    const start = head.end - lineBreakOf(this.text, head).length;
    const lineBreak = this.length({ start, end: head.end });
    return this.length(head.tail) + Math.max(1, lineBreak);
  }

  /** Whether a chunk that starts here leaves part of a head behind. */
  cutsHead(offset: number): boolean {
    return this.scopes
      .around(offset)
      .some(({ start, end }) => start < offset && offset < end);
  }
}

/** What stands in front of a tail: the line end of the opening line. */
const lineBreakOf = (text: string, { end }: Head): string =>
  text.slice(end - 2, end) === "\r\n" ? "\r\n" : "\n";

/** The text of a chunk: its heads, its own text, the tails of open heads. */
export function composeChunk(
  text: string,
  { start, end, heads }: Chunk,
  tails: readonly Head[]
): string {
  let composed = "";
  for (const head of heads) composed += text.slice(head.start, head.end);
  composed += text.slice(start, end);
  for (const head of [...tails].reverse()) {
    const { tail } = head;
    if (tail === undefined) continue;
    composed += lineBreakOf(text, head) + text.slice(tail.start, tail.end);
  }
  return composed;
}
