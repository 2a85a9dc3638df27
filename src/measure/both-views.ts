import type { Measure } from "./index.js";
import type { TokenIndex } from "./token-index.js";

/**
 * The larger of two counts, for texts with U+0085 or U+FEFF: whether these are
 * white space depends on the implementation, so that one of the two may count
 * too little.
 */
export class BothViews implements Measure {
  readonly slack: number;
  readonly indexed = true;

  constructor(
    private readonly first: TokenIndex,
    private readonly second: TokenIndex
  ) {
    this.slack = Math.max(first.slack, second.slack);
  }

  count(start: number, end: number): number {
    return Math.max(
      this.first.count(start, end),
      this.second.count(start, end)
    );
  }

  fit(start: number, max: number, end?: number): number {
    let at = this.first.fit(start, max, end);
    for (;;) {
      const next = this.second.fit(start, max, at);
      if (next === at) return at;
      at = this.first.fit(start, max, next);
      if (at === next) return at;
    }
  }

  position(offset: number): number {
    return Math.max(this.first.position(offset), this.second.position(offset));
  }

  countText(text: string): number {
    return this.first.countText(text);
  }
}
