import { Strength } from "../outline.js";
import type { Borders } from "./borders.js";
import {
  BREAK_COST,
  MIXED_COST,
  STRADDLE_COST,
  apartCost,
  cutCost,
  shortfallCost,
  straddles,
  tailCost,
} from "./cost.js";
import type { PackContext } from "./units.js";

/**
 * The edges between the borders of a text, each the chunk from one border to a
 * later one: their lengths and costs. Numbers that are read for every pair of
 * borders are kept as such, since there are many pairs.
 */
export class Edges {
  /** The cost of a cut at each border. */
  readonly cutCosts: Float64Array;
  /** What a chunk that ends at a border carries behind its own text. */
  readonly behind: Float64Array;
  private readonly strengths: Float64Array;
  private readonly startAt: Float64Array;
  private readonly endAt: Float64Array;
  /** Whether a chunk that starts at a border lacks a head that it needs. */
  private readonly lacking: Uint8Array;
  /** How many borders of high sections stand before each border. */
  private readonly sections: Uint32Array;

  constructor(
    private readonly context: PackContext,
    borders: Borders
  ) {
    const { measure } = context;
    const { seams, starts, ends, count } = borders;
    this.behind = new Float64Array(count);
    this.strengths = new Float64Array(count);
    this.startAt = new Float64Array(count);
    this.endAt = new Float64Array(count);
    this.lacking = new Uint8Array(count);
    this.sections = new Uint32Array(count + 1);
    for (let k = 0; k < count; k += 1) {
      const { strength } = seams[k];
      this.strengths[k] = strength;
      this.startAt[k] = measure.position(starts[k]);
      this.endAt[k] = measure.position(ends[k]);
      this.behind[k] = borders.lengthBehind(k);
      if (k + 1 < count && borders.lacksHead(k)) this.lacking[k] = 1;
      this.sections[k + 1] = this.sections[k] + (straddles(strength) ? 1 : 0);
    }
    this.cutCosts = this.costsOfCuts();
  }

  /** The estimated length of the own text of a chunk. */
  length(i: number, j: number): number {
    return this.endAt[j] - this.startAt[i];
  }

  strength(k: number): number {
    return this.strengths[k];
  }

  /** Whether no chunk goes from a border over this one. */
  isClosed(i: number, k: number): boolean {
    if (this.strengths[k] >= Strength.always) return true;
    return this.lacking[i] === 1 && this.lacking[k] === 0;
  }

  /**
   * What a chunk costs besides its cut, from 0 up.
   *
   * @param share How much of the limit it takes.
   * @param strongest The strength of the strongest border inside.
   */
  cost(i: number, j: number, share: number, strongest: number): number {
    const { strengths, sections } = this;
    const weakest = strengths[i] < strengths[j] ? strengths[i] : strengths[j];
    const tail = weakest <= Strength.sentence ? tailCost(share) : 0;
    if (this.context.minimum !== undefined) return tail;
    return (
      tail +
      shortfallCost(share) +
      (strongest > weakest ? MIXED_COST : 0) +
      STRADDLE_COST * (sections[j] - sections[i + 1])
    );
  }

  private costsOfCuts(): Float64Array {
    const { strengths, context } = this;
    if (context.minimum !== undefined) return strengths.map(apartCost);
    const wholes = wholesAround(strengths);
    return strengths.map((strength, k) => {
      const [first, last] = wholes[k];
      const isWhole = this.length(first, last) <= context.limit;
      return cutCost(strength) + (isWhole ? BREAK_COST : 0);
    });
  }
}

/**
 * The whole that a cut at each border would break: it goes from the nearest
 * stronger border on the left to the nearest stronger one on the right.
 */
function wholesAround(strengths: Float64Array): [number, number][] {
  const last = strengths.length - 1;
  const wholes = Array.from(strengths, (): [number, number] => [0, last]);
  const open: number[] = [];
  for (let index = 0; index <= last; index += 1) {
    while (open.length > 0) {
      const nearest = open[open.length - 1];
      if (strengths[nearest] >= strengths[index]) break;
      wholes[nearest][1] = index;
      open.pop();
    }
    // Equals belong to one whole: what is left of the first of them.
    const nearest = open[open.length - 1] ?? 0;
    const isEqual = strengths[nearest] === strengths[index];
    wholes[index][0] = isEqual ? wholes[nearest][0] : nearest;
    open.push(index);
  }
  return wholes;
}
