import { clamp } from "./clamp.js";
import type { Measure } from "./index.js";
import { MAX_PIECE } from "./merger.js";
import { PreTokens } from "./pre-tokens.js";
import { PrefixCounter, reach } from "./prefix-counter.js";
import type { Scanner } from "./scanner.js";
import type { Tokenizer } from "./tokenizer.js";

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
  private readonly preTokens: PreTokens;
  private readonly counters = new Map<number, PrefixCounter>();

  constructor(
    private readonly text: string,
    private readonly tokenizer: Tokenizer,
    private readonly scanner: Scanner
  ) {
    this.preTokens = new PreTokens(text, tokenizer, scanner);
  }

  countText(text: string): number {
    return this.tokenizer.countText(text);
  }

  position(offset: number): number {
    return this.preTokens.position(clamp(offset, this.text.length));
  }

  count(start: number, end: number): number {
    const from = clamp(start, this.text.length);
    const to = clamp(end, this.text.length);
    if (to <= from) return 0;
    const { text, scanner, preTokens } = this;
    const { starts, totals } = preTokens;
    // From the last pre-token on, the end of the span may change the cuts.
    let last = preTokens.locate(to - 1);
    if (starts[last] <= from) return this.walk(from, to);
    const isWhole = to === starts[last + 1];
    if (scanner.isSpace(text, starts[last], to)) {
      while (starts[last] > from && this.isSpaceAt(last - 1)) last--;
    } else if (isWhole) {
      last++;
    } else if (isInPair(text, to)) {
      // Half a pair is of another class, and may belong to what is before.
      last--;
    }
    const tail = starts[last];
    let at = from;
    let total = 0;
    let k = preTokens.locate(at);
    while (starts[k] !== at) {
      const next = scanner.next(text, at, to);
      total += this.piece(at, next);
      at = next;
      if (at > tail) return total + this.walk(at, to);
      k = preTokens.locate(at);
    }
    if (k > last) return total + this.walk(at, to);
    return total + totals[last] - totals[k] + this.walk(tail, to);
  }

  fit(start: number, max: number, end = this.text.length): number {
    const from = clamp(start, this.text.length);
    const to = clamp(end, this.text.length);
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
    const { text, scanner, preTokens } = this;
    const { starts, totals } = preTokens;
    let at = from;
    let used = 0;
    let k = preTokens.locate(at);
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
      k = preTokens.locate(at);
    }
    if (at < limit && starts[k] === at) {
      const last = preTokens.furthest(k, totals[k] + max - used);
      used -= totals[k];
      k = Math.min(last, preTokens.locate(limit));
      used += totals[k];
      at = starts[k];
      top = Math.min(limit, starts[Math.min(k + 1, preTokens.size)]);
    }
    const spaceEnd = scanner.spaceEnd(text, at, limit);
    top = Math.max(top, spaceEnd);
    if (top - at > MAX_PIECE) {
      // The blank before a word joins the white space before it at the end.
      const blankEnd = Math.min(spaceEnd, at + 1);
      top = Math.max(this.reach(at, top, max - used), blankEnd);
    }
    if (top < limit && isInPair(text, top + 1)) top++;
    while (top > from && this.count(from, top) > max) top--;
    return top;
  }

  private isSpaceAt(k: number): boolean {
    const starts = this.preTokens.starts;
    return this.scanner.isSpace(this.text, starts[k], starts[k + 1]);
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
    const { counters } = this;
    let counter = counters.get(start);
    if (counter !== undefined) return counter;
    if (counters.size < MAX_COUNTERS) {
      const prefixes = this.tokenizer.prefixes();
      counter = new PrefixCounter(this.text, start, prefixes);
    } else {
      const [[oldest, kept]] = counters;
      counters.delete(oldest);
      kept.restart(start);
      counter = kept;
    }
    counters.set(start, counter);
    return counter;
  }
}

/** Whether an offset is between the two units of a pair. */
function isInPair(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  const before = text.charCodeAt(offset - 1);
  return (
    unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff
  );
}
