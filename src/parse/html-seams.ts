import {
  Strength,
  blockStrength,
  headingsStrength,
  itemStrength,
  leadInStrength,
  sectionStrength,
  type Seam,
} from "../outline.js";

/** What a block is, as far as the seams around it go. */
export type BlockKind =
  "paragraph" | "heading" | "list" | "table" | "pre" | "quote" | "terms";

/** A container of blocks: the body, an item, a quote. */
interface Frame {
  /** How many containers there are around its blocks. */
  depth: number;
  isItem: boolean;
  previous?: BlockKind;
  /** How many headings stand right before the next block. */
  headings: number;
}

/**
 * Finds the seam in front of each line. Elements come before the words in them,
 * so what they are is kept until the next line starts; of several that start
 * there, the outermost counts.
 */
export class HtmlSeams {
  readonly all: Seam[] = [];
  /** What the words are that are read now. */
  kind: BlockKind = "paragraph";
  /** Whether the words in front of the next block announce it. */
  announces = false;
  /** Whether the next words start a line. */
  isLineStart = true;
  /** The strength of the next seam, once an element has said it. */
  private pending?: number;
  private isBlock = true;
  /** The level of the section that starts or ends, if one does. */
  private section?: number;
  /** Where the next line is cut: behind end tags, in front of start tags. */
  private at = 0;
  private isFixed = false;
  private hasLines = false;
  private readonly frames: Frame[] = [{ depth: 0, isItem: false, headings: 0 }];

  get frame(): Frame {
    return this.frames[this.frames.length - 1];
  }

  push(isItem: boolean): void {
    const depth = this.frame.depth + 1;
    this.frames.push({ depth, isItem, headings: 0 });
  }

  pop(): void {
    this.frames.pop();
  }

  /** A start tag of a block, at this offset. */
  open(start: number | undefined): void {
    this.isBlock = true;
    this.isLineStart = true;
    if (this.isFixed || start === undefined) return;
    this.at = start;
    this.isFixed = true;
  }

  /** Behind an end tag of a block. */
  close(end: number | undefined): void {
    this.isBlock = true;
    this.breakAt(end);
  }

  /** A line break of the text ends at this offset. */
  breakAt(end: number | undefined): void {
    this.isLineStart = true;
    if (!this.isFixed && end !== undefined) this.at = end;
  }

  /** A section starts or ends; the higher its level, the deeper it is. */
  border(level: number): void {
    this.section = Math.min(level, this.section ?? level);
  }

  /** The next line starts a block of this kind, if nothing else does. */
  starts(kind: BlockKind, level?: number): void {
    // A heading says more than the section that starts with it.
    this.pending ??= this.strengthOf(kind, level);
    this.frame.previous = kind;
  }

  /** The next line starts an item or a part of one. */
  startsPart(strength: number): void {
    this.pending ??= strength;
  }

  /** Of an item here. */
  get itemStrength(): number {
    return itemStrength(this.frame.depth);
  }

  startsLeadOut(): void {
    this.startsPart(leadInStrength(this.frame.depth));
  }

  /** A line starts: where it is cut off. */
  line(): number {
    const { frame, kind, at } = this;
    if (this.isBlock) {
      this.pending ??= this.strengthOf("paragraph");
      frame.previous = kind;
    }
    const strength = this.pending ?? Strength.line;
    if (this.hasLines) this.all.push({ at, strength });
    this.hasLines = true;
    this.pending = undefined;
    this.section = undefined;
    this.isBlock = false;
    this.isFixed = false;
    this.isLineStart = false;
    return at;
  }

  private strengthOf(kind: BlockKind, level = 1): number {
    const { frame } = this;
    const { previous, depth } = frame;
    if (previous === "heading") {
      frame.headings += 1;
      if (kind === "heading") return headingsStrength(frame.headings);
      return kind === "table" ? Strength.caption : Strength.bond;
    }
    frame.headings = 0;
    if (kind === "heading") return sectionStrength(level);
    if (this.section !== undefined && depth === 0) {
      return sectionStrength(this.section);
    }
    return this.isLeadIn(kind) ? leadInStrength(depth) : blockStrength(depth);
  }

  /** Whether the paragraph before announces a block of this kind. */
  private isLeadIn(kind: BlockKind): boolean {
    const { previous, isItem } = this.frame;
    if (previous !== "paragraph") return false;
    if (kind === "list" && isItem) return true;
    return this.announces && /^(?:list|table|pre|terms)$/.test(kind);
  }
}
