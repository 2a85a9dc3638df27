import type { DocumentInterface } from "@langchain/core/documents";
import type { Span } from "../outline.js";
import { compact, type Compact } from "./compact.js";
import { isSpan } from "./metadata.js";

/**
 * A part of the content of a chunk that stands in its document too, but for
 * white space at its beginning: content from `from` to `to`, document from
 * `start` to `end`.
 */
export interface Piece extends Span {
  from: number;
  to: number;
}

/** Where the content of a chunk stands in its document. */
export interface Location {
  /** In the order of the content. */
  pieces: Piece[];
  /** The chunk's own text, without what it repeats. */
  body: Span;
  /** What it repeats in front of its own text. */
  heads: Span[];
}

/** The share of a chunk's characters that have to be found line by line. */
const ENOUGH = 1 / 2;

/**
 * Finds chunks in their document, in the order in which a splitter gives them.
 * Chunks that say where they stand (`loc.start`, `loc.end`) are believed when
 * the document agrees. Others are looked for, white space apart: first where
 * the chunk before ended, so that repeated text is no trap; then as a whole
 * anywhere; then line by line, for splitters that repeat headers. What was
 * written anew (HTML as text) is where it says.
 */
export class Locator {
  private readonly source: Compact;
  /** The compact offsets of the chunk before. */
  private last = { start: -1, end: 0 };

  constructor(private readonly text: string) {
    this.source = compact(text);
  }

  /** Where a chunk stands, or `undefined` when its text is not in there. */
  locate({ pageContent, metadata }: DocumentInterface): Location | undefined {
    return (
      this.declared(pageContent, metadata?.loc) ??
      this.find(pageContent) ??
      rendered(pageContent, metadata?.loc) ??
      this.findLines(pageContent)
    );
  }

  private declared(content: string, loc: unknown): Location | undefined {
    if (!isSpan(loc)) return undefined;
    const { start, end } = loc;
    const pieces: Piece[] = [];
    const heads: Span[] = [];
    let from = 0;
    const declared: unknown[] =
      "heads" in loc && Array.isArray(loc.heads) ? loc.heads : [];
    for (const head of declared.filter(isSpan)) {
      const text = this.text.slice(head.start, head.end);
      const at = content.indexOf(text, from);
      if (at === -1) continue;
      from = at + text.length;
      pieces.push({ from: at, to: from, start: head.start, end: head.end });
      heads.push({ start: head.start, end: head.end });
    }
    const body = this.text.slice(start, end);
    const at = content.indexOf(body, from);
    if (at === -1 || body === "") return undefined;
    pieces.push({ from: at, to: at + body.length, start, end });
    return { pieces, body: { start, end }, heads };
  }

  private find(content: string): Location | undefined {
    const own = compact(content);
    if (own.text === "") return undefined;
    const at = this.nextPlace(own.text);
    if (at === -1) return undefined;
    this.last = { start: at, end: at + own.text.length };
    const pieces = this.piecesOf(own, at, 0);
    return { pieces, body: spanOf(pieces), heads: [] };
  }

  /** The compact offset at which a chunk most likely stands. */
  private nextPlace(chunk: string): number {
    const { text } = this.source;
    const { start, end } = this.last;
    if (text.startsWith(chunk, end)) return end;
    // With an overlap it starts inside the chunk before and ends behind it.
    for (let at = text.indexOf(chunk, start + 1); at !== -1;) {
      if (at + chunk.length > end) return at;
      at = text.indexOf(chunk, at + 1);
    }
    return text.indexOf(chunk);
  }

  private findLines(content: string): Location | undefined {
    const { text } = this.source;
    const { length } = compact(content).text;
    if (length === 0) return undefined;
    const pieces: Piece[] = [];
    let found = 0;
    let next = Math.max(0, this.last.start);
    let from = 0;
    for (const line of content.split("\n")) {
      const own = compact(line);
      let at = own.text === "" ? -1 : text.indexOf(own.text, next);
      if (at === -1 && own.text !== "") at = text.indexOf(own.text);
      if (at !== -1) {
        const [first, ...rest] = this.piecesOf(own, at, from);
        pieces.push(this.joined(pieces[pieces.length - 1], first), ...rest);
        found += own.text.length;
        next = at + own.text.length;
      }
      from += line.length + 1;
    }
    if (found < length * ENOUGH) return undefined;
    const largest = pieces.reduce((a, b) =>
      b.end - b.start > a.end - a.start ? b : a
    );
    return { pieces, body: spanOf([largest]), heads: [] };
  }

  /** A piece with the white space between it and the one before, if any. */
  private joined(before: Piece | undefined, piece: Piece): Piece {
    if (before === undefined || piece.start < before.end) return piece;
    if (this.text.slice(before.end, piece.start).trim() !== "") return piece;
    return { ...piece, from: before.to, start: before.end };
  }

  /**
   * The pieces of a compact text that stands at a compact offset; `shift` is
   * where its original stands in the content.
   */
  private piecesOf(own: Compact, at: number, shift: number): Piece[] {
    const { offsets } = this.source;
    const pieces: Piece[] = [];
    for (let k = 0; k < own.text.length; k += 1) {
      const from = own.offsets[k] + shift;
      const start = offsets[at + k];
      const last = pieces[pieces.length - 1];
      if (last !== undefined && from - last.to === start - last.end) {
        last.to = from + 1;
        last.end = start + 1;
      } else {
        // The white space in front belongs to it, however much there is.
        pieces.push({
          from: last?.to ?? from,
          to: from + 1,
          start: last?.end ?? start,
          end: start + 1,
        });
      }
    }
    return pieces;
  }
}

/**
 * A chunk that was written anew, as text or records, of what its place holds:
 * one that says which heads it repeats knows its place too.
 */
function rendered(content: string, loc: unknown): Location | undefined {
  if (!isSpan(loc) || !("heads" in loc) || !Array.isArray(loc.heads)) {
    return undefined;
  }
  const body = { start: loc.start, end: loc.end };
  return {
    pieces: [{ from: 0, to: content.length, ...body }],
    body,
    heads: [],
  };
}

function spanOf(pieces: readonly Piece[]): Span {
  return {
    start: Math.min(...pieces.map(({ start }) => start)),
    end: Math.max(...pieces.map(({ end }) => end)),
  };
}

/** What of the document the content shows up to an offset of the content. */
export function shown(pieces: readonly Piece[], to: number): Span[] {
  return pieces
    .filter(({ from }) => from < to)
    .map((piece) => ({
      start: piece.start,
      // White space differs at the beginning of a piece only.
      end: Math.max(piece.start, piece.end - Math.max(0, piece.to - to)),
    }));
}
