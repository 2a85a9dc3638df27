import { Lines } from "../lines.js";
import { checkOneOf, optionError } from "../options.js";
import type { Outline, Span } from "../outline.js";
import {
  parseCsv,
  readCsv,
  type CsvOptions,
  type TableOutline,
} from "../parse/csv.js";
import { parseTree } from "../parse/html-parser.js";
import { elementsOf } from "../parse/html-tree.js";
import { parseHtml } from "../parse/html.js";
import { parseMarkdown } from "../parse/markdown.js";
import { detectTableFormat, type TableFormat } from "../parse/table-format.js";
import { pipeCells, rowPrefix } from "../parse/table.js";
import type { TableRow } from "./data.js";
import { htmlGrid } from "./html-grid.js";
import { tablesOf } from "./outline.js";

/** How tables are written; "auto" looks at the text. */
export interface TableSource extends CsvOptions {
  /** How tables are written. Default: "auto". */
  format?: TableFormat | "auto";
}

const FORMATS = ["auto", "markdown", "html", "csv", "tsv"];
const QUOTES = ["error", "keep"];

/** Throws a `RangeError` for an option that is out of range. */
export function checkTableSource(source: TableSource): void {
  const { format = "auto", unclosedQuote = "error", delimiter = "," } = source;
  checkOneOf("format", format, FORMATS);
  checkOneOf("unclosedQuote", unclosedQuote, QUOTES);
  const isMark =
    typeof delimiter === "string" && /^[^"\r\n\uFEFF]$/.test(delimiter);
  if (isMark) return;
  const expected = "one character, no quote or line break";
  throw optionError("delimiter", expected, delimiter);
}

/** A table as data, and the span of its source. */
export interface SourceTable extends Span {
  /** "pipe" for a table of Markdown, whatever it stands in. */
  syntax: "pipe" | "html" | "csv";
  columns: string[];
  rows: TableRow[];
  /** Its caption, when that stands inside the table. */
  caption?: string;
}

/** The format of a text, told or found. */
const formatOf = (
  text: string,
  { format = "auto" }: TableSource
): TableFormat => (format === "auto" ? detectTableFormat(text) : format);

const csvOptions = (format: TableFormat, source: TableSource): CsvOptions =>
  format === "tsv" ? { delimiter: "\t", ...source } : source;

/** The outline of a text with tables. */
export function outlineOf(text: string, source: TableSource): TableOutline {
  const format = formatOf(text, source);
  switch (format) {
    case "markdown":
      return parseMarkdown(text);
    case "html":
      return parseHtml(text);
    default:
      return parseCsv(text, csvOptions(format, source));
  }
}

/** The tables of a text as data, in order; nested ones are a part of theirs. */
export function readTables(
  text: string,
  outline: Outline,
  source: TableSource
): SourceTable[] {
  const format = formatOf(text, source);
  if (format === "csv" || format === "tsv") {
    const { records } = readCsv(text, csvOptions(format, source));
    if (records.length === 0) return [];
    const [{ start, cells: columns }, ...rows] = records;
    const { end } = records[records.length - 1];
    return [
      { start, end, syntax: "csv", columns, rows: padded(rows, columns) },
    ];
  }
  const lines = new Lines(text);
  return tablesOf(outline.heads).map(([{ scope }]) =>
    text[scope.start] === "<"
      ? htmlTable(text, scope)
      : pipeTable(text, scope, lines)
  );
}

/** Rows with at least as many cells as there are columns. */
const padded = (
  rows: readonly TableRow[],
  { length }: readonly string[]
): TableRow[] =>
  rows.map(({ start, end, cells }) => {
    const missing = new Array<string>(Math.max(0, length - cells.length));
    return { start, end, cells: [...cells, ...missing.fill("")] };
  });

function htmlTable(text: string, scope: Span): SourceTable {
  const html = text.slice(scope.start, scope.end);
  for (const element of elementsOf(parseTree(html))) {
    if (element.tagName !== "table") continue;
    const { columns, rows, caption } = htmlGrid(element);
    const shifted = rows.map(({ start, end, cells }) => ({
      start: start + scope.start,
      end: end + scope.start,
      cells,
    }));
    return {
      ...trimmedSpan(text, scope),
      syntax: "html",
      columns,
      rows: padded(shifted, columns),
      ...(caption !== undefined && { caption }),
    };
  }
  return { ...scope, syntax: "html", columns: [], rows: [] };
}

function pipeTable(text: string, scope: Span, lines: Lines): SourceTable {
  const first = lines.at(scope.start);
  const last = lines.at(Math.max(scope.start, scope.end - 1));
  const rowAt = (line: number): TableRow => {
    const { start, end } = lines.trimmed(line);
    return { start, end, cells: pipeCells(text.slice(start, end)) };
  };
  const { start, end, cells: columns } = rowAt(first);
  const rows: TableRow[] = [];
  for (let line = first + 2; line <= last; line += 1) rows.push(rowAt(line));
  const prefix = rowPrefix(text.slice(start, end));
  return {
    start: start + prefix,
    end: lines.trimmed(last).end,
    syntax: "pipe",
    columns,
    rows: padded(rows, columns),
  };
}

/** A span without white space at its end. */
function trimmedSpan(text: string, { start, end }: Span): Span {
  return { start, end: start + text.slice(start, end).trimEnd().length };
}
