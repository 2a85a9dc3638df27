import Papa from "papaparse";
import type { Span } from "../outline.js";

/** A row as text, and the span of its source. */
export interface TableRow extends Span {
  cells: string[];
}

/** A table as data. */
export interface TableData {
  /** The names of the columns, as they are written. */
  columns: string[];
  /** The cells of each row: as many as columns, or more in a ragged row. */
  rows: string[][];
}

/** The names of columns made fit for keys: none empty, none twice. */
export function columnKeys(
  columns: readonly string[],
  count: number
): string[] {
  const used = new Set<string>();
  return Array.from({ length: Math.max(columns.length, count) }, (_, index) => {
    const name = columns[index] || `column_${index + 1}`;
    let key = name;
    for (let n = 2; used.has(key); n += 1) key = `${name}_${n}`;
    used.add(key);
    return key;
  });
}

/**
 * A table as a JSON array of objects, one a row, with the columns as keys. A
 * second column of a name gets `_2` behind it, one without a name is
 * `column_3`.
 *
 * @example
 * ```ts
 * import { tableToJson } from "langchain-seams";
 *
 * console.log(tableToJson({ columns: ["a"], rows: [["1"]] })); // '[{"a":"1"}]'
 * ```
 */
export function tableToJson({ columns, rows }: TableData): string {
  const records = rows.map((row) => {
    const keys = columnKeys(columns, row.length);
    // Entries: a column may be called "__proto__".
    return Object.fromEntries(
      keys.map((key, index) => [key, row[index] ?? ""])
    );
  });
  return JSON.stringify(records);
}

/**
 * A table as comma-separated values (RFC 4180: CR LF between records, quotes
 * where they are needed), the columns as the first record.
 */
export const tableToCsv = ({ columns, rows }: TableData): string =>
  Papa.unparse([columns, ...rows]);
