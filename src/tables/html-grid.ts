import {
  placesOf,
  readHtmlTable,
  type CellPlace,
  type HtmlRow,
} from "../parse/html-table.js";
import { htmlText } from "../parse/html-text.js";
import type { HtmlElement } from "../parse/html-tree.js";
import type { TableRow } from "./data.js";

interface Grid {
  columns: string[];
  rows: TableRow[];
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
  const places = placesOf([...header, ...rows]);
  const title = caption && htmlText(caption);
  return {
    columns: columnNames(header, places),
    rows: fill(rows, places, false),
    ...(title && { caption: title }),
  };
}

/** The names of the columns: several header rows are joined. */
export function columnNames(
  header: readonly HtmlRow[],
  places: ReadonlyMap<HtmlElement, CellPlace>
): string[] {
  const titles = fill(header, places, true);
  const width = Math.max(0, ...titles.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, index) => {
    const names = titles.map(({ cells }) => cells[index] ?? "");
    return names
      .filter((name, row) => name !== "" && name !== names[row - 1])
      .join(" > ");
  });
}

/** Puts the text of each cell into the columns and rows that it spans. */
function fill(
  rows: readonly HtmlRow[],
  places: ReadonlyMap<HtmlElement, CellPlace>,
  isHeader: boolean
): TableRow[] {
  const filled = rows.map((): string[] => []);
  for (const [index, { cells, group }] of rows.entries()) {
    for (const cell of cells) {
      const place = places.get(cell);
      if (place === undefined) continue;
      const text = htmlText(cell);
      for (let row = index; row < index + place.rows; row += 1) {
        if (rows[row]?.group !== group) break;
        for (let k = 0; k < place.columns; k += 1) {
          filled[row][place.column + k] ??= k === 0 || isHeader ? text : "";
        }
      }
    }
  }
  return rows.map(({ start, end, cells }, index) => {
    const own = Array.from(filled[index], (text) => text ?? "");
    while (own.length > cells.length && own[own.length - 1] === "") own.pop();
    return { start, end, cells: own };
  });
}
