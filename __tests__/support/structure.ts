/**
 * What a reference parser sees in a Markdown source, as offsets. `commonmark`
 * finds headings, fences and items, `markdown-it` the tables, which CommonMark
 * does not have, `parse5` the headings at the start of blocks of HTML. Nothing
 * here reads the code under test.
 */
import { Node, Parser } from "commonmark";
import MarkdownIt from "markdown-it";
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { parse as parseYaml } from "yaml";

export interface Span {
  start: number;
  end: number;
}

export interface Heading extends Span {
  level: number;
  title: string;
  /** Inside a list item or a block quote. */
  nested: boolean;
}

export interface Fence extends Span {
  /** The opening line, without what its containers put in front. */
  open: string;
  /** The closing line, whole; undefined when the block runs to the end. */
  close?: string;
  /** What stands between the two lines. */
  content: Span;
  nested: boolean;
}

export interface Table extends Span {
  /** Header row and delimiter row. */
  header: Span;
  rows: Span[];
  columns: number;
  nested: boolean;
}

export interface Block extends Span {
  type: string;
  depth: number;
}

export interface Structure {
  /** Front matter at the top, its fences included. */
  front?: Span;
  headings: Heading[];
  fences: Fence[];
  tables: Table[];
  items: Span[];
  /** Every block of the tree, containers too. */
  blocks: Block[];
}

/** Offsets where lines start, by the line ends of CommonMark. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    starts.push(match.index + match[0].length);
  }
  return starts;
}

/** The number, from 1, of the line that holds `offset`. */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

const FRONT_MATTER =
  /^\uFEFF?---[ \t]*(?:\r\n|\n|\r)([^]*?(?:\r\n|\n|\r))---[ \t]*(?=[\r\n]|$)/;

/**
 * Where front matter ends: a mapping between two lines of dashes, or what was
 * meant for one and cannot be read.
 */
function frontMatterEnd(text: string, malformed: boolean): number {
  const match = FRONT_MATTER.exec(text);
  if (match === null) return 0;
  try {
    const value: unknown = parseYaml(match[1].replace(/\r\n?/g, "\n"));
    const isMapping =
      typeof value === "object" && value !== null && !Array.isArray(value);
    return isMapping ? match[0].length : 0;
  } catch {
    return malformed ? match[0].length : 0;
  }
}

/** Letters of a heading, without markup and comments. */
function plainTitle(heading: Node): string {
  const walker = heading.walker();
  let text = "";
  for (let event = walker.next(); event; event = walker.next()) {
    const { node, entering } = event;
    if (!entering) continue;
    if (node.type === "text" || node.type === "code") text += node.literal;
    if (node.type === "softbreak" || node.type === "linebreak") text += " ";
  }
  return text.replace(/\s+/g, " ").trim();
}

const PLACERS = new Set(["a", "center", "div", "header", "p"]);

/** What a browser shows of an element, a picture by its other text. */
function shownText(node: Tree.Node): string {
  if ("value" in node) return node.value;
  if (node.nodeName === "img" && "attrs" in node) {
    return node.attrs.find(({ name }) => name === "alt")?.value ?? "";
  }
  if (!("childNodes" in node)) return "";
  return node.nodeName === "br" ? "" : node.childNodes.map(shownText).join("");
}

/** The headings that a block of HTML starts with, by its lines from 0. */
function htmlHeadings(html: string) {
  const found: { level: number; title: string; from: number; to: number }[] =
    [];
  const lineOf = (at: number): number =>
    html.slice(0, at).split("\n").length - 1;
  const root = parseFragment(html, { sourceCodeLocationInfo: true });
  let from = 0;
  /** Whether what comes next may be a heading still. */
  const read = (node: Tree.ParentNode): boolean => {
    for (const child of node.childNodes) {
      if (child.nodeName === "#text" && "value" in child) {
        if (child.value.trim() !== "") return false;
        continue;
      }
      if (!("tagName" in child)) return false;
      const end = child.sourceCodeLocation?.endTag?.endOffset;
      const level = Number(/^h([1-6])$/.exec(child.tagName)?.[1] ?? 0);
      if (level === 0) {
        if (!PLACERS.has(child.tagName) || !read(child)) return false;
        // Behind a tag that closes, no heading starts.
        return false;
      }
      if (end === undefined) return false;
      const [rest] = html.slice(end).split("\n", 1);
      if (!/^\s*(?:<\/a\s*>\s*)?$/i.test(rest)) return false;
      const title = shownText(child).replace(/\s+/g, " ").trim();
      if (title === "") return false;
      const to = lineOf(end);
      found.push({ level, title, from, to });
      from = to + 1;
    }
    return true;
  };
  read(root);
  return found;
}

/** `span` without white space at either end; the line of `start` is kept. */
function trimmed(text: string, span: Span): Span {
  const end = span.start + text.slice(span.start, span.end).trimEnd().length;
  return { start: span.start, end: Math.max(end, span.start) };
}

const CONTAINER = /^(?:[ \t]*>|[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*[ \t]*/;

/** A line without the marks of the quotes and items that it stands in. */
export function bare(line: string): string {
  return line.replace(CONTAINER, "").trimEnd();
}

function isNested(node: Node): boolean {
  return node.parent?.type !== "document";
}

function quotesAround(node: Node): number {
  let quotes = 0;
  for (let up = node.parent; up; up = up.parent) {
    if (up.type === "block_quote") quotes += 1;
  }
  return quotes;
}

function depthOf(node: Node): number {
  let depth = 0;
  for (let up = node.parent; up; up = up.parent) depth += 1;
  return depth;
}

const INLINE = new Set(["text", "softbreak", "linebreak", "emph", "strong"]);
for (const type of ["html_inline", "link", "image", "code"]) INLINE.add(type);

const markdownIt = new MarkdownIt({ html: true });
markdownIt.core.ruler.enableOnly(["normalize", "block"]);

/**
 * Offsets in `text` of every structure that a reader would name. Whether
 * malformed YAML at the top is front matter is the splitter's to say.
 */
export function readStructure(text: string, malformed = true): Structure {
  const structure: Structure = {
    headings: [],
    fences: [],
    tables: [],
    items: [],
    blocks: [],
  };
  const front = frontMatterEnd(text, malformed);
  if (front > 0) structure.front = { start: 0, end: front };
  const shift = front > 0 ? front : text.startsWith("\uFEFF") ? 1 : 0;
  const source = text.slice(shift);
  const starts = lineStarts(source).map((start) => start + shift);
  const lines = (from: number, to: number): Span =>
    trimmed(text, {
      start: starts[from - 1],
      end: to < starts.length ? starts[to] : text.length,
    });

  const walker = new Parser().parse(source).walker();
  for (let event = walker.next(); event; event = walker.next()) {
    const { node, entering } = event;
    if (!entering || INLINE.has(node.type) || node.type === "document") {
      continue;
    }
    const [[first, column], [to]] = node.sourcepos;
    let from = first;
    // commonmark lets a heading begin at the link definitions above it.
    while (node.type === "heading" && from < to) {
      if (!/^ {0,3}\[[^\]]+\]:/.test(text.slice(starts[from - 1]))) break;
      from += 1;
    }
    const span = lines(from, Math.max(from, to));
    structure.blocks.push({ ...span, type: node.type, depth: depthOf(node) });
    if (node.type === "heading") {
      structure.headings.push({
        ...span,
        level: node.level,
        title: plainTitle(node),
        nested: isNested(node),
      });
    } else if (node.type === "html_block") {
      for (const one of htmlHeadings(node.literal ?? "")) {
        structure.headings.push({
          ...lines(from + one.from, from + one.to),
          level: one.level,
          title: one.title,
          nested: isNested(node),
        });
      }
    } else if (node.type === "item") {
      structure.items.push(span);
    } else if (node.type === "code_block") {
      const firstLine = lines(from, from);
      const open = text
        .slice(starts[from - 1] + column - 1, firstLine.end)
        .trim();
      const mark = /^(`{3,}|~{3,})/.exec(open)?.[1];
      const { _isFenced: isFenced } = node as unknown as Record<
        string,
        boolean
      >;
      if (mark === undefined || !isFenced) continue;
      const lastLine = lines(to, to);
      const last = text.slice(lastLine.start, lastLine.end);
      const closed =
        to > from &&
        new RegExp(
          `^(?:[ \\t]*>){${quotesAround(node)}}[ \\t]*` +
            `${mark[0]}{${mark.length},}$`
        ).test(last);
      structure.fences.push({
        ...span,
        open,
        ...(closed ? { close: last } : {}),
        content: {
          start: from < starts.length ? starts[from] : text.length,
          end: closed ? lastLine.start : span.end,
        },
        nested: isNested(node),
      });
    }
  }

  for (const token of markdownIt.parse(source, {})) {
    const table = structure.tables.at(-1);
    if (token.type === "th_open") table!.columns += 1;
    if (token.map === null) continue;
    const span = lines(token.map[0] + 1, token.map[1]);
    if (token.type === "table_open") {
      structure.tables.push({
        ...span,
        header: { start: span.start, end: span.start },
        rows: [],
        columns: 0,
        nested: token.level > 0,
      });
    } else if (token.type === "thead_open") {
      table!.header = lines(token.map[0] + 1, token.map[0] + 2);
    } else if (token.type === "tr_open" && span.start > table!.header.start) {
      table!.rows.push(span);
    }
  }
  return structure;
}

/** Body rows and columns of each table that a GFM parser finds in `text`. */
export function readTables(text: string): { rows: number; columns: number }[] {
  // Behind a line end nothing is front matter.
  return readStructure(`\n${text}`).tables.map(({ rows, columns }) => ({
    rows: rows.length,
    columns,
  }));
}
