import type { Classes } from "./classes.js";
import { BREAK, LETTER, LOWER, NUMBER, OTHER } from "./classes.js";
import { SPACE, UPPER } from "./classes.js";

const BLANK = 0x20;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;

/**
 * Finds the pre-tokens of a text: what the pattern of an encoding matches. The
 * patterns are written out by hand, since a regular expression is several times
 * slower and fails on runs of some four million letters. They never look
 * behind, so a match can start anywhere.
 */
export abstract class Scanner {
  private readonly units: Uint8Array;

  constructor(private readonly classes: Classes) {
    this.units = classes.units;
  }

  /** The end of the pre-token of `text.slice(0, end)` that starts at `at`. */
  abstract next(text: string, at: number, end: number): number;

  /** The class at an offset, 0 at the end. */
  protected classAt(text: string, at: number, end: number): number {
    if (at >= end) return 0;
    return (
      this.units[text.charCodeAt(at)] || this.classes.lookUp(text, at, end)
    );
  }

  /**
   * Whether every prefix of a long pre-token is known to be a pre-token; where
   * it is not known, counts of prefixes as one piece are estimates.
   */
  abstract isClosed(text: string, start: number, end: number): boolean;

  /** The end of the run of code points with one of the class bits. */
  protected run(text: string, at: number, end: number, bits: number): number {
    const units = this.units;
    while (at < end) {
      const kind =
        units[text.charCodeAt(at)] || this.classes.lookUp(text, at, end);
      if ((kind & bits) === 0) break;
      at += 1 + (kind >>> 7);
    }
    return at;
  }

  /** The end of the white space at an offset. */
  spaceEnd(text: string, at: number, end: number): number {
    return this.run(text, at, end, SPACE);
  }

  /** Whether a span that is not empty is white space only. */
  isSpace(text: string, start: number, end: number): boolean {
    return (
      (this.classAt(text, end - 1, end) & SPACE) !== 0 &&
      this.run(text, start, end, SPACE) === end
    );
  }

  /** `\s+(?!\S)|\s+`, for white space that ends at `runEnd`. */
  protected space(at: number, runEnd: number, end: number): number {
    return runEnd === end || runEnd - at === 1 ? runEnd : runEnd - 1;
  }

  /** `\s*[\r\n]+|\s+(?!\S)|\s+`. */
  protected spaceOrBreaks(text: string, at: number, end: number): number {
    const runEnd = this.run(text, at, end, SPACE);
    for (let last = runEnd; last > at; last--) {
      if (this.units[text.charCodeAt(last - 1)] & BREAK) return last;
    }
    return this.space(at, runEnd, end);
  }

  /** Whether there is a line end in white space. */
  protected hasBreak(text: string, at: number, end: number): boolean {
    while (at < end && !(this.units[text.charCodeAt(at)] & BREAK)) at++;
    return at < end;
  }

  /** Up to three numbers. */
  protected numbers(text: string, at: number, end: number): number {
    for (let i = 0; i < 3; i++) {
      const kind = this.classAt(text, at, end);
      if ((kind & NUMBER) === 0) break;
      at += 1 + (kind >>> 7);
    }
    return at;
  }

  /** The end of `'s`, `'re` and the like at an offset, or the offset. */
  protected contraction(
    text: string,
    at: number,
    end: number,
    caseBit: number
  ): number {
    if (at + 1 >= end || text.charCodeAt(at) !== APOSTROPHE) return at;
    const first = text.charCodeAt(at + 1) | caseBit;
    if (first === 0x73 || first === 0x74) return at + 2; // s, t
    if (first === 0x6d || first === 0x64) return at + 2; // m, d
    if (at + 2 >= end) return at;
    const second = text.charCodeAt(at + 2) | caseBit;
    if (first === 0x6c) return second === 0x6c ? at + 3 : at; // ll
    const isLong = (first === 0x72 || first === 0x76) && second === 0x65;
    return isLong ? at + 3 : at; // re, ve
  }
}

/** The pattern of `r50k_base`, `p50k_base` and `gpt2`. */
export class Scanner50k extends Scanner {
  next(text: string, at: number, end: number): number {
    const short = this.contraction(text, at, end, 0);
    if (short > at) return short;
    const first = this.classAt(text, at, end);
    let start = at;
    let kind = first;
    if (text.charCodeAt(at) === BLANK) {
      start = at + 1;
      kind = this.classAt(text, start, end);
    }
    if (kind & LETTER) return this.run(text, start, end, LETTER);
    if (kind & NUMBER) return this.run(text, start, end, NUMBER);
    if (kind & OTHER) return this.run(text, start, end, OTHER);
    return this.space(at, this.run(text, at, end, SPACE), end);
  }

  isClosed(): boolean {
    return true;
  }
}

/** The pattern of `cl100k_base`. */
export class Scanner100k extends Scanner {
  next(text: string, at: number, end: number): number {
    const kind = this.classAt(text, at, end);
    if (kind & LETTER) return this.run(text, at, end, LETTER);
    if (kind & NUMBER) return this.numbers(text, at, end);
    const unit = text.charCodeAt(at);
    if (unit === APOSTROPHE) {
      const short = this.contraction(text, at, end, 0x20);
      if (short > at) return short;
    }
    const after = at + 1 + (kind >>> 7);
    const second = this.classAt(text, after, end);
    if (second & LETTER && (kind & BREAK) === 0) {
      return this.run(text, after, end, LETTER);
    }
    if (kind & OTHER || (unit === BLANK && second & OTHER)) {
      return this.run(text, this.run(text, after, end, OTHER), end, BREAK);
    }
    return this.spaceOrBreaks(text, at, end);
  }

  isClosed(text: string, start: number, end: number): boolean {
    return !this.isSpace(text, start, end) || !this.hasBreak(text, start, end);
  }
}

/** The pattern of `o200k_base`. */
export class Scanner200k extends Scanner {
  next(text: string, at: number, end: number): number {
    const kind = this.classAt(text, at, end);
    if (kind & NUMBER) return this.numbers(text, at, end);
    const word = this.word(text, at, end, kind);
    if (word > at) return this.contraction(text, word, end, 0x20);
    const after = at + 1 + (kind >>> 7);
    const isOther =
      (kind & OTHER) !== 0 ||
      (text.charCodeAt(at) === BLANK &&
        (this.classAt(text, after, end) & OTHER) !== 0);
    if (!isOther) return this.spaceOrBreaks(text, at, end);
    let stop = this.run(text, after, end, OTHER);
    while (
      stop < end &&
      (text.charCodeAt(stop) === SLASH ||
        (this.classAt(text, stop, end) & BREAK) !== 0)
    ) {
      stop++;
    }
    return stop;
  }

  isClosed(text: string, start: number, end: number): boolean {
    if (this.isSpace(text, start, end)) {
      return !this.hasBreak(text, start, end);
    }
    return (
      this.run(text, start, end, LOWER) === end ||
      this.run(text, start, end, OTHER) === end
    );
  }

  /** The end of the word at an offset without its contraction, or the offset. */
  private word(text: string, at: number, end: number, kind: number): number {
    const hasPrefix = (kind & (LETTER | BREAK)) === 0;
    const start = hasPrefix ? at + 1 + (kind >>> 7) : at;
    // The upper-case part takes what it can, then gives back to the lower one.
    let upperEnd = start;
    let bothEnd = 0;
    for (;;) {
      const found = this.classAt(text, upperEnd, end);
      if ((found & UPPER) === 0) {
        if (found & LOWER) return this.run(text, upperEnd, end, LOWER);
        break;
      }
      upperEnd += 1 + (found >>> 7);
      if (found & LOWER) bothEnd = upperEnd;
    }
    if (bothEnd > 0) return bothEnd;
    if (hasPrefix && kind & LOWER) return start; // A mark stands alone.
    return upperEnd > start ? upperEnd : at;
  }
}
