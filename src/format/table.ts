import { cutEnd, displayWidth, oneLine, pad } from "./width.js";

/** A column of a table that fits in a terminal. */
export interface Column {
  title: string;
  align?: "left" | "right";
  /** Its share of the room that is left; without it, as wide as its cells. */
  share?: number;
  /** How a cell is shortened. Defaults to cutting its end. */
  cut?: (cell: string, width: number) => string;
}

const GAP = "  ";
const INDENT = "  ";

/** Widths of all columns, so that the whole fits in `room` if it can. */
function columnWidths(
  columns: Column[],
  natural: number[],
  room: number
): number[] {
  const widths = [...natural];
  const flexible = columns
    .map((column, index) => ({ index, share: column.share ?? 0 }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => natural[a.index] / a.share - natural[b.index] / b.share);
  let left = room - GAP.length * (columns.length - 1);
  columns.forEach((column, index) => {
    if (column.share === undefined) left -= natural[index];
  });
  let shares = flexible.reduce((sum, { share }) => sum + share, 0);
  // The columns that need least come first: what they leave goes to the rest.
  for (const { index, share } of flexible) {
    const width = Math.max(8, Math.floor((left * share) / shares));
    widths[index] = Math.min(natural[index], width);
    left -= widths[index];
    shares -= share;
  }
  return widths;
}

/**
 * Rows as aligned columns under their titles, within `width` columns of a
 * terminal. Cells are shown on one line, whatever they hold.
 */
export function renderTable(
  columns: Column[],
  rows: string[][],
  width: number,
  styleTitles: (line: string) => string = (line) => line
): string {
  const cells = rows.map((row) => row.map(oneLine));
  const natural = columns.map(({ title }, index) =>
    Math.max(
      displayWidth(title),
      ...cells.map((row) => displayWidth(row[index]))
    )
  );
  const widths = columnWidths(columns, natural, width - INDENT.length);
  const line = (row: string[]) =>
    INDENT +
    row
      .map((cell, index) => {
        const { align, cut = cutEnd } = columns[index];
        const shown = cut(cell, widths[index]);
        return pad(shown, widths[index], align === "right");
      })
      .join(GAP)
      .trimEnd();
  const titles = columns.map(({ title }) => title);
  return [styleTitles(line(titles)), ...cells.map(line)].join("\n");
}
