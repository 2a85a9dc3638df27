import { Classes, isAmbiguous } from "./classes.js";
import { MAX_PIECE, Merger, writeCodePoint } from "./merger.js";
import { Pairs } from "./pairs.js";
import { Prefixes } from "./prefixes.js";
import { Run } from "./runs.js";
import type { Scanner } from "./scanner.js";
import { Vocabulary } from "./vocabulary.js";

/** Kept, since in a sandbox (jest) each look at a global is slow. */
const { imul } = Math;

const MEMO_SLOTS = 1 << 16;
const MEMO_ENTRIES = MEMO_SLOTS >> 1;
const MEMO_UNITS = 1 << 20;
const MEMO_PROBES = 16;
const MAX_RUNS = 64;

/** Counts the tokens of one encoding. There is one for each in a process. */
export class Tokenizer {
  /** Finds the pre-tokens as JavaScript sees white space. */
  readonly scanner: Scanner;
  /** Finds them as the reference implementation, in Rust, sees white space. */
  readonly rustScanner: Scanner;
  readonly vocabulary: Vocabulary;
  private readonly merger: Merger;
  private pairs: Pairs | undefined;
  private readonly runs = new Map<string, Run>();

  // The memo: hash and place of the key, slot by slot. The count stands in
  // front of the key in `keys`. Keys are copies, so that no text is retained.
  private readonly slots = new Int32Array(MEMO_SLOTS * 2);
  private readonly keys = new Uint16Array(MEMO_UNITS);
  private keysEnd = 0;
  private entries = 0;

  constructor(ranks: string, ScannerClass: new (classes: Classes) => Scanner) {
    this.vocabulary = new Vocabulary(ranks);
    this.merger = new Merger(this.vocabulary);
    this.scanner = new ScannerClass(new Classes("javascript"));
    this.rustScanner = new ScannerClass(new Classes("rust"));
  }

  /** The number of tokens of a text; special tokens are ordinary text. */
  countText(text: string): number {
    const count = this.countWith(this.scanner, text);
    return isAmbiguous(text)
      ? Math.max(count, this.countWith(this.rustScanner, text))
      : count;
  }

  private countWith(scanner: Scanner, text: string): number {
    let total = 0;
    for (let at = 0; at < text.length;) {
      const end = scanner.next(text, at, text.length);
      total += this.count(text, at, end);
      at = end;
    }
    return total;
  }

  /** The number of tokens of one pre-token. */
  count(text: string, start: number, end: number): number {
    const length = end - start;
    if (length > MAX_PIECE) return this.countLong(text, start, end);
    let hash = length;
    for (let at = start; at < end; at++) {
      hash = imul(hash ^ text.charCodeAt(at), 0x5bd1e995);
      hash ^= hash >>> 15;
    }
    const { slots, keys } = this;
    let slot = hash & (MEMO_SLOTS - 1);
    for (let probe = 0; probe < MEMO_PROBES; probe++) {
      const place = slots[slot * 2 + 1];
      if (place === 0) return this.remember(text, start, end, hash, slot);
      if (slots[slot * 2] === hash && place >>> 20 === length) {
        const key = (place & (MEMO_UNITS - 1)) + 1 - start;
        let at = start;
        while (at < end && keys[key + at] === text.charCodeAt(at)) at++;
        if (at === end) return keys[key + start - 1];
      }
      slot = (slot + 1) & (MEMO_SLOTS - 1);
    }
    return this.merger.count(text, start, end);
  }

  private remember(
    text: string,
    start: number,
    end: number,
    hash: number,
    slot: number
  ): number {
    const count = this.merger.count(text, start, end);
    if (
      this.entries >= MEMO_ENTRIES ||
      this.keysEnd + 1 + end - start > MEMO_UNITS
    ) {
      this.slots.fill(0);
      this.entries = 0;
      this.keysEnd = 0;
    }
    this.slots[slot * 2] = hash;
    this.slots[slot * 2 + 1] = ((end - start) << 20) | this.keysEnd;
    this.keys[this.keysEnd++] = count;
    for (let at = start; at < end; at++) {
      this.keys[this.keysEnd++] = text.charCodeAt(at);
    }
    this.entries++;
    return count;
  }

  /** The number of tokens of a pre-token that is too long to merge. */
  private countLong(text: string, start: number, end: number): number {
    const run = this.runOf(text, start, end);
    if (run !== undefined) return run.count(end - start);
    const prefixes = this.prefixes();
    const bytes = new Uint8Array(4);
    for (let at = start; at < end;) {
      const written = writeCodePoint(text, at, end, bytes, 0);
      for (let i = 0; i < written; i++) prefixes.push(bytes[i]);
      at += written === 4 ? 2 : 1;
    }
    return prefixes.count;
  }

  /** A counter of the prefixes of a string of bytes. */
  prefixes(): Prefixes {
    this.pairs ??= new Pairs(this.vocabulary, this.merger);
    return new Prefixes(this.pairs);
  }

  /** The shared counter for a span that repeats one character, if it does. */
  runOf(text: string, start: number, end: number): Run | undefined {
    const unit = text.charCodeAt(start);
    let at = start + 1;
    while (at < end && text.charCodeAt(at) === unit) at++;
    if (at < end) return undefined;
    const character = String.fromCharCode(unit);
    let run = this.runs.get(character);
    if (run === undefined) {
      this.pairs ??= new Pairs(this.vocabulary, this.merger);
      if (this.runs.size === MAX_RUNS) this.runs.clear();
      run = new Run(character, this.pairs);
      this.runs.set(character, run);
    }
    return run;
  }
}
