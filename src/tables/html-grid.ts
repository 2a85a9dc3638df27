import {
  readHtmlTable,
  spanOf,
  type HtmlElement,
  type HtmlRow,
} from "../parse/html-table.js";
import { htmlText } from "../parse/html-text.js";

/** How wide a table may get by cells that claim to span more than there is. */
const WIDEST = 1000;

/** A row of HTML as text, and the span of its source. */
export interface GridRow {
  start: number;
  end: number;
  cells: string[];
}

export interface Grid {
  columns: string[];
  rows: GridRow[];
  caption?: string;
}

/**
 * A table of HTML as rows of the same columns. A cell that spans rows stands
 * in each of them, one that spans columns in the first only; in the header it
 * stands over each of its columns, and several header rows are joined:
 * "Sales > 2024".
 */
export function htmlGrid(element: HtmlElement): Grid {
  const { header, rows, caption } = readHtmlTable(element);
  const titles = fill(header, true);
  const width = Math.max(0, ...titles.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, index) => {
    const names = titles.map(({ cells }) => cells[index] ?? "");
    return names
      .filter((name, row) => name !== "" && name !== names[row - 1])
      .join(" > ");
  });
  const title = caption && htmlText(caption);
  return { columns, rows: fill(rows, false), ...(title && { caption: title }) };
}

/** Gives each cell its column: cells from above and from the left reach in. */
function fill(rows: readonly HtmlRow[], isHeader: boolean): GridRow[] {
  // What reaches down from above, by column: a text and for how many rows.
  let reaching: { text: string; left: number }[] = [];
  let group = -1;
  return rows.map((row) => {
    if (row.group !== group) reaching = [];
    group = row.group;
    const cells: string[] = [];
    const reachDown = (): void => {
      for (let column = cells.length; ; column = cells.length) {
        const above = reaching[column];
        if (above === undefined || above.left === 0) return;
        above.left -= 1;
        cells.push(above.text);
      }
    };
    for (const cell of row.cells) {
      reachDown();
      const text = htmlText(cell);
      const left = spanOf(cell, "rowspan") - 1;
      const span = Math.min(spanOf(cell, "colspan"), WIDEST - cells.length);
      for (let k = 0; k < span; k += 1) {
        const shown = k === 0 || isHeader ? text : "";
        reaching[cells.length] = { text: shown, left };
        cells.push(shown);
      }
    }
    reachDown();
    // Cells further right that reach down past a short row.
    for (let column = cells.length; column < reaching.length; column += 1) {
      const above = reaching[column];
      const isReached = above !== undefined && above.left > 0;
      if (isReached) above.left -= 1;
      cells.push(isReached ? above.text : "");
    }
    while (cells.length > 0 && cells[cells.length - 1] === "") {
      if (cells.length <= row.cells.length) break;
      cells.pop();
    }
    return { start: row.start, end: row.end, cells };
  });
}
