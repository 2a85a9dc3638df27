/**
 * Counts what is wrong with the chunks of any splitter. Reference parsers say
 * what the source holds: commonmark (fences), markdown-it (tables), the compiler
 * of TypeScript (functions), `Intl.Segmenter` (sentences).
 */
import ts from "typescript";
import {
  readStructure,
  type Span,
  type Table,
} from "../__tests__/support/structure.js";

/** A chunk, and where it is said to be, if its splitter says so. */
export interface Piece {
  text: string;
  /** Its own text, where heads are repeated around it. Default: `text`. */
  body?: string;
  /** UTF-16 offsets of the body. Default: found by its text. */
  start?: number;
  end?: number;
  /** Lines from 1. */
  lines?: { from: number; to: number };
}

export interface Split {
  source: string;
  pieces: readonly Piece[];
  limit: number;
  count: (text: string) => number | Promise<number>;
}

/** So many of so many. */
export interface Tally {
  bad: number;
  of: number;
}

/** A source without its white space, and where each of its characters was. */
function condense(source: string) {
  const offsets: number[] = [];
  let text = "";
  for (const { 0: word, index } of source.matchAll(/\S+/g)) {
    text += word;
    for (let n = 0; n < word.length; n += 1) offsets.push(index + n);
  }
  return { text, offsets };
}

/**
 * The spans of the pieces. Those without offsets are looked for in order, white
 * space aside, since splitters trim and join; undefined if a piece is not there.
 */
export function spansOf({ source, pieces }: Split): (Span | undefined)[] {
  const { text, offsets } = condense(source);
  let from = 0;
  return pieces.map(({ text: whole, body = whole, start, end }) => {
    if (start !== undefined && end !== undefined) return { start, end };
    const wanted = body.replace(/\s+/g, "");
    const at = wanted === "" ? -1 : text.indexOf(wanted, from);
    if (at < 0) return undefined;
    from = at + 1;
    const last = offsets[at + wanted.length - 1];
    return { start: offsets[at], end: last + 1 };
  });
}

/** Whether one piece holds all of a unit, white space at its ends aside. */
function isCut(unit: Span, spans: readonly (Span | undefined)[]): boolean {
  const touching = spans.filter(
    (span) =>
      span !== undefined && span.start < unit.end && unit.start < span.end
  );
  return (
    touching.length > 0 &&
    !touching.some(
      (span) => span && span.start <= unit.start && unit.end <= span.end
    )
  );
}

async function cutUnits(split: Split, units: readonly Span[]): Promise<Tally> {
  const spans = spansOf(split);
  const tally = { bad: 0, of: 0 };
  for (const unit of units) {
    const text = split.source.slice(unit.start, unit.end);
    if ((await split.count(text)) > split.limit) continue;
    tally.of += 1;
    if (isCut(unit, spans)) tally.bad += 1;
  }
  return tally;
}

/** Chunks over the limit. */
export async function overLimit(split: Split): Promise<Tally> {
  const sizes = await Promise.all(
    split.pieces.map(({ text }) => split.count(text))
  );
  const bad = sizes.filter((size) => size > split.limit).length;
  return { bad, of: sizes.length };
}

/** Fenced blocks that are cut though they fit. */
export const cutFences = (split: Split): Promise<Tally> =>
  cutUnits(split, readStructure(split.source).fences);

/** Functions with a body that are cut though they fit, indentation included. */
export async function cutFunctions(split: Split): Promise<Tally> {
  const { source } = split;
  const file = ts.createSourceFile(
    "source.ts",
    source,
    ts.ScriptTarget.Latest,
    true
  );
  const units: Span[] = [];
  const visit = (node: ts.Node): void => {
    const isNamed =
      (ts.isFunctionLike(node) || ts.isClassLike(node)) &&
      !ts.isArrowFunction(node) &&
      node.name !== undefined;
    const hasBody = ts.isClassLike(node) || ("body" in node && node.body);
    if (isNamed && hasBody) {
      const start = node.getStart(file);
      units.push({ start, end: node.end });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return cutUnits(split, units);
}

const condensed = (text: string): string => text.replace(/\s+/g, "");

/** The rows of a table that fit into a chunk with its header. */
async function rowsThatFit(split: Split, table: Table): Promise<Span[]> {
  const { source, limit, count } = split;
  const fitting: Span[] = [];
  for (const row of table.rows) {
    const { start, end } = table.header;
    const delimiter = source.slice(end, table.rows[0].start);
    const text =
      source.slice(start, end) + delimiter + source.slice(row.start, row.end);
    if ((await count(text)) <= limit) fitting.push(row);
  }
  return fitting;
}

/** Chunks with a row of a table, or a part of one, but without its header. */
export async function rowsWithoutHeader(split: Split): Promise<Tally> {
  const { source, pieces } = split;
  const spans = spansOf(split);
  const bad = new Set<number>();
  const all = new Set<number>();
  for (const table of readStructure(source).tables) {
    const header = condensed(
      source.slice(table.header.start, table.header.end)
    );
    for (const row of await rowsThatFit(split, table)) {
      spans.forEach((span, n) => {
        const touches =
          span !== undefined && span.start < row.end && row.start < span.end;
        if (!touches) return;
        all.add(n);
        if (!condensed(pieces[n].text).includes(header)) bad.add(n);
      });
    }
  }
  return { bad: bad.size, of: all.size };
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const CLOSED = /[.!?…:;。！？：；]["'”’»)\]*_`]*$/;

/**
 * Chunks that end inside a sentence that fits: behind no mark of an end, and
 * not at the end of a line.
 */
export async function endsInSentence(split: Split): Promise<Tally> {
  const { source, limit, count } = split;
  const tally = { bad: 0, of: 0 };
  for (const span of spansOf(split)) {
    if (span === undefined) continue;
    tally.of += 1;
    const end = source.slice(0, span.end).trimEnd().length;
    if (/^[ \t]*(?:[\r\n]|$)/.test(source.slice(end))) continue;
    const lineStart = source.lastIndexOf("\n", end - 1) + 1;
    const lineEnd = source.indexOf("\n", end);
    const line = source.slice(lineStart, lineEnd < 0 ? undefined : lineEnd);
    if (CLOSED.test(line.slice(0, end - lineStart))) continue;
    const sentence = sentences.segment(line).containing(end - lineStart);
    const text = sentence?.segment.trim() ?? "";
    if ((await count(text)) <= limit) tally.bad += 1;
  }
  return tally;
}

/** Chunks whose lines are not those on which their text stands. */
export function wrongLines({ source, pieces }: Split): Tally {
  const lines = source.split("\n");
  const located = pieces.filter((piece) => piece.lines !== undefined);
  const holds = (from: number, to: number, wanted: string): boolean =>
    condensed(lines.slice(from - 1, to).join("\n")).includes(wanted);
  const isRight = ({ text, body = text, lines: place }: Piece): boolean => {
    const wanted = condensed(body);
    const { from, to } = place ?? { from: 0, to: 0 };
    return (
      from >= 1 &&
      holds(from, to, wanted) &&
      !holds(from + 1, to, wanted) &&
      !holds(from, to - 1, wanted)
    );
  };
  const bad = located.filter((piece) => !isRight(piece)).length;
  return { bad, of: located.length };
}

/** Chunks with half a character, where the source has none. */
export function brokenCharacters({ source, pieces }: Split): Tally {
  const broken = /[\p{Surrogate}\uFFFD]/u;
  const bad = broken.test(source)
    ? 0
    : pieces.filter(({ text }) => broken.test(text)).length;
  return { bad, of: pieces.length };
}

/** Pieces that the source does not hold, white space aside. */
export function altered(split: Split): Tally {
  const bad = spansOf(split).filter((span) => span === undefined).length;
  return { bad, of: split.pieces.length };
}
