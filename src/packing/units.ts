import { bodyEnd, bodyStart, wordStart } from "./body.js";
import type { RepeatedHeads } from "./heads.js";
import { PARTS_OF_WORDS_A_CHUNK } from "./join.js";
import { ladder, seamsOf } from "../ladder/index.js";
import type { MaybePromise, Measure } from "../measure/index.js";
import { Strength, type Seam, type Span } from "../outline.js";

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
    /** The starts of headings and of lines that open or close a block. */
    private readonly rigidStarts: ReadonlySet<number>
  ) {}

  /** The chosen seams inside a span, in order. `exact`: guess no length. */
  async divide(start: number, end: number, exact = false): Promise<Seam[]> {
    const chosen: Seam[] = [];
    const low = this.firstSeamFrom(start + 1);
    const high = this.firstSeamFrom(end);
    await this.divideUnit({ start, end, low, high, rung: 0 }, exact, chosen);
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

  private async divideUnit(
    unit: Unit,
    exact: boolean,
    chosen: Seam[]
  ): Promise<void> {
    let strongest = 0;
    for (let index = unit.low; index < unit.high; index += 1) {
      strongest = Math.max(strongest, this.seams[index].strength);
    }
    if (strongest < Strength.block) {
      const fits = this.fits(unit, {
        hasLines: strongest >= Strength.line,
        isWord: ladder[unit.rung].strength < Strength.word,
        exact,
      });
      if (fits === true || (fits !== false && (await fits))) return;
    }
    await this.context.pace();
    const { cuts, rung } = this.cutsOf(unit, strongest);
    let { start, low } = unit;
    for (const cut of [...cuts, { at: unit.end, strength: 0 }]) {
      let high = low;
      while (high < unit.high && this.seams[high].at < cut.at) high += 1;
      const part = { start, end: cut.at, low, high, rung };
      if (cuts.length > 0) await this.divideUnit(part, exact, chosen);
      if (cut.at < unit.end) chosen.push(cut);
      start = cut.at;
      low = this.seams[high]?.at === cut.at ? high + 1 : high;
    }
  }

  /** Where to cut a unit that does not fit: nowhere when it is one grapheme. */
  private cutsOf(
    unit: Unit,
    strongest: number
  ): { cuts: readonly Seam[]; rung: number } {
    const inside = this.seams.slice(unit.low, unit.high);
    if (strongest >= Strength.block) {
      const cuts = inside.filter(({ strength }) => strength >= Strength.block);
      return { cuts, rung: unit.rung };
    }
    const own = {
      cuts: inside.filter(({ strength }) => strength === strongest),
      rung: unit.rung,
    };
    const parts = this.partsOf(unit, inside);
    const isRigid = ({ start }: Span): boolean => this.rigidStarts.has(start);
    // A heading that is over the limit by itself: its text is better off alone.
    const { heads, limit } = this.context;
    const isOver = parts.some(
      (part) => isRigid(part) && heads.length(this.bodyOf(part)) > limit
    );
    if (isOver && inside.length > 0) return own;
    const soft = parts.filter((part) => !isRigid(part));
    return (
      this.climb(inside.length > 0 ? soft : [unit], unit.rung, strongest) ?? own
    );
  }

  /** A unit between its own seams: headings and their text, lines and fences. */
  private partsOf(unit: Unit, inside: readonly Seam[]): Span[] {
    const borders = [unit.start, ...inside.map(({ at }) => at), unit.end];
    return borders
      .slice(1)
      .map((end, index) => ({ start: borders[index], end }));
  }

  /** The cuts of the first rung that has any and is stronger than a seam. */
  private climb(
    parts: readonly Span[],
    from: number,
    strongest: number
  ): { cuts: readonly Seam[]; rung: number } | undefined {
    const { text } = this.context;
    for (let rung = from; rung < ladder.length; rung += 1) {
      if (ladder[rung].strength <= strongest) break;
      const cuts = parts.flatMap(({ start, end }) =>
        seamsOf(ladder[rung], text, start, end, this.stride(start, end))
      );
      const next = Math.min(rung + 1, ladder.length - 1);
      if (cuts.length > 0) return { cuts, rung: next };
    }
    return undefined;
  }

  /**
   * Whether a unit fits, together with its fences: those that leave room, and
   * all of them where it may still be cut between lines.
   */
  private fits(
    { start, end }: Span,
    { hasLines, isWord, exact }: FitOptions
  ): MaybePromise<boolean> {
    const { measure, limit, heads } = this.context;
    const { start: bodyFrom, end: to } = this.bodyOf({ start, end });
    const from = isWord ? wordStart(this.context.text, bodyFrom) : bodyFrom;
    let room = limit;
    for (const head of heads.before(from)) {
      if (head.tail === undefined) continue;
      if (hasLines || heads.isRoomFor(head)) room -= heads.length(head);
    }
    for (const head of heads.openAt(end)) {
      if (hasLines || heads.isRoomFor(head)) room -= heads.tailLength(head);
    }
    const estimate = measure.position(to) - measure.position(from);
    const margin =
      measure.indexed || measure.slack === 0 ? measure.slack : room / 2;
    if (!exact) {
      if (estimate + margin <= room) return true;
      if (estimate - 2 * margin > room) return false;
    }
    const count = measure.count(from, to);
    return typeof count === "number"
      ? count <= room
      : count.then((value) => value <= room);
  }

  private bodyOf({ start, end }: Span): Span {
    const { text } = this.context;
    const from = bodyStart(text, start, end);
    return { start: from, end: bodyEnd(text, from, end) };
  }

  /** Grapheme clusters are many: how far apart their seams need to be. */
  private stride(start: number, end: number): number {
    const share =
      this.context.limit /
      PARTS_OF_WORDS_A_CHUNK /
      this.context.heads.length({ start, end });
    return Math.max(1, Math.floor((end - start) * Math.min(share, 1 / 2)));
  }

  private firstSeamFrom(offset: number): number {
    let low = 0;
    let high = this.seams.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.seams[middle].at < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

interface FitOptions {
  /** Whether it may still be cut between lines. */
  hasLines: boolean;
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
