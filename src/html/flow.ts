import type { Span } from "../outline.js";
import { OffsetMap } from "../offset-map.js";
import type { TextPart } from "../parse/html-text.js";
import { escapedPieces, type Piece } from "./pieces.js";

/** A text that was made of another one. */
export interface Rendered {
  text: string;
  map: OffsetMap;
}

/** A line prefix: `first` once, then `rest` on each further line. */
export interface Prefix {
  first: string;
  rest: string;
  isUsed?: boolean;
}

const SPACE = /[ \t\n\f\r]+/;
/** How much of the text behind a word decides how it is escaped. */
const BEHIND = 200;
const PARTS = /[ \t\n\f\r]+|[^ \t\n\f\r]+/g;

/**
 * Writes text as a browser lays it out: white space collapses into one space
 * between two words of a line, and borders of blocks break the line. Says of
 * each character where it comes from.
 */
export class Flow {
  readonly map = new OffsetMap();
  /** In front of each line; for text there are none. */
  readonly prefixes: Prefix[] = [];
  /** In front of the first word of the next line, once. */
  lead = "";
  /** Where the source of what was written ends. */
  sourceEnd = 0;
  /** In a cell a break is a space. */
  inCell = false;
  /** Changes a word before it is written; `behind` is the text behind it. */
  escape?: (word: string, isFirst: boolean, behind: string) => string;
  /** Called in front of a word, behind the space. */
  onWord?: () => void;
  /** Called with each line before it is final; may change its pieces. */
  onLine?: (line: Piece[]) => readonly Piece[];
  private readonly parts: string[] = [];
  private pieces: Piece[] = [];
  private last = "";
  private breaks = 0;
  private space?: Span;
  private isHard = false;
  private isLineStart = true;
  private isBlank = true;

  /** Text whose white space collapses. */
  inline(parts: readonly TextPart[]): void {
    const whole = parts.map(({ text }) => text).join("");
    let offset = 0;
    for (const { text, source, isCopy } of parts) {
      for (const match of text.matchAll(PARTS)) {
        const from = source.start + match.index;
        const to = from + match[0].length;
        const span = isCopy ? { start: from, end: to } : source;
        if (SPACE.test(match[0])) this.space ??= span;
        else {
          const end = offset + match.index + match[0].length;
          this.word(match[0], span, isCopy, whole.slice(end, end + BEHIND));
        }
      }
      offset += text.length;
    }
  }

  /** A word; the space in front of it goes with it. */
  private word(
    word: string,
    source: Span,
    isCopy: boolean,
    behind: string
  ): void {
    this.begin();
    const space = this.space;
    this.space = undefined;
    if (space !== undefined && !this.isLineStart) {
      this.put(" ", space, space.end - space.start === 1);
    }
    this.onWord?.();
    const escaped = this.escape?.(word, this.isLineStart, behind) ?? word;
    const kind = this.isLineStart && !this.inCell ? "first" : "word";
    this.isLineStart = false;
    if (escaped === word) this.put(word, source, isCopy, kind);
    else {
      for (const piece of escapedPieces(
        { text: word, source, isCopy },
        escaped
      )) {
        this.put(piece.text, piece.source, piece.isCopy, piece.kind);
      }
    }
  }

  /** Text as it is, white space too. */
  exact(parts: readonly TextPart[]): void {
    if (parts.every(({ text }) => text === "")) return;
    this.begin();
    this.flushSpace();
    this.onWord?.();
    this.lines(parts);
    this.isLineStart = false;
  }

  /** Lines of their own between two others. */
  fence(open: string, parts: readonly TextPart[], close: string): void {
    const [{ source }] = parts;
    this.line(open, { start: source.start, end: source.start });
    this.mark("\n", source.start);
    this.lines(parts);
    if (!this.last.endsWith("\n")) this.mark("\n", this.sourceEnd);
    this.mark(this.nextPrefix() + close, this.sourceEnd);
  }

  /** A mark that the source does not have, at an offset of the source. */
  mark(text: string, at: number, kind?: Piece["kind"]): Piece {
    return this.put(text, { start: at, end: at }, false, kind);
  }

  /** A mark among the words, for something in the source. */
  markFor(text: string, source: Span): void {
    this.begin();
    this.flushSpace();
    this.onWord?.();
    this.put(text, source, false);
    this.isLineStart = false;
  }

  /** A line by itself, for something in the source. */
  line(text: string, source: Span): void {
    this.begin();
    this.put(text, source, false);
  }

  /** Breaks the line within a block. */
  newLine(): void {
    this.mark("\n", this.sourceEnd);
    this.mark(this.nextPrefix(), this.sourceEnd);
  }

  /** Starts the line of what comes next, if it is to stand on a new one. */
  begin(): void {
    if (this.breaks === 0 && !this.isBlank) return;
    this.endLine();
    const breaks = this.isBlank ? 0 : this.breaks;
    if (this.isHard) this.mark("  ", this.sourceEnd);
    this.breaks = 0;
    this.isBlank = false;
    this.isHard = false;
    // A blank line is still outside of what starts behind it.
    const rests = this.prefixes.map(({ rest, isUsed }) => (isUsed ? rest : ""));
    const blank = rests.join("").trimEnd();
    for (let count = 1; count <= breaks; count += 1) {
      this.mark(count > 1 ? `${blank}\n` : "\n", this.sourceEnd);
    }
    this.isLineStart = true;
    this.space = undefined;
    this.mark(this.nextPrefix() + this.lead, this.sourceEnd);
    this.lead = "";
  }

  /** The next word starts a cell: no space in front of it. */
  startCell(): void {
    this.isLineStart = true;
    this.space = undefined;
  }

  /** The border of a block: at least this many line breaks. */
  break(count: number): void {
    if (this.inCell) {
      this.space ??= { start: this.sourceEnd, end: this.sourceEnd };
      return;
    }
    this.breaks = Math.max(this.breaks, count);
    this.isHard = false;
  }

  /** A line break of the text itself. */
  lineBreak(): void {
    if (this.inCell) this.break(1);
    else this.breaks += 1;
  }

  /** The same where a line break of the text means a space. */
  hardBreak(): void {
    if (this.isBlank) return;
    this.isHard = this.breaks === 0;
    this.breaks = this.isHard ? 1 : 2;
  }

  /** Whether the line or the cell has no words so far. */
  get isAtStart(): boolean {
    return this.isLineStart;
  }

  build(): Rendered {
    this.endLine();
    return { text: this.parts.join(""), map: this.map };
  }

  private lines(parts: readonly TextPart[]): void {
    for (const { text, source, isCopy } of parts) {
      const lines = this.prefixes.length === 0 ? [text] : text.split(/(?<=\n)/);
      let at = source.start;
      for (const line of lines) {
        if (this.last.endsWith("\n")) this.mark(this.nextPrefix(), at);
        const own = { start: at, end: at + line.length };
        this.put(line, isCopy ? own : source, isCopy);
        if (isCopy) at = own.end;
      }
    }
  }

  private flushSpace(): void {
    const space = this.space;
    this.space = undefined;
    if (space === undefined || this.isLineStart) return;
    this.put(" ", space, space.end - space.start === 1);
  }

  private nextPrefix(): string {
    let line = "";
    for (const prefix of this.prefixes) {
      line += prefix.first;
      prefix.first = prefix.rest;
      prefix.isUsed = true;
    }
    return line;
  }

  private put(
    text: string,
    source: Span,
    isCopy: boolean,
    kind?: Piece["kind"]
  ): Piece {
    const piece: Piece = { text, source, isCopy, kind };
    if (text === "") return piece;
    this.pieces.push(piece);
    this.last = text;
    this.sourceEnd = source.end;
    return piece;
  }

  private endLine(): void {
    const line = this.onLine?.(this.pieces) ?? this.pieces;
    for (const { text, source, isCopy } of line) {
      this.parts.push(text);
      this.map.add(text.length, source, isCopy);
    }
    this.pieces = [];
  }
}
