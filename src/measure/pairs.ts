import type { Merger } from "./merger.js";
import type { Vocabulary } from "./vocabulary.js";
import { NONE, POWERS } from "./vocabulary.js";

/** Kept, since in a sandbox (jest) each look at a global is slow. */
const { imul } = Math;

const UNREACHABLE = -2;
const MEMO_BITS = 15;

/** The hash of a string of bytes with one more byte in front. */
function prependHash(hash: number, byte: number, length: number): number {
  return (hash + imul(byte + 1, POWERS[length])) | 0;
}

/**
 * What linear counting needs to know of a vocabulary beside its tokens; made
 * when the first long piece is met.
 */
export class Pairs {
  /** Hashes of the ends of tokens, as bits: false positives are possible. */
  private readonly ends: Uint8Array;
  private readonly endShift: number;
  /** The halves that a token is merged from, -1 where not known yet. */
  private readonly lefts: Int32Array;
  private readonly rights: Int32Array;
  /** The longest token that ends each token, -1 where not known yet. */
  private readonly shorters: Int32Array;
  private readonly hashes: Int32Array;
  private readonly joint: Uint8Array;
  private readonly endHashes: Int32Array;
  private readonly memo = new Int32Array(4 << MEMO_BITS);

  constructor(
    readonly vocabulary: Vocabulary,
    private readonly merger: Merger
  ) {
    const { bytes, offsets, size } = vocabulary;
    const bits = 36 - Math.clz32(bytes.length >> 1);
    this.endShift = 32 - bits;
    this.ends = new Uint8Array(1 << (bits - 3));
    this.lefts = new Int32Array(size).fill(-1);
    this.rights = new Int32Array(size);
    this.shorters = new Int32Array(size).fill(-1);
    this.hashes = new Int32Array(size);
    this.joint = new Uint8Array(vocabulary.longest);
    this.endHashes = new Int32Array(vocabulary.longest + 1);
    for (let token = 0; token < size; token++) {
      const end = offsets[token + 1];
      let hash = 0;
      for (let length = 0; end - length > offsets[token]; length++) {
        hash = prependHash(hash, bytes[end - length - 1], length);
        const bit = this.bitOf(hash);
        this.ends[bit >>> 3] |= 1 << (bit & 7);
      }
      this.hashes[token] = hash;
    }
  }

  private bitOf(hash: number): number {
    return imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> this.endShift;
  }

  /** Whether some token may end with the bytes that have this hash. */
  private mayEnd(hash: number): boolean {
    const bit = this.bitOf(hash);
    return (this.ends[bit >>> 3] & (1 << (bit & 7))) !== 0;
  }

  /** The longest token at the end of a string of bytes, from `start` on. */
  longestEnd(bytes: Uint8Array, start: number, end: number): number {
    const { ends, endShift, endHashes } = this;
    const powers = POWERS;
    let hash = 0;
    let length = 0;
    while (end - length > start) {
      const byte = bytes[end - length - 1];
      hash = (hash + imul(byte + 1, powers[length])) | 0;
      const bit = imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> endShift;
      if ((ends[bit >>> 3] & (1 << (bit & 7))) === 0) break;
      endHashes[++length] = hash;
    }
    for (; length > 0; length--) {
      const from = end - length;
      const token = this.vocabulary.find(endHashes[length], bytes, from, end);
      if (token !== NONE) return token;
    }
    return NONE;
  }

  /** The longest token that ends a token and is shorter; NONE if none is. */
  shorter(token: number): number {
    if (this.shorters[token] === -1) {
      const { bytes, offsets } = this.vocabulary;
      const start = offsets[token] + 1;
      const end = offsets[token + 1];
      this.shorters[token] = this.longestEnd(bytes, start, end);
    }
    return this.shorters[token];
  }

  /** Whether merging the bytes of a token gives that token. */
  isReachable(token: number): boolean {
    return this.left(token) !== UNREACHABLE;
  }

  private left(token: number): number {
    if (this.lefts[token] === -1) {
      const halves = this.merger.split(token) ?? [UNREACHABLE, UNREACHABLE];
      this.lefts[token] = halves[0];
      this.rights[token] = halves[1];
    }
    return this.lefts[token];
  }

  private right(token: number): number {
    this.left(token);
    return this.rights[token];
  }

  /** Whether merging the bytes of two tokens gives these two tokens. */
  isValid(first: number, second: number): boolean {
    const memo = this.memo;
    const mixed = imul(first, 0x9e3779b1) ^ imul(second, 0x85ebca6b);
    // A pair has two places: the newer one and the older one.
    const slot = (mixed >>> (32 - MEMO_BITS)) * 4;
    if (memo[slot] === first + 1 && memo[slot + 1] >> 1 === second) {
      return (memo[slot + 1] & 1) === 1;
    }
    if (memo[slot + 2] === first + 1 && memo[slot + 3] >> 1 === second) {
      return (memo[slot + 3] & 1) === 1;
    }
    const isValid = this.compute(first, second);
    memo[slot + 2] = memo[slot];
    memo[slot + 3] = memo[slot + 1];
    memo[slot] = first + 1;
    memo[slot + 1] = (second << 1) | (isValid ? 1 : 0);
    return isValid;
  }

  /**
   * Undoes the merges of both tokens from the last to the first: no token
   * across the border may merge before the merge that is undone.
   */
  private compute(first: number, second: number): boolean {
    let limit = NONE;
    for (;;) {
      if (this.join(first, second) < limit) return false;
      if (first > second) {
        limit = first;
        first = this.right(first);
        if (first !== limit) continue;
        limit = second + 1;
        second = this.left(second);
        if (second + 1 === limit) return true;
      } else {
        limit = second + 1;
        second = this.left(second);
        if (second + 1 !== limit) continue;
        limit = first;
        first = this.right(first);
        if (first === limit) return true;
      }
    }
  }

  /** The token that has the bytes of two tokens together. */
  private join(first: number, second: number): number {
    const { bytes, offsets, longest } = this.vocabulary;
    const start = offsets[second];
    const end = offsets[second + 1];
    const before = offsets[first + 1] - offsets[first];
    const length = before + end - start;
    if (length > longest) return NONE;
    const head = imul(this.hashes[first], POWERS[end - start]);
    const hash = (head + this.hashes[second]) | 0;
    if (!this.mayEnd(hash)) return NONE;
    for (let i = 0; i < before; i++) this.joint[i] = bytes[offsets[first] + i];
    for (let i = start; i < end; i++) this.joint[before + i - start] = bytes[i];
    return this.vocabulary.find(hash, this.joint, 0, length);
  }
}
