import Papa from "papaparse";
import { Lines } from "../lines.js";
import {
  Strength,
  itemStrength,
  type Head,
  type Outline,
  type Seam,
  type Span,
} from "../outline.js";

/** How values separated by a mark are read. */
export interface CsvOptions {
  /** What separates the cells. Default: found in the first records. */
  delimiter?: string;
  /**
   * What to do with a quote that nothing closes: throw, or take the rest of
   * the text for one record. Default: "error".
   */
  unclosedQuote?: "error" | "keep";
}

/** A record: its line break is not in its span. */
interface CsvRecord extends Span {
  cells: string[];
  /** Where the next line starts. */
  next: number;
}

export interface CsvTable {
  delimiter: string;
  /** The records that are not blank; the first one is the header. */
  records: CsvRecord[];
  /** The record that a quote without an end makes of the rest of the text. */
  unclosed?: CsvRecord;
}

/** The outline of a table, and where a quote is that nothing closes. */
export interface TableOutline extends Outline {
  unclosed?: Span;
}

const DELIMITERS = [",", ";", "\t", "|"];

/** How much of a text tells its delimiter, in UTF-16 units. */
const SAMPLE = 20_000;

/** Line feeds end records unless there are none: a CR in front is dropped. */
const newlineOf = (text: string): "\n" | "\r" =>
  text.includes("\n") ? "\n" : "\r";

const dropCarriageReturn = (cells: string[]): string[] =>
  cells.map((cell, index) =>
    index === cells.length - 1 && cell.endsWith("\r") ? cell.slice(0, -1) : cell
  );

/** What spreadsheets write on a line of its own to name the delimiter. */
const DELIMITER_LINE = /^\uFEFF?"?sep=(.)"?[ \t]*(?:\r\n|\n|\r)/i;

/** Where the records of a text start, and the delimiter if a line names it. */
function introOf(text: string): { start: number; delimiter?: string } {
  const match = DELIMITER_LINE.exec(text);
  if (match === null) return { start: text.startsWith("\uFEFF") ? 1 : 0 };
  return { start: match[0].length, delimiter: match[1] };
}

/** How well a delimiter fits the first records of a text. */
export interface DelimiterGuess {
  delimiter: string;
  /** The columns of the first record. */
  columns: number;
  /** The share of the records that have as many. */
  regular: number;
  /** The first records. */
  records: string[][];
}

/** Tries each delimiter on the first records, the one that fits best first. */
export function guessDelimiters(text: string): DelimiterGuess[] {
  const { start, delimiter: named } = introOf(text);
  const sample = text.slice(start, SAMPLE);
  const isCut = text.length > SAMPLE;
  const delimiters = named === undefined ? DELIMITERS : [named];
  const guesses = delimiters.map((delimiter) => {
    const { data } = Papa.parse<string[]>(sample, {
      delimiter,
      newline: newlineOf(text),
      preview: 50,
    });
    // A record of empty cells is one, a blank line is none.
    const records = data.filter(
      ([cell, ...others]) => others.length > 0 || cell.trim() !== ""
    );
    if (isCut && records.length > 1 && records.length < 50) records.pop();
    const columns = records[0]?.length ?? 0;
    const alike = records.filter(({ length }) => length === columns).length;
    const regular = alike / Math.max(1, records.length);
    return { delimiter, columns, regular, records };
  });
  return guesses.sort(
    (a, b) =>
      Number(b.columns > 1) - Number(a.columns > 1) ||
      b.regular - a.regular ||
      b.columns - a.columns
  );
}

/**
 * The records of a text of comma-separated values (RFC 4180), or of values
 * separated by `;`, tabs or pipes.
 *
 * @throws SyntaxError when a quote is not closed: it names the line.
 */
export function readCsv(text: string, options: CsvOptions = {}): CsvTable {
  const { unclosedQuote = "error" } = options;
  const delimiter = options.delimiter ?? guessDelimiters(text)[0].delimiter;
  const table: CsvTable = { delimiter, records: [] };
  const first = introOf(text).start;
  let start = first;
  Papa.parse<string[]>(text.slice(first), {
    delimiter,
    newline: newlineOf(text),
    step: ({ data, errors, meta }) => {
      const next = meta.cursor + first;
      const raw = text.slice(start, next);
      if (raw.trim() !== "") {
        const end = start + raw.replace(/[\r\n]+$/, "").length;
        const record = { start, end, next, cells: dropCarriageReturn(data) };
        table.records.push(record);
        if (errors.some(({ code }) => code === "MissingQuotes")) {
          table.unclosed = record;
        }
      }
      start = next;
    },
  });
  if (table.unclosed !== undefined && unclosedQuote === "error") {
    throw unclosedQuoteError(text, table.unclosed, delimiter);
  }
  return table;
}

function unclosedQuoteError(
  text: string,
  { start, end }: Span,
  delimiter: string
): SyntaxError {
  const last = cellStarts(text.slice(start, end), delimiter).at(-1) ?? 0;
  const line = new Lines(text).at(start + last) + 1;
  return new SyntaxError(
    `Expected the quote opened on line ${line} to be closed before the end ` +
      `of the text; \`unclosedQuote: "keep"\` takes the rest for one record`
  );
}

/** Where the cells of a record start but for the first. */
function cellStarts(record: string, delimiter: string): number[] {
  const starts: number[] = [];
  let at = 0;
  for (;;) {
    if (record[at] === '"') {
      // Doubled quotes are two quoted parts next to each other.
      while (record[at] === '"') {
        const closing = record.indexOf('"', at + 1);
        at = closing < 0 ? record.length : closing + 1;
      }
    }
    at = record.indexOf(delimiter, at);
    if (at < 0) return starts;
    at += delimiter.length;
    starts.push(at);
  }
}

/**
 * The outline of comma-separated values: the first record is the header and a
 * head, records are rows, and there are weak seams between cells.
 */
export function parseCsv(text: string, options: CsvOptions = {}): TableOutline {
  const { records, delimiter, unclosed } = readCsv(text, options);
  const seams: Seam[] = [];
  const heads: Head[] = [];
  for (const [index, { start, end, next }] of records.entries()) {
    if (index === 0) {
      const scope = { start: 0, end: text.length };
      heads.push({ start, end: next, scope, kind: "table" });
    } else {
      const strength = index === 1 ? Strength.header : itemStrength(0);
      seams.push({ at: start, strength });
    }
    for (const at of cellStarts(text.slice(start, end), delimiter)) {
      seams.push({ at: start + at, strength: Strength.cell });
    }
  }
  return { seams, heads, ...(unclosed && { unclosed }) };
}
