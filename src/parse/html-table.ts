import type { Span } from "../outline.js";
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

/** How far a cell reaches from its first column, and down from its row. */
export function reachOf(
  cell: HtmlElement,
  column: number
): { columns: number; rows: number } {
  if (column >= WIDEST) return { columns: 1, rows: 1 };
  const columns = Math.min(spanOf(cell, "colspan"), WIDEST - column);
  return { columns, rows: spanOf(cell, "rowspan") };
}

/** The column in which each cell starts: cells from above reach down. */
export function columnsOf(rows: readonly HtmlRow[]): Map<HtmlElement, number> {
  const found = new Map<HtmlElement, number>();
  /** The row behind the last one that a cell covers, column by column. */
  let covered: number[] = [];
  for (const [index, row] of rows.entries()) {
    if (rows[index - 1]?.group !== row.group) covered = [];
    let column = 0;
    for (const cell of row.cells) {
      while (covered[column] > index) column += 1;
      found.set(cell, column);
      const reach = reachOf(cell, column);
      for (let k = 0; k < reach.columns; k += 1) {
        covered[column] = index + reach.rows;
        column += 1;
      }
    }
  }
  return found;
}

const BLOCKS =
  /^(?:table|h[1-6]|pre|ul|ol|dl|blockquote|form|section|article|hr)$/;

/** Whether a table is there to place blocks on a page, not for its rows. */
export function isLayoutTable(table: HtmlElement): boolean {
  const role = attribute(table, "role") ?? "";
  if (role === "presentation" || role === "none") return true;
  let holdsBlocks = false;
  const open: HtmlNode[] = [...childrenOf(table)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isElement(node)) continue;
    const { tagName } = node;
    // A header says that it is a table of data.
    if (tagName === "th" || tagName === "thead" || tagName === "caption") {
      return false;
    }
    holdsBlocks ||= BLOCKS.test(tagName);
    // What stands in a table inside says nothing of this one.
    if (tagName !== "table") open.push(...childrenOf(node));
  }
  return holdsBlocks;
}
