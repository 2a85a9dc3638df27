import type { Span } from "./outline.js";
import { countUpTo } from "./sorted.js";

/** The lines of a text, from 0: broken by LF, CR LF, or a CR alone. */
export class Lines {
  private readonly starts: number[] = [0];

  constructor(private readonly text: string) {
    for (const match of text.matchAll(/\r\n?|\n/g)) {
      this.starts.push(match.index + match[0].length);
    }
  }

  get count(): number {
    return this.starts.length;
  }

  /** The offset at which a line starts, the end of the text behind the last. */
  start(line: number): number {
    return this.starts[line] ?? this.text.length;
  }

  /** Lines `[from, to)` as a span, the last line break included. */
  span(from: number, to = from + 1): Span {
    return { start: this.start(from), end: this.start(to) };
  }

  /** A line as a span, without white space at its end. */
  trimmed(line: number): Span {
    const { start, end } = this.span(line);
    return { start, end: start + this.text.slice(start, end).trimEnd().length };
  }

  isBlank(line: number): boolean {
    const { start, end } = this.trimmed(line);
    return start === end;
  }

  /** The line that holds an offset. */
  at(offset: number): number {
    return countUpTo(this.starts, offset) - 1;
  }
}
