import type { Pairs } from "./pairs.js";
import { NONE } from "./vocabulary.js";

const START = -1;
const CAPACITY = 4096;

/**
 * Counts the tokens of every prefix of a string of bytes, one byte at a time.
 * The last token of a prefix is the one token at its end that is a valid
 * neighbour of the last token of what is before.
 */
export class Prefixes {
  private readonly bytes = new Uint8Array(CAPACITY + 4);
  private readonly lasts = new Int32Array(CAPACITY + 5);
  private readonly counts = new Int32Array(CAPACITY + 5);
  private length = 0;

  constructor(private readonly pairs: Pairs) {
    this.lasts[0] = START;
  }

  /** The number of tokens of the bytes so far. */
  get count(): number {
    return this.counts[this.length];
  }

  /** The last token of the bytes so far. */
  get last(): number {
    return this.lasts[this.length];
  }

  /** Forgets all bytes. */
  clear(): void {
    this.length = 0;
  }

  /** Takes the next byte and returns the number of tokens up to it. */
  push(byte: number): number {
    if (this.length === CAPACITY) this.forget();
    const { bytes, lasts, counts, pairs } = this;
    const offsets = pairs.vocabulary.offsets;
    bytes[this.length] = byte;
    const end = ++this.length;
    let token = pairs.longestEnd(bytes, 0, end);
    for (; token !== NONE; token = pairs.shorter(token)) {
      if (!pairs.isReachable(token)) continue;
      const start = end - offsets[token + 1] + offsets[token];
      const before = lasts[start];
      if (before !== START && !pairs.isValid(before, token)) continue;
      lasts[end] = token;
      counts[end] = counts[start] + 1;
      break;
    }
    return counts[end];
  }

  /** The number of tokens with U+FFFD behind, which is not kept. */
  withReplacement(): number {
    if (this.length + 3 > CAPACITY) this.forget();
    const length = this.length;
    this.push(0xef);
    this.push(0xbf);
    const count = this.push(0xbd);
    this.length = length;
    return count;
  }

  /** Keeps what the next tokens can reach back to. */
  private forget(): void {
    const kept = Math.min(this.length, this.pairs.vocabulary.longest);
    const from = this.length - kept;
    this.bytes.copyWithin(0, from, this.length);
    this.lasts.copyWithin(0, from, this.length + 1);
    this.counts.copyWithin(0, from, this.length + 1);
    this.length = kept;
  }
}
