import { ladder, seamsOf } from "../ladder/index.js";
import {
  Strength,
  itemStrength,
  type Outline,
  type Seam,
  type Span,
} from "../outline.js";
import { Scopes } from "../scopes.js";

/** What two units stand apart by. */
export type BorderKind = "block" | "item" | "sentence";

/** What is embedded as one, and the border in front of it. */
export interface Unit extends Span {
  /** Where a chunk would start: the blank in front of the unit is before it. */
  at: number;
  border: BorderKind;
}

/** What belongs together in a line, if it is not too long: code, links. */
const INLINE =
  /(?<!`)(`+)(?!`).{1,200}?(?<!`)\1(?!`)|\[[^\]]{1,200}\]\([^)]{0,200}\)/gs;

/**
 * The units of a text: sentences of paragraphs, items of lists, and whole what
 * else its outline knows (tables, blocks of code, quotes), headings together
 * with what comes first under them. Front matter is none.
 */
export class UnitReader {
  private readonly contents: Scopes;
  private readonly seams: readonly Seam[];
  private readonly units: Unit[] = [];

  constructor(
    private readonly text: string,
    private readonly outline: Outline,
    /** Whether lines that mean something are units too, and there is no code. */
    private readonly isPlain: boolean
  ) {
    const contents = outline.heads.filter(({ kind }) => kind !== "heading");
    this.contents = new Scopes(contents);
    this.seams = [...outline.seams].sort(
      (a, b) => a.at - b.at || b.strength - a.strength
    );
  }

  read(): Unit[] {
    const { text, seams, outline } = this;
    const front = outline.heads.find(({ kind }) => kind === "frontmatter");
    let at = front?.scope.end ?? 0;
    let inside: Seam[] = [];
    for (const seam of [...seams, { at: text.length, strength: Infinity }]) {
      if (seam.at <= at) continue;
      if (seam.strength < Strength.block) {
        inside.push(seam);
        continue;
      }
      this.readBlock(at, seam.at, inside);
      at = seam.at;
      inside = [];
    }
    return this.units;
  }

  private readBlock(start: number, end: number, inside: Seam[]): void {
    const items = inside.filter((seam) => this.isItem(seam));
    this.add(start, end, "block", [
      ...items.map(({ at }) => ({ at, border: "item" as const })),
      ...this.sentencesOf(start, end, inside),
    ]);
  }

  /** Whether an item of a list starts here that is in no other one. */
  private isItem({ at, strength }: Seam): boolean {
    if (strength !== itemStrength(0)) return false;
    const around = this.contents.around(at);
    return around.length === 1 && around[0].kind === "list";
  }

  /** Where sentences start in a block that is a paragraph. */
  private sentencesOf(start: number, end: number, inside: Seam[]) {
    let plain = start;
    const lines: number[] = [];
    for (const { at, strength } of inside) {
      if (strength <= Strength.headings) plain = at;
      else if (this.isPlain) lines.push(at);
      else return [];
    }
    if (this.contents.at(plain).length > 0) return [];
    const borders = [plain, ...lines, end];
    const starts = borders.slice(1).flatMap((to, index) => {
      const from = borders[index];
      const found = seamsOf(ladder[0], this.text, from, to, 1);
      return [...(index > 0 ? [from] : []), ...found.map(({ at }) => at)];
    });
    const kept = this.isPlain ? starts : this.outsideInline(plain, end, starts);
    return kept.map((at) => ({ at, border: "sentence" as const }));
  }

  private outsideInline(start: number, end: number, starts: number[]) {
    const block = this.text.slice(start, end);
    const spans = block.matchAll(INLINE);
    let span = spans.next();
    return starts.filter((at) => {
      while (!span.done) {
        const { index, 0: inline } = span.value;
        if (start + index + inline.length > at) return start + index >= at;
        span = spans.next();
      }
      return true;
    });
  }

  /** Adds the units between borders; what is blank joins the next one. */
  private add(
    start: number,
    end: number,
    border: BorderKind,
    borders: readonly Pick<Unit, "at" | "border">[]
  ): void {
    const all = [{ at: start, border }, ...borders];
    for (const [index, unit] of all.entries()) {
      const to = all[index + 1]?.at ?? end;
      const words = this.text.slice(unit.at, to);
      const length = words.trim().length;
      if (length === 0) continue;
      const from = unit.at + words.length - words.trimStart().length;
      this.units.push({ ...unit, start: from, end: from + length });
    }
  }
}
