import { Lines } from "../lines.js";
import {
  Strength,
  type Head,
  type HeadKind,
  type Outline,
  type Span,
} from "../outline.js";

/** Collects the outline of a text whose parser counts in lines, from 0. */
export class OutlineBuilder {
  readonly heads: Head[] = [];
  /** The line of the text that the parser calls 0. */
  firstLine = 0;
  readonly lines: Lines;
  private readonly seams = new Map<number, number>();
  private readonly openHeadings: Head[] = [];

  constructor(readonly text: string) {
    this.lines = new Lines(text);
  }

  /** The first seam at an offset counts: that of the outermost block. */
  addSeam(at: number, strength: number): void {
    if (!this.seams.has(at)) this.seams.set(at, strength);
  }

  /** Changes a seam for what came after it. */
  setSeam(at: number, strength: number): void {
    this.seams.set(at, strength);
  }

  /** Says what stands in a span; there is nothing to repeat. */
  addScope(kind: HeadKind, scope: Span): void {
    this.heads.push({ kind, start: scope.start, end: scope.start, scope });
  }

  /** A heading: its section goes up to the next one of its level or above. */
  addHeading({ start, end }: Span, level: number, title: string): void {
    this.closeHeadings(start, level);
    const scope = { start, end: this.text.length };
    const heading: Head = { start, end, scope, kind: "heading", title, level };
    this.heads.push(heading);
    this.openHeadings.push(heading);
  }

  /** Lines `[from, to)` as a span, the last line break included. */
  span([from, to]: readonly [number, number]): Span {
    return this.lines.span(this.firstLine + from, this.firstLine + to);
  }

  /** A line as a span, without white space at its end. */
  trimmedLine(line: number): Span {
    return this.lines.trimmed(this.firstLine + line);
  }

  isBlank(line: number): boolean {
    return this.lines.isBlank(this.firstLine + line);
  }

  /**
   * A seam in front of each line but the first, stronger behind blank lines.
   * Lines at the offsets that `skip` names have none.
   */
  addLines(
    [from, to]: readonly [number, number],
    skip: (offset: number) => boolean = () => false
  ): void {
    for (let line = from + 1; line < to; line += 1) {
      if (this.isBlank(line)) continue;
      const { start } = this.span([line, line]);
      if (skip(start)) continue;
      const isBehindBlank = this.isBlank(line - 1);
      this.addSeam(start, isBehindBlank ? Strength.line + 1 : Strength.line);
    }
  }

  build(): Outline {
    const seams = [...this.seams].map(([at, strength]) => ({ at, strength }));
    return { seams, heads: this.heads };
  }

  /** Ends the sections of this level and deeper. */
  private closeHeadings(offset: number, level: number): void {
    for (;;) {
      const nearest = this.openHeadings[this.openHeadings.length - 1];
      if (nearest === undefined || (nearest.level ?? 1) < level) return;
      nearest.scope.end = offset;
      this.openHeadings.pop();
    }
  }
}
