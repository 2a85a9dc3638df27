import { ladder, seamsOf } from "../ladder/index.js";
import {
  Strength,
  itemStrength,
  type Outline,
  type Seam,
  type Span,
} from "../outline.js";
import { parseProse } from "../parse/prose.js";
import { Scopes } from "../scopes.js";

/** What two units stand apart by. */
export type BorderKind = "block" | "line" | "item" | "sentence";

interface Border {
  /** Where a chunk would start. */
  at: number;
  border: BorderKind;
}

/** What is embedded as one, and the border in front of it. */
export interface Unit extends Span, Border {}

/** What belongs together in a line, if it is not too long: code, links. */
const INLINE =
  /(?<!`)(`+)(?!`).{1,200}?(?<!`)\1(?!`)|\[[^\]]{1,200}\]\([^)]{0,200}\)/gs;

/**
 * The units of a text: sentences of paragraphs (or lines, where they mean
 * something), items of lists, and as a whole what else its outline knows:
 * tables, blocks of code, quotes. A heading is one with what comes first under
 * it; front matter is none.
 */
export class UnitReader {
  private readonly contents: Scopes;
  private readonly seams: readonly Seam[];
  private readonly units: Unit[] = [];

  constructor(
    private readonly text: string,
    private readonly outline: Outline,
    /** Whether the text is no Markdown. */
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
      ...items.map(({ at }): Border => ({ at, border: "item" })),
      ...this.sentencesOf(start, end, inside),
    ]);
  }

  /** Whether an item of a list starts here that is in no other one. */
  private isItem({ at, strength }: Seam): boolean {
    if (strength !== itemStrength(0)) return false;
    const around = this.contents.around(at);
    return around.length === 1 && around[0].kind === "list";
  }

  /** Where lines and sentences start in a block that is a paragraph. */
  private sentencesOf(start: number, end: number, inside: Seam[]) {
    let plain = start;
    for (const { at, strength } of inside) {
      if (strength <= Strength.headings) plain = at;
      else if (!this.isPlain) return [];
    }
    if (this.contents.at(plain).length > 0) return [];
    const { seams } = parseProse(this.text.slice(plain, end));
    const lines = seams.map(({ at }) => plain + at);
    const borders: Border[] = lines.map((at) => ({ at, border: "line" }));
    for (const [index, to] of [...lines, end].entries()) {
      const from = index === 0 ? plain : lines[index - 1];
      for (const { at } of seamsOf(
        ladder[0],
        this.text,
        { start: from, end: to },
        1
      )) {
        borders.push({ at, border: "sentence" });
      }
    }
    borders.sort((a, b) => a.at - b.at);
    return this.isPlain ? borders : this.outsideInline(plain, end, borders);
  }

  private outsideInline(start: number, end: number, borders: Border[]) {
    const block = this.text.slice(start, end);
    const spans = block.matchAll(INLINE);
    let span = spans.next();
    return borders.filter(({ at }) => {
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
    borders: readonly Border[]
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
