import { Strength } from "../outline.js";
import type { Head, Seam, Span } from "../outline.js";
import { bodyEnd, bodyStart } from "./body.js";
import { isEssential, shareOf } from "./heads.js";
import { endsSection } from "./overlap.js";
import type { PackContext } from "./units.js";

/**
 * The borders between the units of a text, both ends of the text included: a
 * chunk goes from one border to another.
 */
export class Borders {
  readonly seams: Seam[] = [];
  /** Where a chunk that starts at a border has its own text. */
  readonly starts: number[] = [];
  /** Where a chunk that ends at a border ends its own text. */
  readonly ends: number[] = [];
  /** The heads of a chunk that starts at a border, once they are known. */
  private readonly chosen: (readonly Head[] | undefined)[] = [];

  constructor(
    private readonly context: PackContext,
    units: readonly Seam[]
  ) {
    const { text } = context;
    const last = { at: text.length, strength: Strength.always };
    let seam: Seam = { at: 0, strength: Strength.always };
    let end = 0;
    for (const next of [...units, last]) {
      const start = bodyStart(text, seam.at, next.at);
      if (start === next.at) {
        // A blank unit: its two borders are one, as strong as the stronger.
        const strength = Math.max(seam.strength, next.strength);
        seam = { at: seam.at, strength };
        continue;
      }
      this.push(seam, start, end);
      end = bodyEnd(text, start, next.at);
      seam = next;
    }
    this.push(last, text.length, end);
  }

  get count(): number {
    return this.seams.length;
  }

  private push(seam: Seam, start: number, end: number): void {
    this.seams.push(seam);
    this.starts.push(start);
    this.ends.push(end);
  }

  /** Whether a chunk may repeat text from in front of a border. */
  canOverlap(index: number): boolean {
    const { strength } = this.seams[index];
    return this.context.overlap > 0 && index > 0 && !endsSection(strength);
  }

  /** What a chunk that starts at a border carries in front of its own text. */
  lengthInFront(index: number): number {
    const overlap = this.canOverlap(index) ? this.context.overlap : 0;
    return this.headsAt(index).reduce(
      (length, head) => length + this.context.heads.length(head),
      overlap
    );
  }

  /** What a chunk that ends at a border carries behind its own text. */
  lengthBehind(index: number): number {
    const { heads } = this.context;
    return heads
      .openAt(this.seams[index].at)
      .reduce((length, head) => length + heads.tailLength(head), 0);
  }

  /** The heads to repeat in front of a chunk that starts at a border. */
  headsAt(index: number): readonly Head[] {
    const known = this.chosen[index];
    if (known !== undefined) return known;
    const unit = { start: this.starts[index], end: this.ends[index + 1] };
    const border = this.seams[index + 1].at;
    const heads = this.headsThatFit(unit, border, this.isCut(index));
    this.chosen[index] = heads;
    return heads;
  }

  /** Whether a border lies inside a row or a line. */
  isCut(index: number): boolean {
    return this.seams[index].strength <= Strength.cell;
  }

  /**
   * Those of the heads in front of a span that fit together with it: essential
   * ones first, the nearest first. `isCut`: the span is part of a line.
   */
  headsThatFit(span: Span, border: number, isCut: boolean): readonly Head[] {
    const { limit, heads } = this.context;
    const candidates = heads.before(span.start);
    if (candidates.length === 0) return candidates;
    const open = heads.openAt(border);
    const isChosen = candidates.map(() => false);
    // Fences that open in the span are closed behind it.
    let room = open
      .filter(({ start }) => start >= span.start)
      .reduce(
        (left, head) => left - heads.tailLength(head),
        limit - heads.length(span)
      );
    for (const essential of [true, false]) {
      let total = 0;
      for (let k = candidates.length - 1; k >= 0; k -= 1) {
        const head = candidates[k];
        if (isEssential(head) !== essential) continue;
        const tail = open.includes(head) ? heads.tailLength(head) : 0;
        const length = heads.length(head) + tail;
        if (length > room) continue;
        if (total + length > limit * shareOf(head, isCut)) continue;
        isChosen[k] = true;
        total += length;
        room -= length;
      }
    }
    return candidates.filter((_, k) => isChosen[k]);
  }

  /**
   * Whether a chunk that starts at a border has to do without a head that its
   * rows or lines would need. It then ends where the head fits again.
   */
  lacksHead(index: number): boolean {
    const essential = this.context.heads
      .before(this.starts[index])
      .filter(isEssential).length;
    return (
      essential > 0 &&
      this.headsAt(index).filter(isEssential).length < essential
    );
  }

  /** The strongest border strictly between two, near the middle of them. */
  middleOf(from: number, to: number): number {
    const middle = (from + to) / 2;
    let found = from + 1;
    for (let k = from + 2; k < to; k += 1) {
      const stronger = this.seams[k].strength - this.seams[found].strength;
      const nearer = Math.abs(found - middle) - Math.abs(k - middle);
      if (stronger > 0 || (stronger === 0 && nearer > 0)) found = k;
    }
    return found;
  }
}
