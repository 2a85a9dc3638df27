import type { Measure } from "./index.js";
import { MAX_PIECE } from "./merger.js";
import { PrefixCounter, reach } from "./prefix-counter.js";
import type { Scanner } from "./scanner.js";
import type { Tokenizer } from "./tokenizer.js";

/** Offsets per entry of the directory, as a power of two. */
const BLOCK_BITS = 6;
/** Offsets between the counts that are kept inside a long pre-token. */
const STEP = 64;
/** Prefix counters that are kept for the next query. */
const MAX_COUNTERS = 4;
/** Tokens that cutting a piece in two may save. */
const MARGIN = 4;

/**
 * The tokens of one text, by pre-token: tokens never cross the border of a
 * pre-token, so counts add up over them.
 */
export class TokenIndex implements Measure {
  readonly slack = 4;
  readonly indexed = true;
  /** Where each pre-token starts, and the end of the text. */
  private readonly starts: Uint32Array;
  /** The tokens before each pre-token, and all tokens. */
  private readonly totals: Uint32Array;
  private readonly size: number;
  /** The pre-token at every 64th offset. */
  private readonly directory: Uint32Array;
  /** Counts at every 64th offset of long pre-tokens, by number. */
  private readonly samples = new Map<number, Uint32Array>();
  private readonly counters = new Map<number, PrefixCounter>();

  constructor(
    private readonly text: string,
    private readonly tokenizer: Tokenizer,
    private readonly scanner: Scanner
  ) {
    const length = text.length;
    let starts = new Uint32Array((length >> 2) + 16);
    let totals = new Uint32Array(starts.length);
    let size = 0;
    let total = 0;
    for (let at = 0; at < length; size++) {
      if (size + 1 === starts.length) {
        starts = enlarge(starts);
        totals = enlarge(totals);
      }
      starts[size] = at;
      totals[size] = total;
      const end = scanner.next(text, at, length);
      total +=
        end - at > MAX_PIECE
          ? this.addLong(size, at, end)
          : tokenizer.count(text, at, end);
      at = end;
    }
    starts[size] = length;
    totals[size] = total;
    this.size = size;
    this.starts = starts;
    this.totals = totals;
    this.directory = new Uint32Array((length >> BLOCK_BITS) + 1);
    for (let k = 0, block = 0; block < this.directory.length; block++) {
      while (k < size && this.starts[k + 1] <= block << BLOCK_BITS) k++;
      this.directory[block] = k;
    }
  }

  countText(text: string): number {
    return this.tokenizer.countText(text);
  }

  position(offset: number): number {
    const at = this.clamp(offset);
    const k = this.locate(at);
    const start = this.starts[k];
    const before = this.totals[k];
    if (at === start) return before;
    const inside = this.totals[k + 1] - before;
    const samples = this.samples.get(k);
    if (samples === undefined) {
      return before + (inside * (at - start)) / (this.starts[k + 1] - start);
    }
    const step = Math.floor((at - start) / STEP);
    const from = start + step * STEP;
    const to = Math.min(from + STEP, this.starts[k + 1]);
    const low = samples[step];
    const high = samples[step + 1];
    return before + low + ((high - low) * (at - from)) / (to - from);
  }

  count(start: number, end: number): number {
    const from = this.clamp(start);
    const to = this.clamp(end);
    if (to <= from) return 0;
    const { text, starts, totals, scanner } = this;
    // From the last pre-token on, the end of the span may change the cuts.
    let last = this.locate(to - 1);
    if (starts[last] <= from) return this.walk(from, to);
    const isWhole = to === starts[last + 1];
    if (scanner.isSpace(text, starts[last], to)) {
      while (starts[last] > from && this.isSpaceAt(last - 1)) last--;
    } else if (isWhole) {
      last++;
    }
    const tail = starts[last];
    let at = from;
    let total = 0;
    let k = this.locate(at);
    while (starts[k] !== at) {
      const next = scanner.next(text, at, to);
      total += this.piece(at, next);
      at = next;
      if (at > tail) return total + this.walk(at, to);
      k = this.locate(at);
    }
    if (k > last) return total + this.walk(at, to);
    return total + totals[last] - totals[k] + this.walk(tail, to);
  }

  fit(start: number, max: number, end = this.text.length): number {
    const from = this.clamp(start);
    const to = this.clamp(end);
    if (!(max >= 0)) return from;
    // A window that is more than twice as long as what fits settles it.
    let size = 16 * Math.floor(max) + 4 * this.tokenizer.vocabulary.longest;
    for (;;) {
      const limit = Math.min(from + size, to);
      const found = this.fitWithin(from, max, limit);
      if (limit >= to || found - from < size / 2) return found;
      size *= 4;
    }
  }

  private fitWithin(from: number, max: number, limit: number): number {
    const { text, starts, totals, scanner } = this;
    let at = from;
    let used = 0;
    let k = this.locate(at);
    let top = limit;
    while (at < limit && starts[k] !== at) {
      const next = scanner.next(text, at, limit);
      const isLong = next - at > MAX_PIECE;
      const count =
        isLong && this.reach(at, next, max - used) < next
          ? Infinity
          : this.piece(at, next);
      if (used + count > max) {
        top = next;
        break;
      }
      used += count;
      at = next;
      k = this.locate(at);
    }
    if (at < limit && starts[k] === at) {
      const last = this.furthest(k, totals[k] + max - used);
      used -= totals[k];
      k = Math.min(last, this.locate(limit));
      used += totals[k];
      at = starts[k];
      top = Math.min(limit, starts[Math.min(k + 1, this.size)]);
    }
    top = Math.max(top, scanner.spaceEnd(text, at, limit));
    if (top - at > MAX_PIECE) top = this.reach(at, top, max - used);
    while (top > from && this.count(from, top) > max) top--;
    return top;
  }

  /** The last pre-token from `k` on with at most `max` tokens before it. */
  private furthest(k: number, max: number): number {
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

  private clamp(offset: number): number {
    return Math.min(Math.max(Math.trunc(offset) || 0, 0), this.text.length);
  }

  /** The pre-token at an offset; the number of pre-tokens at the end. */
  private locate(offset: number): number {
    const starts = this.starts;
    let k = this.directory[offset >>> BLOCK_BITS];
    while (k < this.size && starts[k + 1] <= offset) k++;
    return k;
  }

  private isSpaceAt(k: number): boolean {
    return this.scanner.isSpace(this.text, this.starts[k], this.starts[k + 1]);
  }

  /** The tokens of a span, one pre-token after the other. */
  private walk(start: number, end: number): number {
    let total = 0;
    for (let at = start; at < end;) {
      const next = this.scanner.next(this.text, at, end);
      total += this.piece(at, next);
      at = next;
    }
    return total;
  }

  /** The tokens of a span that is one pre-token. */
  private piece(start: number, end: number): number {
    if (end - start <= MAX_PIECE) {
      return this.tokenizer.count(this.text, start, end);
    }
    const run = this.tokenizer.runOf(this.text, start, end);
    return run?.count(end - start) ?? this.counter(start).at(end);
  }

  /** See the function `reach`; for the span as one piece. */
  private reach(start: number, end: number, max: number): number {
    const longest = this.tokenizer.vocabulary.longest;
    const run = this.tokenizer.runOf(this.text, start, end);
    if (run !== undefined) {
      const countAt = (at: number): number => run.count(at - start);
      return reach(countAt, start, end, max, longest);
    }
    const counter = this.counter(start);
    const leastAt = (at: number): number => counter.leastAt(at);
    const margin = this.scanner.isClosed(this.text, start, end) ? 0 : MARGIN;
    return reach(leastAt, start, end, max + margin, longest);
  }

  private counter(start: number): PrefixCounter {
    let counter = this.counters.get(start);
    if (counter === undefined) {
      const [oldest] = this.counters.keys();
      if (this.counters.size === MAX_COUNTERS) this.counters.delete(oldest);
      counter = this.createCounter(start);
      this.counters.set(start, counter);
    }
    return counter;
  }

  private createCounter(start: number): PrefixCounter {
    return new PrefixCounter(this.text, start, this.tokenizer.prefixes());
  }

  /** Counts a long pre-token and keeps counts on the way. */
  private addLong(k: number, start: number, end: number): number {
    const run = this.tokenizer.runOf(this.text, start, end);
    if (run !== undefined) return run.count(end - start);
    const counter = this.createCounter(start);
    const total = counter.at(end);
    const samples = new Uint32Array(Math.ceil((end - start) / STEP) + 1);
    for (let i = 1; i < samples.length; i++) {
      const count = counter.at(Math.min(start + i * STEP, end));
      samples[i] = Math.min(Math.max(count, samples[i - 1]), total);
    }
    this.samples.set(k, samples);
    return total;
  }
}

function enlarge(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
