import type { Vocabulary } from "./vocabulary.js";
import { extendHash, NONE, POWERS } from "./vocabulary.js";

/** Kept, since in a sandbox (jest) each look at a global is slow. */
const { imul } = Math;

/** The longest piece that `Merger` takes, in UTF-16 units. */
export const MAX_PIECE = 128;

/**
 * Writes one code point as UTF-8, a surrogate alone as U+FFFD, and returns the
 * number of bytes. The text counts as ended at `end`.
 */
export function writeCodePoint(
  text: string,
  at: number,
  end: number,
  bytes: Uint8Array,
  to: number
): number {
  let unit = text.charCodeAt(at);
  if (unit < 0x80) {
    bytes[to] = unit;
    return 1;
  }
  if (unit < 0x800) {
    bytes[to] = 0xc0 | (unit >> 6);
    bytes[to + 1] = 0x80 | (unit & 0x3f);
    return 2;
  }
  if (unit >= 0xd800 && unit <= 0xdfff) {
    const next = at + 1 < end ? text.charCodeAt(at + 1) : 0;
    if (unit < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) {
      const rest = 0x10000 + (((unit - 0xd800) << 10) | (next - 0xdc00));
      bytes[to] = 0xf0 | (rest >> 18);
      bytes[to + 1] = 0x80 | ((rest >> 12) & 0x3f);
      bytes[to + 2] = 0x80 | ((rest >> 6) & 0x3f);
      bytes[to + 3] = 0x80 | (rest & 0x3f);
      return 4;
    }
    unit = 0xfffd;
  }
  bytes[to] = 0xe0 | (unit >> 12);
  bytes[to + 1] = 0x80 | ((unit >> 6) & 0x3f);
  bytes[to + 2] = 0x80 | (unit & 0x3f);
  return 3;
}

/** Byte-pair merging of short pieces: the plain algorithm, without objects. */
export class Merger {
  private readonly bytes: Uint8Array;
  /** Rolling hashes of the first n bytes. */
  private readonly hashes: Int32Array;
  /** Where the parts start. */
  private readonly starts: Int32Array;
  /** The token that each part and the next one make together. */
  private readonly joined: Int32Array;

  constructor(private readonly vocabulary: Vocabulary) {
    const size = Math.max(MAX_PIECE * 3, vocabulary.longest) + 1;
    this.bytes = new Uint8Array(size);
    this.hashes = new Int32Array(size);
    this.starts = new Int32Array(size);
    this.joined = new Int32Array(size);
  }

  /** The number of tokens of one piece of at most `MAX_PIECE` units. */
  count(text: string, start: number, end: number): number {
    let length = 0;
    for (let at = start; at < end;) {
      const written = writeCodePoint(text, at, end, this.bytes, length);
      length += written;
      at += written === 4 ? 2 : 1;
    }
    this.hash(length);
    if (this.tokenOf(0, length) !== NONE) return 1;
    return this.merge(length, 1);
  }

  /** The two tokens of whose merge a token comes; none if it never comes. */
  split(token: number): [number, number] | undefined {
    const { bytes, offsets } = this.vocabulary;
    const start = offsets[token];
    const length = offsets[token + 1] - start;
    if (length === 1) return [token, token];
    this.bytes.set(bytes.subarray(start, start + length));
    this.hash(length);
    if (this.merge(length, 2) > 2) return undefined;
    const middle = this.starts[1];
    return [this.tokenOf(0, middle), this.tokenOf(middle, length)];
  }

  private hash(length: number): void {
    for (let i = 0; i < length; i++) {
      this.hashes[i + 1] = extendHash(this.hashes[i], this.bytes[i]);
    }
  }

  /** The token of the bytes from `start` to `end`. */
  private tokenOf(start: number, end: number): number {
    const hashes = this.hashes;
    const head = imul(hashes[start], POWERS[end - start]);
    const hash = (hashes[end] - head) | 0;
    return this.vocabulary.find(hash, this.bytes, start, end);
  }

  /** Merges until nothing merges or `enough` parts are left; their number. */
  private merge(length: number, enough: number): number {
    const { bytes, starts, joined } = this;
    const pairs = this.vocabulary.pairs;
    for (let i = 0; i < length; i++) {
      starts[i] = i;
      joined[i] = pairs[(bytes[i] << 8) | bytes[i + 1]];
    }
    starts[length] = length;
    joined[length - 1] = NONE;
    let parts = length;
    while (parts > enough) {
      let least = NONE;
      let first = 0;
      for (let i = 0; i < parts - 1; i++) {
        if (joined[i] < least) {
          least = joined[i];
          first = i;
        }
      }
      if (least === NONE) break;
      parts--;
      for (let i = first + 1; i < parts; i++) {
        starts[i] = starts[i + 1];
        joined[i] = joined[i + 1];
      }
      starts[parts] = length;
      joined[first] =
        first + 1 < parts
          ? this.tokenOf(starts[first], starts[first + 2])
          : NONE;
      if (first > 0) {
        joined[first - 1] = this.tokenOf(starts[first - 1], starts[first + 1]);
      }
    }
    return parts;
  }
}
