/** A half-open range of UTF-16 offsets into the source text. */
export interface Span {
  /** The offset of its first UTF-16 unit. */
  start: number;
  /** The offset behind its last one. */
  end: number;
}

/**
 * An offset where the text may be cut. The stronger, the more natural the cut:
 * see `Strength`.
 */
export interface Seam {
  /** The offset, in UTF-16 units. */
  at: number;
  /** How natural a cut is there. */
  strength: number;
}

/** What a head is; a chunk that lies inside one scope takes its kind. */
export type HeadKind =
  | "heading"
  | "table"
  | "code"
  | "definition"
  | "item"
  | "list"
  | "quote"
  | "container"
  | "dialogue"
  | "frontmatter";

/**
 * A span that gives meaning to what follows it: repeated in front of every
 * chunk that starts inside `scope` after the head itself. Its `tail`, if any
 * (the closing line of a fence), is repeated behind every chunk that ends
 * inside `scope` before the tail.
 *
 * A head of kind "heading" is never repeated in the text: it makes the path of
 * the section. A head of no length has nothing to repeat: it says what stands
 * in its scope.
 */
export interface Head extends Span {
  /** Where it is repeated if a chunk starts there. */
  scope: Span;
  /** What it is. */
  kind: HeadKind;
  /** What closes the scope, repeated behind its chunks. */
  tail?: Span;
  /** The words of a heading, without markup. */
  title?: string;
  /** The level of a heading, from 1. */
  level?: number;
}

/** What a parser knows of a text. The order of its seams and heads is free. */
export interface Outline {
  /** Where the text may be cut. */
  seams: Seam[];
  /** What is repeated, and what says where a chunk stands. */
  heads: Head[];
}

/**
 * `text.slice(start, end)` is the chunk's own text, always; `heads` (and their
 * tails) are repeated around it.
 */
export interface Chunk extends Span {
  /** What is repeated around it, the outermost first. */
  heads: Head[];
}

/**
 * The scale of strengths. Only their order matters to what may be cut: from
 * `block` up a seam may always be cut; a weaker one only where the unit around
 * it (the text between the nearest stronger seams) is over the limit.
 */
export const Strength = {
  /** Always cut: front matter stays alone. */
  always: 110,
  /** A page. */
  page: 100,
  /** A section of level 1; each deeper level is 1 weaker, down to level 20. */
  section: 90,
  /** A paragraph, a table, a list, a fenced block: at depth 0. */
  block: 60,
  /** A line that means something: of code, of a poem, of a log. */
  line: 40,
  /** Between the header of a table and its first row. */
  header: 35,
  /** Between a heading and a table. */
  caption: 33,
  /** A cell of a table. */
  cell: 32,
  /** A sentence. */
  sentence: 30,
  /** A word at the start of a line, where the line break means nothing. */
  wrap: 21,
  /** A word. */
  word: 20,
  /** Between a heading and the next one: see `headingsStrength`. */
  headings: 17,
  /** Between a heading and its text, and what opens a block and the block. */
  bond: 16,
  /** Between a fence and its first or last line. */
  fence: 15,
  /** A character as a reader sees it (grapheme cluster). */
  grapheme: 10,
} as const;

/** The strength of a section seam in front of a heading of this level. */
export const sectionStrength = (level: number): number =>
  Strength.section - Math.min(level, 20) + 1;

// Below a block the strengths nest without end: block > its items > the blocks
// in an item > the items of those > ... > line.
const nested = (step: number): number =>
  Strength.line + (Strength.block - Strength.line) / (step + 1);

/** The strength of a block inside `depth` containers (items, quotes). */
export const blockStrength = (depth: number): number => nested(2 * depth);

/** The strength of an item of a list, a row of a table at this depth. */
export const itemStrength = (depth: number): number => nested(2 * depth + 1);

/**
 * The strength of the seam between words that announce a list, a table or code
 * and what they announce: weaker than its items, stronger than what is in them.
 */
export const leadInStrength = (depth: number): number =>
  nested(2 * depth + 1.5);

/**
 * The strength of the seam behind the last of some headings that follow each
 * other: the earlier the better, so that most of them stay with their text.
 */
export const headingsStrength = (count: number): number =>
  Strength.bond + (Strength.headings - Strength.bond) / Math.min(count, 8);
