import type { Head } from "./outline.js";
import { countUpTo } from "./sorted.js";

const byScope = (a: Head, b: Head): number =>
  a.scope.start - b.scope.start || b.scope.end - a.scope.end;

/** Heads found by the offsets that their scopes hold. Scopes nest. */
export class Scopes {
  private readonly heads: Head[];
  private readonly starts: number[];
  /** The head whose scope holds the scope of this one, -1 for none. */
  private readonly parents: number[] = [];
  /** What was found last: neighbours mostly stand in the same scopes. */
  private last: Found = { index: -1, from: 0, until: 0, heads: [] };

  constructor(heads: readonly Head[]) {
    this.heads = [...heads].sort(byScope);
    this.starts = this.heads.map(({ scope }) => scope.start);
    const open: number[] = [];
    for (const [index, { scope }] of this.heads.entries()) {
      while (open.length > 0) {
        if (this.heads[open[open.length - 1]].scope.end > scope.start) break;
        open.pop();
      }
      this.parents.push(open[open.length - 1] ?? -1);
      open.push(index);
    }
  }

  /** The heads whose scope holds the unit at this offset, outermost first. */
  at(offset: number): readonly Head[] {
    return this.upTo(countUpTo(this.starts, offset), offset);
  }

  /** As `at`, without the scopes that start at this offset. */
  around(offset: number): readonly Head[] {
    return this.upTo(countUpTo(this.starts, offset - 1), offset);
  }

  private upTo(index: number, offset: number): readonly Head[] {
    const { last } = this;
    if (last.index === index && last.from <= offset && offset < last.until) {
      return last.heads;
    }
    const heads: Head[] = [];
    let from = -Infinity;
    let until = Infinity;
    for (let k = index - 1; k >= 0; k = this.parents[k]) {
      const { end } = this.heads[k].scope;
      if (end > offset) {
        heads.push(this.heads[k]);
        until = Math.min(until, end);
      } else from = Math.max(from, end);
    }
    this.last = { index, from, until, heads: heads.reverse() };
    return this.last.heads;
  }
}

/** The heads around all offsets of a range: they start at the same scopes. */
interface Found {
  /** How many scopes start up to there. */
  index: number;
  from: number;
  until: number;
  heads: readonly Head[];
}
