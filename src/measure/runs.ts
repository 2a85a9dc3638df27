import { writeCodePoint } from "./merger.js";
import type { Pairs } from "./pairs.js";
import { Prefixes } from "./prefixes.js";

/** Bytes before a period is looked for the first time. */
const FIRST_CHECK = 1024;

/**
 * Token counts of runs of one character, for every length. The tokens at the
 * end of a run are soon periodic in its length; from there on the counts are
 * computed, not merged.
 */
export class Run {
  private readonly counts = [0];
  private readonly lasts: number[] = [];
  private readonly prefixes: Prefixes;
  private readonly unit = new Uint8Array(4);
  private readonly width: number;
  private nextCheck = FIRST_CHECK;
  /** In characters, 0 until known. */
  private period = 0;
  private perPeriod = 0;

  constructor(
    character: string,
    private readonly pairs: Pairs
  ) {
    this.prefixes = new Prefixes(pairs);
    this.width = writeCodePoint(character, 0, 1, this.unit, 0);
  }

  /** The number of tokens of a run of `length` characters. */
  count(length: number): number {
    while (length >= this.counts.length && this.period === 0) this.extend();
    const known = this.counts.length - 1;
    if (length <= known) return this.counts[length];
    const periods = Math.ceil((length - known) / this.period);
    const rest = this.counts[length - periods * this.period];
    return rest + periods * this.perPeriod;
  }

  private extend(): void {
    for (let i = 0; i < this.width; i++) {
      this.prefixes.push(this.unit[i]);
      this.lasts.push(this.prefixes.last);
    }
    this.counts.push(this.prefixes.count);
    if (this.lasts.length >= this.nextCheck) {
      this.nextCheck *= 2;
      this.findPeriod();
    }
  }

  /** Last tokens that repeat over the longest token repeat for good. */
  private findPeriod(): void {
    const { lasts, width } = this;
    const window = this.pairs.vocabulary.longest;
    const limit = (lasts.length - window) / width;
    for (let period = 1; period <= limit; period++) {
      let same = 0;
      while (
        same < window &&
        lasts.at(-1 - same) === lasts.at(-1 - same - period * width)
      ) {
        same++;
      }
      if (same < window) continue;
      const known = this.counts.length - 1;
      this.period = period;
      this.perPeriod = this.counts[known] - this.counts[known - period];
      return;
    }
  }
}
