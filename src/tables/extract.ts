import type { Document, DocumentInterface } from "@langchain/core/documents";
import { Lines } from "../lines.js";
import type { Head, Span } from "../outline.js";
import { Scopes } from "../scopes.js";
import { withText } from "../documents/metadata.js";
import type { TableData } from "./data.js";
import {
  checkTableSource,
  outlineOf,
  readTables,
  type TableSource,
} from "./read.js";

/** A table as data, with what is known of it. */
export interface ExtractedTable extends TableData {
  /**
   * Where it stands: `text.slice(start, end)` is its source; lines from 1.
   */
  loc: Span & {
    /** The first and the last line, from 1. */
    lines: {
      /** The first line. */
      from: number;
      /** The last line. */
      to: number;
    };
  };
  /** Its caption, or the line above it that is one. */
  caption?: string;
  /** The headings above it: "Guide > Prices". */
  section?: string;
}

/** A document, or just its text. */
type Input = string | Pick<DocumentInterface, "pageContent">;

function textOf(document: Input): string {
  const text = typeof document === "string" ? document : document?.pageContent;
  if (typeof text === "string") return text;
  throw new TypeError(
    `Expected a text, or a document of one, got \`${String(document)}\``
  );
}

/** Words that a caption in a paragraph of its own starts with. */
const CAPTION =
  /^[*_]*(?:table|tabla|tableau|tabelle|tabela|tabella|cuadro)\b[^\r\n]*$/i;

/**
 * The tables of a document as data: pipe tables and HTML tables of Markdown,
 * those of HTML, or the one that a CSV or TSV file is. Cells are text; nested
 * tables are a part of the cell that they stand in.
 *
 * In an HTML table a cell that spans rows stands in each of them, and several
 * header rows are joined: "Sales > 2024". A table without a header has no
 * columns. The caption is that of the table, or a line above it that starts
 * with "Table" or "Tabla", or ends with a colon.
 *
 * @example
 * ```ts
 * import { extractTables } from "langchain-seams";
 *
 * const [table] = extractTables("| a | b |\n|---|---|\n| 1 | 2 |");
 * console.log(table.columns, table.rows); // ["a", "b"], [["1", "2"]]
 * ```
 *
 * @throws RangeError when an option is out of range.
 * @throws SyntaxError when a quote of CSV is not closed.
 */
export function extractTables(
  document: Input,
  options: TableSource = {}
): ExtractedTable[] {
  const text = textOf(document);
  checkTableSource(options);
  const outline = outlineOf(text, options);
  const lines = new Lines(text);
  const headings = new Scopes(
    outline.heads.filter(({ kind }) => kind === "heading")
  );
  return readTables(text, outline, options).map((table) => {
    const { start, end, columns, rows } = table;
    const above = headings.at(start);
    const section = above.map(({ title = "" }) => title).join(" > ");
    const caption =
      table.caption ??
      (table.syntax === "pipe" ? captionAbove(text, lines, start, above) : "");
    const lastLine = lines.at(Math.max(start, end - 1));
    return {
      columns,
      rows: rows.map(({ cells }) => cells),
      loc: {
        start,
        end,
        lines: { from: lines.at(start) + 1, to: lastLine + 1 },
      },
      ...(caption && { caption }),
      ...(section && { section }),
    };
  });
}

/** The line above a table, when it reads like a caption. */
function captionAbove(
  text: string,
  lines: Lines,
  start: number,
  above: readonly Head[]
): string {
  const first = lines.at(start);
  let line = first - 1;
  if (line >= 0 && lines.isBlank(line)) line -= 1;
  if (line < 0 || lines.isBlank(line)) return "";
  const { start: from, end: to } = lines.trimmed(line);
  if (above.some((heading) => heading.start <= from && from < heading.end)) {
    return "";
  }
  const words = text.slice(from, to).replace(/^[\s>]+/, "");
  if (!CAPTION.test(words) && !/[:：][*_]*$/.test(words)) return "";
  return words.replace(/^([*_]+)(.*?)\1$/, "$2").replace(/[:：]$/, "");
}

export interface WithoutTablesOptions extends TableSource {
  /**
   * The line that stands for a table, or what makes it; `index` counts from 0.
   * "" leaves nothing. Default: `[Table 1: a, b]`, with the caption of the
   * table or the names of its columns.
   */
  mark?: string | ((table: ExtractedTable, index: number) => string);
}

const defaultMark = (
  { caption, columns }: ExtractedTable,
  index: number
): string => {
  const title = caption ?? columns.filter(Boolean).join(", ");
  return `[Table ${index + 1}${title && `: ${title}`}]`;
};

/**
 * The text of a document with one line where each table stood, for the flow in
 * which tables go to a database and text to a vector store. A document gives a
 * document of the same metadata, a text a text.
 *
 * @throws SyntaxError when a quote of CSV is not closed.
 */
export function withoutTables(
  document: string,
  options?: WithoutTablesOptions
): string;
export function withoutTables(
  document: DocumentInterface,
  options?: WithoutTablesOptions
): Document;
export function withoutTables(
  document: string | DocumentInterface,
  { mark = defaultMark, ...source }: WithoutTablesOptions = {}
): string | Document {
  const text = textOf(document);
  let result = "";
  let end = 0;
  for (const [index, table] of extractTables(text, source).entries()) {
    const line = typeof mark === "string" ? mark : mark(table, index);
    result += text.slice(end, table.loc.start);
    result += line.replace(/\s*[\r\n]+\s*/g, " ");
    end = table.loc.end;
  }
  result += text.slice(end);
  if (typeof document === "string") return result;
  return withText(document, result);
}
