import {
  Strength,
  itemStrength,
  type Head,
  type Outline,
  type Span,
} from "../outline.js";
import { readHtmlTable, spanOf, type HtmlRow } from "./html-table.js";
import { elementsOf, type HtmlElement, type HtmlNode } from "./html-tree.js";

/** An offset, or the start of its line when only blanks stand in between. */
export function lineStart(text: string, offset: number): number {
  let at = offset;
  while (text[at - 1] === " " || text[at - 1] === "\t") at -= 1;
  return at === 0 || /[\r\n]/.test(text[at - 1]) ? at : offset;
}

/** The offset behind the blanks and the line break that follow an offset. */
function lineEnd(text: string, offset: number): number {
  let at = offset;
  while (text[at] === " " || text[at] === "\t") at += 1;
  if (text[at] === "\r" && text[at + 1] === "\n") return at + 2;
  return text[at] === "\n" || text[at] === "\r" ? at + 1 : offset;
}

/** Which rows belong to the one above: a cell of it reaches down to them. */
function tiedRows(rows: readonly HtmlRow[]): Set<HtmlRow> {
  const tied = new Set<HtmlRow>();
  let reach = 0;
  for (const [index, row] of rows.entries()) {
    if (rows[index - 1]?.group !== row.group) reach = index;
    if (index < reach) tied.add(row);
    for (const cell of row.cells) {
      reach = Math.max(reach, index + spanOf(cell, "rowspan"));
    }
  }
  return tied;
}

/**
 * Adds the outline of one table to another outline: its tag is a head with the
 * closing tag as its tail, its header rows are a head, so that each chunk is a
 * table of its own. Rows are seams, cells weak ones; rows that a `rowspan` ties
 * stay together. The caption stays with the first rows.
 *
 * @param depth How many tables, items or quotes there are around it.
 * @param shift Where the text that was parsed starts in that of the outline.
 */
function addHtmlTable(
  outline: Outline,
  text: string,
  element: HtmlElement,
  depth = 0,
  shift = 0
): void {
  const place = element.sourceCodeLocation;
  if (!place?.startTag) return;
  const { header, rows } = readHtmlTable(element);
  const add = (at: number, strength: number): void => {
    outline.seams.push({ at: at + shift, strength });
  };
  const shifted = ({ start, end }: Span): Span => ({
    start: start + shift,
    end: end + shift,
  });
  const scope = { start: place.startOffset, end: place.endOffset };
  const addHead = (span: Span, tail?: Span): void => {
    const head: Head = {
      ...shifted(span),
      scope: shifted(scope),
      kind: "table",
    };
    outline.heads.push(tail === undefined ? head : { ...head, tail });
  };
  const tagEnd = lineEnd(text, place.startTag.endOffset);
  const closing = place.endTag && {
    start: lineStart(text, place.endTag.startOffset),
    end: place.endTag.endOffset,
  };
  addHead({ start: scope.start, end: tagEnd }, closing && shifted(closing));
  add(tagEnd, Strength.fence);
  if (closing) add(closing.start, Strength.fence);
  const firstRow = rows[0] && lineStart(text, rows[0].start);
  if (header.length > 0) {
    const start = lineStart(text, header[0].start);
    const end = firstRow ?? header[header.length - 1].end;
    addHead({ start, end });
    add(start, Strength.cell);
    if (firstRow !== undefined) add(firstRow, Strength.header);
  }
  const tied = tiedRows(rows);
  for (const row of rows.slice(1)) {
    const strength = itemStrength(tied.has(row) ? depth + 1 : depth);
    add(lineStart(text, row.start), strength);
  }
  for (const { cells } of [...header, ...rows]) {
    for (const cell of cells.slice(1)) {
      const start = cell.sourceCodeLocation?.startOffset;
      if (start !== undefined) {
        add(lineStart(text, start), Strength.cell);
      }
    }
  }
}

/** Tables nested deeper than this are text of their cells. */
const DEEPEST = 8;

/** Adds the outlines of all tables in a tree, nested ones too. */
export function addHtmlTables(
  outline: Outline,
  text: string,
  root: HtmlNode,
  depth = 0,
  shift = 0
): void {
  const ends: number[] = [];
  for (const element of elementsOf(root)) {
    if (element.tagName !== "table") continue;
    const place = element.sourceCodeLocation;
    if (!place) continue;
    while (ends.length > 0 && ends[ends.length - 1] <= place.startOffset) {
      ends.pop();
    }
    if (ends.length < DEEPEST) {
      addHtmlTable(outline, text, element, depth + ends.length, shift);
    }
    ends.push(place.endOffset);
  }
}
