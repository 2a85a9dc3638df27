import type { Span } from "../outline.js";
import { countUpTo } from "../sorted.js";
import {
  attribute,
  childrenOf,
  isElement,
  type HtmlElement,
  type HtmlNode,
} from "./html-tree.js";

/** A row of a table of HTML, and what of the source it stands for. */
export interface HtmlRow extends Span {
  cells: HtmlElement[];
  /** Which of the row groups of the table it is in; rows span no two. */
  group: number;
}

export interface HtmlTable {
  element: HtmlElement;
  caption?: HtmlElement;
  /** The rows that name the columns. */
  header: HtmlRow[];
  rows: HtmlRow[];
}

const elementsIn = (node: HtmlNode): HtmlElement[] =>
  childrenOf(node).filter(isElement);

/** The number of columns or rows that a cell spans, from 1. */
export function spanOf(cell: HtmlElement, name: "colspan" | "rowspan"): number {
  const number = Number.parseInt(attribute(cell, name) ?? "1", 10);
  // The limits of the HTML standard (4.9.11); no rows means all that are left.
  if (name === "rowspan") {
    return number === 0 ? 65_534 : Math.min(Math.max(number || 1, 1), 65_534);
  }
  return Math.min(Math.max(number || 1, 1), 1000);
}

const GROUPS = new Set(["thead", "tbody", "tfoot"]);

/** The header, rows and caption of a table; those of nested ones are not. */
export function readHtmlTable(element: HtmlElement): HtmlTable {
  const table: HtmlTable = { element, header: [], rows: [] };
  let isHeader = true;
  for (const [group, child] of elementsIn(element).entries()) {
    const { tagName } = child;
    if (tagName === "caption") table.caption ??= child;
    if (!GROUPS.has(tagName)) continue;
    const rows = elementsIn(child).filter((row) => row.tagName === "tr");
    // The opening tag of a group belongs to its first row.
    let start = child.sourceCodeLocation?.startOffset;
    for (const row of rows) {
      const place = row.sourceCodeLocation;
      if (!place) continue;
      const cells = elementsIn(row).filter(({ tagName: name }) =>
        /^t[dh]$/.test(name)
      );
      const isTitle = cells.length > 0 && cells.every(isTitleCell);
      isHeader &&= tagName === "thead" || (tagName === "tbody" && isTitle);
      const from = Math.min(start ?? place.startOffset, place.startOffset);
      start = undefined;
      (isHeader ? table.header : table.rows).push({
        start: from,
        end: place.endOffset,
        cells,
        group,
      });
    }
  }
  return table;
}

const isTitleCell = ({ tagName }: HtmlElement): boolean => tagName === "th";

/** How wide a table may get by cells that claim to span more than there is. */
const WIDEST = 1000;

/** Where a cell stands in the grid of a table. */
export interface CellPlace {
  /** The column in which it starts, from 0. */
  column: number;
  /** How many columns and rows it reaches over, from 1. */
  columns: number;
  rows: number;
}

/**
 * The places of the cells of rows; cells from above reach down. A column in
 * which no cell starts is none: spans may claim more columns than there are.
 */
export function placesOf(
  rows: readonly HtmlRow[]
): Map<HtmlElement, CellPlace> {
  const places = new Map<HtmlElement, CellPlace>();
  /** The row behind the last one that a cell covers, column by column. */
  let covered: number[] = [];
  for (const [index, row] of rows.entries()) {
    if (rows[index - 1]?.group !== row.group) covered = [];
    let column = 0;
    for (const cell of row.cells) {
      while (covered[column] > index) column += 1;
      const isWide = column >= WIDEST;
      const place = {
        column,
        columns: isWide
          ? 1
          : Math.min(spanOf(cell, "colspan"), WIDEST - column),
        rows: isWide ? 1 : spanOf(cell, "rowspan"),
      };
      places.set(cell, place);
      covered.fill(index + place.rows, column, column + place.columns);
      while (covered.length < column + place.columns) {
        covered.push(index + place.rows);
      }
      column += place.columns;
    }
  }
  const all = [...places.values()];
  const used = [...new Set(all.map(({ column }) => column))];
  used.sort((a, b) => a - b);
  for (const place of all) {
    const end = countUpTo(used, place.column + place.columns - 1);
    place.column = countUpTo(used, place.column) - 1;
    place.columns = end - place.column;
  }
  return places;
}

const BLOCKS =
  /^(?:table|h[1-6]|pre|ul|ol|dl|blockquote|form|section|article|hr)$/;

/** Whether a table is there to place blocks on a page, not for its rows. */
export function isLayoutTable(table: HtmlElement): boolean {
  const role = attribute(table, "role") ?? "";
  if (role === "presentation" || role === "none") return true;
  let holdsBlocks = false;
  const open: HtmlNode[] = [table];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isElement(node)) continue;
    const { tagName } = node;
    // A header says that it is a table of data.
    if (tagName === "th" || tagName === "thead" || tagName === "caption") {
      return false;
    }
    if (node !== table) {
      holdsBlocks ||= BLOCKS.test(tagName);
      // What stands in a table inside says nothing of this one.
      if (tagName === "table") continue;
    }
    // The first rows first: there a header is.
    const children = childrenOf(node);
    for (let k = children.length - 1; k >= 0; k -= 1) open.push(children[k]);
  }
  return holdsBlocks;
}
