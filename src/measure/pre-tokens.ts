import { MAX_PIECE } from "./merger.js";
import { PrefixCounter } from "./prefix-counter.js";
import type { Scanner } from "./scanner.js";
import type { Tokenizer } from "./tokenizer.js";

/** Offsets per entry of the directory, as a power of two. */
const BLOCK_BITS = 6;
/** Offsets between the counts that are kept inside a long pre-token. */
const STEP = 64;

/** The pre-tokens of a text and the tokens before each. */
export class PreTokens {
  /** Where each pre-token starts, and the end of the text. */
  starts: Uint32Array;
  /** The tokens before each pre-token, and all tokens. */
  totals: Uint32Array;
  size = 0;
  /** The pre-token at every 64th offset. */
  private readonly directory: Uint32Array;
  /** Counts at every 64th offset of long pre-tokens, by pre-token. */
  private readonly samples = new Map<number, Uint32Array>();

  constructor(text: string, tokenizer: Tokenizer, scanner: Scanner) {
    this.starts = new Uint32Array((text.length >> 2) + 16);
    this.totals = new Uint32Array(this.starts.length);
    this.fill(text, tokenizer, scanner);
    this.directory = new Uint32Array((text.length >> BLOCK_BITS) + 1);
    for (let k = 0, block = 0; block < this.directory.length; block++) {
      const offset = block << BLOCK_BITS;
      while (k < this.size && this.starts[k + 1] <= offset) k++;
      this.directory[block] = k;
    }
  }

  /** The one pass over the text. */
  private fill(text: string, tokenizer: Tokenizer, scanner: Scanner): void {
    let { starts, totals } = this;
    let size = 0;
    let total = 0;
    for (let at = 0; at < text.length; size++) {
      if (size + 1 === starts.length) {
        starts = enlarge(starts);
        totals = enlarge(totals);
      }
      starts[size] = at;
      totals[size] = total;
      const end = scanner.next(text, at, text.length);
      total +=
        end - at > MAX_PIECE
          ? this.countLong(size, text, at, end, tokenizer)
          : tokenizer.count(text, at, end);
      at = end;
    }
    starts[size] = text.length;
    totals[size] = total;
    this.starts = starts;
    this.totals = totals;
    this.size = size;
  }

  /** Counts a long pre-token and keeps counts on the way. */
  private countLong(
    k: number,
    text: string,
    start: number,
    end: number,
    tokenizer: Tokenizer
  ): number {
    const run = tokenizer.runOf(text, start, end);
    if (run !== undefined) return run.count(end - start);
    const counter = new PrefixCounter(text, start, tokenizer.prefixes());
    const total = counter.at(end);
    const samples = new Uint32Array(Math.ceil((end - start) / STEP) + 1);
    for (let i = 1; i < samples.length; i++) {
      const count = counter.at(Math.min(start + i * STEP, end));
      samples[i] = Math.min(Math.max(count, samples[i - 1]), total);
    }
    this.samples.set(k, samples);
    return total;
  }

  /** The pre-token at an offset; the number of pre-tokens at the end. */
  locate(offset: number): number {
    const starts = this.starts;
    let k = this.directory[offset >>> BLOCK_BITS];
    while (k < this.size && starts[k + 1] <= offset) k++;
    return k;
  }

  /** The last pre-token from `k` on with at most `max` tokens before it. */
  furthest(k: number, max: number): number {
    const { totals, size } = this;
    let low = k;
    let step = 1;
    while (low + step <= size && totals[low + step] <= max) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, size + 1);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (totals[middle] <= max) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The tokens before an offset, linear between the counts that are kept. */
  position(at: number): number {
    const k = this.locate(at);
    const start = this.starts[k];
    const before = this.totals[k];
    if (at === start) return before;
    const end = this.starts[k + 1];
    const samples = this.samples.get(k);
    if (samples === undefined) {
      const inside = this.totals[k + 1] - before;
      return before + (inside * (at - start)) / (end - start);
    }
    const step = Math.floor((at - start) / STEP);
    const from = start + step * STEP;
    const to = Math.min(from + STEP, end);
    const inside = samples[step + 1] - samples[step];
    return before + samples[step] + (inside * (at - from)) / (to - from);
  }
}

function enlarge(array: Uint32Array): Uint32Array {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
