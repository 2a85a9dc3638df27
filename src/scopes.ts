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
  at(offset: number): Head[] {
    return this.upTo(countUpTo(this.starts, offset), offset);
  }

  /** As `at`, without the scopes that start at this offset. */
  around(offset: number): Head[] {
    return this.upTo(countUpTo(this.starts, offset - 1), offset);
  }

  private upTo(index: number, offset: number): Head[] {
    const found: Head[] = [];
    for (let k = index - 1; k >= 0; k = this.parents[k]) {
      if (this.heads[k].scope.end > offset) found.push(this.heads[k]);
    }
    return found.reverse();
  }
}
