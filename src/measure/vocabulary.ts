/** No such token. Larger than any token, so that the least one wins. */
export const NONE = 0x7fffffff;

/** Kept, since in a sandbox (jest) each look at a global is slow. */
const { imul } = Math;

const MULTIPLIER = 0x2c1b3c6d;
const BLANK = 0x20;
const LINE_FEED = 0x0a;
const BASE64 =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Powers of the multiplier of the rolling hash, by exponent. */
export const POWERS = new Int32Array(1024);
POWERS[0] = 1;
for (let i = 1; i < POWERS.length; i++) {
  POWERS[i] = imul(POWERS[i - 1], MULTIPLIER);
}

/** The rolling hash of a string of bytes with one more byte behind. */
export function extendHash(hash: number, byte: number): number {
  return (imul(hash, MULTIPLIER) + byte + 1) | 0;
}

/**
 * The tokens of an encoding, numbered by rank (the order in which they merge),
 * their bytes in one array, found by a rolling hash in an open table.
 */
export class Vocabulary {
  readonly size: number;
  /** The bytes of all tokens, one after the other. */
  readonly bytes: Uint8Array;
  /** Where each token starts in `bytes`, and where the last one ends. */
  readonly offsets: Uint32Array;
  /** The token of two bytes, by `first << 8 | second`. */
  readonly pairs = new Int32Array(0x10000).fill(NONE);
  /** The length in bytes of the longest token. */
  readonly longest: number;
  /** Hash and token + 1, slot by slot; 0 for an empty slot. */
  private readonly slots: Int32Array;
  private readonly mask: number;

  /** Reads ranks as `js-tiktoken` stores them: `! <first rank> <base64>...`. */
  constructor(ranks: string) {
    const values = new Uint8Array(128);
    for (let i = 0; i < 64; i++) values[BASE64.charCodeAt(i)] = i;

    const bytes = new Uint8Array(Math.ceil(ranks.length * 0.75));
    const offsets = new Uint32Array((ranks.length >> 2) + 2);
    const slotCount = 1 << (32 - Math.clz32(ranks.length >> 3));
    this.slots = new Int32Array(slotCount * 2);
    this.mask = slotCount - 1;
    let length = 0;
    let size = 0;
    let longest = 0;
    let at = 0;
    for (;;) {
      const header = ranks.indexOf(" ", ranks.indexOf(" ", at) + 1);
      if (header < at) break;
      at = header + 1;
      let unit = BLANK;
      while (unit === BLANK) {
        const start = length;
        let bits = 0;
        let held = 0;
        let hash = 0;
        for (;;) {
          unit = at < ranks.length ? ranks.charCodeAt(at) : LINE_FEED;
          at++;
          if (unit === BLANK || unit === LINE_FEED) break;
          if (unit === 0x3d) continue; // padding
          held = (held << 6) | values[unit];
          bits += 6;
          if (bits < 8) continue;
          bits -= 8;
          const byte = (held >>> bits) & 0xff;
          bytes[length++] = byte;
          hash = extendHash(hash, byte);
        }
        this.insert(hash, size);
        if (length - start === 2) {
          this.pairs[(bytes[start] << 8) | bytes[start + 1]] = size;
        }
        if (length - start > longest) longest = length - start;
        offsets[++size] = length;
      }
    }
    this.size = size;
    this.longest = longest;
    this.bytes = bytes.slice(0, length);
    this.offsets = offsets.slice(0, size + 1);
  }

  /** The token with the bytes from `start` to `end`, whose hash is given. */
  find(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const slots = this.slots;
    for (let slot = this.slotOf(hash); ; slot = (slot + 1) & this.mask) {
      const token = slots[slot * 2 + 1] - 1;
      if (token < 0) return NONE;
      if (slots[slot * 2] !== hash) continue;
      const from = this.offsets[token];
      if (this.offsets[token + 1] - from !== end - start) continue;
      let i = start;
      while (i < end && bytes[i] === this.bytes[from + i - start]) i++;
      if (i === end) return token;
    }
  }

  private slotOf(hash: number): number {
    const mixed = imul(hash ^ (hash >>> 15), 0x9e3779b1);
    return (mixed ^ (mixed >>> 16)) & this.mask;
  }

  private insert(hash: number, token: number): void {
    let slot = this.slotOf(hash);
    while (this.slots[slot * 2 + 1] !== 0) slot = (slot + 1) & this.mask;
    this.slots[slot * 2] = hash;
    this.slots[slot * 2 + 1] = token + 1;
  }
}
