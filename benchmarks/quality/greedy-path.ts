/**
 * Two packers without a cost, in place of `src/packing/path.ts`: `GREEDY` says
 * which one, at the time of the build.
 */
import { Strength } from "../../src/outline.js";
import type { Borders } from "../../src/packing/borders.js";
import type { PackContext } from "../../src/packing/units.js";

declare const GREEDY: "fill" | "levels";

/** The borders at which a packer cuts that joins what fits, left to right. */
export async function cheapestPath(
  context: PackContext,
  borders: Borders
): Promise<number[]> {
  const greedy = new Greedy(context, borders);
  const last = borders.count - 1;
  if (GREEDY === "fill") return greedy.fill(0, last);
  return [0, ...(await greedy.levels(0, last))];
}

class Greedy {
  constructor(
    private readonly context: PackContext,
    private readonly borders: Borders
  ) {}

  /** Each chunk takes all units that fit. */
  async fill(from: number, to: number): Promise<number[]> {
    const path = [from];
    for (let i = from; i < to;) {
      let end = i + 1;
      for (let j = i + 2; j <= to; j += 1) {
        if (this.isApart(i, j)) break;
        if (await this.fits(i, j)) end = j;
        else if (this.ownLength(i, j) > this.context.limit) break;
      }
      path.push(end);
      i = end;
    }
    return path;
  }

  /**
   * As LangChain's recursive splitter does it: cut at the strongest seams,
   * what does not fit is cut again, neighbours that fit are joined.
   */
  async levels(from: number, to: number): Promise<number[]> {
    if (to === from + 1) return [to];
    if (!this.isApart(from, to) && (await this.fits(from, to))) return [to];
    const { seams } = this.borders;
    let strongest = -1;
    for (let k = from + 1; k < to; k += 1) {
      strongest = Math.max(strongest, seams[k].strength);
    }
    const cuts: number[] = [];
    for (let k = from + 1; k < to; k += 1) {
      if (seams[k].strength === strongest) cuts.push(k);
    }
    const path: number[] = [];
    let start = from;
    let joined = from;
    for (const cut of [...cuts, to]) {
      const isSmall =
        cut === start + 1 ||
        (!this.isApart(start, cut) && (await this.fits(start, cut)));
      if (isSmall) {
        const isJoinable =
          joined < start &&
          !this.isApart(joined, cut) &&
          (await this.fits(joined, cut));
        if (!isJoinable && joined < start) {
          path.push(start);
          joined = start;
        }
      } else {
        if (joined < start) path.push(start);
        path.push(...(await this.levels(start, cut)));
        joined = cut;
      }
      start = cut;
    }
    if (joined < to) path.push(to);
    return path;
  }

  /** Whether the packer never puts two borders around one chunk. */
  private isApart(i: number, j: number): boolean {
    const { seams } = this.borders;
    for (let k = i + 1; k < j; k += 1) {
      if (seams[k].strength >= Strength.always) return true;
    }
    return this.borders.lacksHead(i) && !this.borders.lacksHead(j - 1);
  }

  private ownLength(i: number, j: number): number {
    const { measure } = this.context;
    const { starts, ends } = this.borders;
    return measure.position(ends[j]) - measure.position(starts[i]);
  }

  private async fits(i: number, j: number): Promise<boolean> {
    const { measure, limit } = this.context;
    const { borders } = this;
    const { starts, ends } = borders;
    const around = borders.lengthInFront(i) + borders.lengthBehind(j);
    if (this.ownLength(i, j) > limit - around + 8) return false;
    return (await measure.count(starts[i], ends[j])) <= limit - around;
  }
}
