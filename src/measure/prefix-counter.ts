import { writeCodePoint } from "./merger.js";
import type { Prefixes } from "./prefixes.js";
import { NONE } from "./vocabulary.js";

/**
 * Token counts of the spans of a text that start at one offset, each taken as
 * one piece; extended as far as it is asked.
 */
export class PrefixCounter {
  private counts = new Int32Array(256);
  /** The least count at the bytes of the code point that ends there. */
  private leasts = new Int32Array(256);
  private known = 0;
  private readonly bytes = new Uint8Array(4);

  constructor(
    private readonly text: string,
    private start: number,
    private readonly prefixes: Prefixes
  ) {}

  /** Begins at another offset, in the memory that it has. */
  restart(start: number): void {
    this.start = start;
    this.known = 0;
    this.prefixes.clear();
  }

  /** The number of tokens of the span from the start to `end`. */
  at(end: number): number {
    while (this.start + this.known < end) this.extend();
    return this.counts[end - this.start];
  }

  /** See `reach`. */
  leastAt(end: number): number {
    this.at(end);
    return this.leasts[end - this.start];
  }

  private extend(): void {
    const { text, prefixes, bytes } = this;
    if (this.known + 3 > this.counts.length) this.grow();
    const at = this.start + this.known;
    const written = writeCodePoint(text, at, text.length, bytes, 0);
    if (written === 4) {
      // Between the two units of a pair the first one is alone: U+FFFD.
      const alone = prefixes.withReplacement();
      this.counts[++this.known] = alone;
      this.leasts[this.known] = alone;
    }
    let least = NONE;
    for (let i = 0; i < written; i++) {
      const count = prefixes.push(bytes[i]);
      if (count < least) least = count;
    }
    this.counts[++this.known] = prefixes.count;
    this.leasts[this.known] = least;
  }

  private grow(): void {
    const counts = new Int32Array(this.counts.length * 2);
    const leasts = new Int32Array(this.counts.length * 2);
    counts.set(this.counts);
    leasts.set(this.leasts);
    this.counts = counts;
    this.leasts = leasts;
  }
}

/**
 * The furthest offset in `[start, end]` with at most `max` tokens before it.
 * Counts are not monotone, but where `longest` offsets in a row have more than
 * `max` tokens before them, so have all further ones: each of these is reached
 * by a token that starts among the former.
 */
export function reach(
  leastAt: (end: number) => number,
  start: number,
  end: number,
  max: number,
  longest: number
): number {
  let last = start;
  for (let at = start + 1; at <= end && at - last <= longest; at++) {
    if (leastAt(at) <= max) last = at;
  }
  return last;
}
