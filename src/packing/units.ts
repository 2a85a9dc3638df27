import { bodyEnd, bodyStart, wordStart } from "./body.js";
import { climb, type Cuts } from "./climb.js";
import { composeChunk, isEssential, type RepeatedHeads } from "./heads.js";
import { ladder } from "../ladder/index.js";
import type { MaybePromise, Measure } from "../measure/index.js";
import {
  Strength,
  type Head,
  type HeadKind,
  type Seam,
  type Span,
} from "../outline.js";
import { countWhile } from "../sorted.js";

/** What dividing and packing a text go by. */
export interface PackContext {
  text: string;
  measure: Measure;
  heads: RepeatedHeads;
  /** The length that no chunk may exceed. */
  limit: number;
  /** The length of text to repeat from the chunk before, at most. */
  overlap: number;
  /** The length of its own text that a chunk should have: see `PackOptions`. */
  minimum?: number;
  /** Called now and then: gives way to others, throws when it is time to stop. */
  pace: () => MaybePromise<void>;
}

/**
 * The seams of a text that a packer may choose from: those of `block` and
 * above, and inside each unit that is over the limit by itself the strongest
 * ones that there are, down to grapheme clusters.
 */
export class Divider {
  constructor(
    private readonly context: PackContext,
    /** The seams of the outline, in order, one an offset. */
    private readonly seams: readonly Seam[],
    /** Where headings start, and lines that open or close a block. */
    private readonly rigidStarts: ReadonlyMap<number, HeadKind>
  ) {}

  /** The chosen seams inside a span, in order. `exact`: guess no length. */
  async divide(start: number, end: number, exact = false): Promise<Seam[]> {
    const chosen: Seam[] = [];
    const low = this.firstSeamFrom(start + 1);
    const high = this.firstSeamFrom(end);
    const unit = { start, end, low, high, rung: 0 };
    if (!(await this.isWhole(unit, exact))) {
      await this.divideUnit(unit, exact, chosen);
    }
    return chosen;
  }

  /**
   * Where the paragraph of a unit starts, behind its headings; `undefined` when
   * the unit has a structure of its own.
   */
  plainStart(start: number, end: number): number | undefined {
    let plain = start;
    const high = this.firstSeamFrom(end);
    for (let index = this.firstSeamFrom(start + 1); index < high; index += 1) {
      const { at, strength } = this.seams[index];
      if (strength > Strength.headings) return undefined;
      plain = at;
    }
    return plain;
  }

  /** The seams to cut a unit at that is not left whole, in order. */
  private async divideUnit(
    unit: Unit,
    exact: boolean,
    chosen: Seam[]
  ): Promise<void> {
    await this.context.pace();
    const { cuts, rung } = await this.cutsOf(unit);
    let { start, low } = unit;
    for (const cut of [...cuts, { at: unit.end, strength: 0 }]) {
      let high = low;
      while (high < unit.high && this.seams[high].at < cut.at) high += 1;
      const part = { start, end: cut.at, low, high, rung };
      // Words are many: those that fit need no promise.
      const isWhole = cuts.length === 0 || this.isWhole(part, exact);
      if (isWhole !== true && !(await isWhole)) {
        await this.divideUnit(part, exact, chosen);
      }
      if (cut.at < unit.end) chosen.push(cut);
      start = cut.at;
      low = this.seams[high]?.at === cut.at ? high + 1 : high;
    }
  }

  /** Whether a unit is left as it is: it fits, and has no seam of `block`. */
  private isWhole(unit: Unit, exact: boolean): MaybePromise<boolean> {
    const strongest = this.strongestIn(unit);
    if (strongest >= Strength.block) return false;
    return this.fits(unit, {
      hasSeams: strongest > Strength.fence,
      isWord: ladder[unit.rung].strength < Strength.word,
      exact,
    });
  }

  private strongestIn({ low, high }: Unit): number {
    let strongest = 0;
    for (let index = low; index < high; index += 1) {
      strongest = Math.max(strongest, this.seams[index].strength);
    }
    return strongest;
  }

  /** Where to cut a unit that does not fit: nowhere when it is one grapheme. */
  private async cutsOf(unit: Unit): Promise<Cuts> {
    const strongest = this.strongestIn(unit);
    const inside = this.seams.slice(unit.low, unit.high);
    const weakest = Math.min(strongest, Strength.block);
    // Nothing has been looked for yet in parts that are not cut otherwise.
    const own = {
      cuts: inside.filter(({ strength }) => strength >= weakest),
      rung: 0,
    };
    // The ladder has nothing stronger, as in nested code: no need to look.
    if (strongest >= ladder[unit.rung].strength) return own;
    if (inside.length === 0)
      return climb(this.context, [unit], unit.rung, 0) ?? own;
    const parts = this.partsOf(unit, inside);
    const rigid = parts.filter(({ start }) => this.rigidStarts.has(start));
    if (await this.standsAlone(rigid)) return own;
    const soft = parts.filter(({ start }) => !this.rigidStarts.has(start));
    return climb(this.context, soft, unit.rung, strongest) ?? own;
  }

  /**
   * Whether a heading is better off alone: when it is over the limit by itself,
   * and in front of a fence, whose first line is not cut to keep it company.
   */
  private async standsAlone(rigid: readonly Span[]): Promise<boolean> {
    const { measure, limit } = this.context;
    const kinds = rigid.map(({ start }) => this.rigidStarts.get(start));
    if (kinds.includes("heading") && kinds.includes("code")) return true;
    for (const part of rigid) {
      const { start, end } = this.bodyOf(part);
      if ((await measure.count(start, end)) > limit) return true;
    }
    return false;
  }

  /** A unit between its own seams: headings and their text, lines and fences. */
  private partsOf(unit: Unit, inside: readonly Seam[]): Span[] {
    const borders = [unit.start, ...inside.map(({ at }) => at), unit.end];
    return borders
      .slice(1)
      .map((end, index) => ({ start: borders[index], end }));
  }

  /**
   * Whether a unit fits, together with its fences: those that leave room, and
   * all of them where it may still be cut at a seam.
   */
  private fits(
    { start, end }: Span,
    { hasSeams, isWord, exact }: FitOptions
  ): MaybePromise<boolean> {
    const { text, measure, limit, heads } = this.context;
    const { start: bodyFrom, end: to } = this.bodyOf({ start, end });
    const from = isWord ? wordStart(text, bodyFrom) : bodyFrom;
    const isReserved = (head: Head): boolean =>
      head.tail !== undefined &&
      ((hasSeams && isEssential(head)) || heads.isRoomFor(head));
    const opened = heads.before(from).filter(isReserved);
    const tails = heads.openAt(end).filter(isReserved);
    let room = limit;
    for (const head of opened) room -= heads.length(head);
    for (const head of tails) room -= heads.tailLength(head);
    const estimate = measure.position(to) - measure.position(from);
    const margin =
      measure.indexed || measure.slack === 0
        ? measure.slack * (1 + opened.length + tails.length)
        : room / 2;
    if (!exact) {
      if (estimate + margin <= room) return true;
      if (estimate - 8 * margin > room) return false;
    }
    const isPlain = opened.length === 0 && tails.length === 0;
    const chunk = { start: from, end: to, heads: opened };
    const count = isPlain
      ? measure.count(from, to)
      : measure.countText(composeChunk(text, chunk, tails));
    return typeof count === "number"
      ? count <= limit
      : count.then((value) => value <= limit);
  }

  private bodyOf({ start, end }: Span): Span {
    const { text } = this.context;
    const from = bodyStart(text, start, end);
    return { start: from, end: bodyEnd(text, from, end) };
  }

  private firstSeamFrom(offset: number): number {
    const { seams } = this;
    return countWhile(seams.length, (index) => seams[index].at < offset);
  }
}

interface FitOptions {
  /** Whether it may still be cut at a seam of its own. */
  hasSeams: boolean;
  /** Whether it is a word: it rather does without its indentation. */
  isWord: boolean;
  /** Whether to count in any case. */
  exact: boolean;
}

interface Unit {
  start: number;
  end: number;
  /** Its seams are those from `low` up to `high`. */
  low: number;
  high: number;
  /** The rung of the ladder to try next. */
  rung: number;
}
