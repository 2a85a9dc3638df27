import type { Head, Outline, Span } from "./outline.js";
import { countUpTo } from "./sorted.js";

/**
 * Where the parts of a text come from that was made of another one: a list of
 * pieces, each a copy of its source (`isCopy`, offset by offset) or something
 * that stands for it as a whole (a decoded entity, a mark that was added).
 */
export class OffsetMap {
  /** The length of the text. */
  length = 0;
  private readonly starts: number[] = [];
  private readonly sources: Span[] = [];
  private readonly copies: boolean[] = [];
  /** How far the sources of the pieces reach, up to each of them. */
  private readonly reached: number[] = [];

  /** Adds the source of the next `length` characters. */
  add(length: number, { start, end }: Span, isCopy: boolean): void {
    if (length === 0) return;
    const { sources, copies, reached } = this;
    const last = sources.length - 1;
    if (isCopy && copies[last] && sources[last].end === start) {
      sources[last].end = end;
      reached[last] = Math.max(reached[last], end);
    } else {
      this.starts.push(this.length);
      sources.push({ start, end });
      copies.push(isCopy);
      reached.push(Math.max(reached[last] ?? 0, end));
    }
    this.length += length;
  }

  /** The first offset of the text that comes from this one or behind it. */
  find(offset: number): number {
    const index = countUpTo(this.reached, offset);
    if (index === this.starts.length) return this.length;
    const { start } = this.sources[index];
    const inside = this.copies[index] ? Math.max(0, offset - start) : 0;
    return this.starts[index] + inside;
  }

  /**
   * The outline of the text, from the outline of what it was made of. Tails are
   * left out: they are tags, which the text does not have.
   */
  project({ seams, heads }: Outline): Outline {
    const moved = ({ start, end }: Span): Span => ({
      start: this.find(start),
      end: this.find(end),
    });
    return {
      seams: seams.map(({ at, strength }) => ({ at: this.find(at), strength })),
      heads: heads
        .map((head): Head => ({
          ...head,
          ...moved(head),
          scope: moved(head.scope),
          tail: undefined,
        }))
        .filter(({ scope }) => scope.end > scope.start),
    };
  }

  /**
   * The source of a span of the text, from the first to the last character
   * that any part of it comes from; `undefined` for marks that were added.
   */
  locate({ start, end }: Span): Span | undefined {
    let source: Span | undefined;
    const first = Math.max(0, countUpTo(this.starts, start) - 1);
    for (let index = first; this.starts[index] < end; index += 1) {
      const next = this.part(index, start, end);
      if (next.start === next.end) continue;
      source ??= next;
      source.start = Math.min(source.start, next.start);
      source.end = Math.max(source.end, next.end);
    }
    return source;
  }

  /** Finds whether any of the text comes from spans of the source. */
  covers(): (span: Span) => boolean {
    const sources = this.sources
      .filter(({ start, end }) => end > start)
      .sort((a, b) => a.start - b.start);
    const ends = sources.map(({ end }) => end);
    return ({ start, end }) => sources[countUpTo(ends, start)]?.start < end;
  }

  private part(index: number, start: number, end: number): Span {
    const { start: from, end: to } = this.sources[index];
    if (!this.copies[index]) return { start: from, end: to };
    const shift = from - this.starts[index];
    return {
      start: Math.max(from, start + shift),
      end: Math.min(to, end + shift),
    };
  }
}
