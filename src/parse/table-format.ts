import { guessDelimiters, type DelimiterGuess } from "./csv.js";

/** How the tables of a text are written. */
export type TableFormat = "markdown" | "html" | "csv" | "tsv";

/** The row below the header of a pipe table: dashes, colons and pipes. */
const DELIMITER_ROW = /^[ \t>*+|:-]+$/gm;

const hasPipeTable = (text: string): boolean => {
  for (const [row] of text.matchAll(DELIMITER_ROW)) {
    if (row.includes("|") && row.includes("-")) return true;
  }
  return false;
};

/** Tags that a page starts with, or the part of a page with a table. */
const STARTS_HTML =
  /^[\s\uFEFF]*(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype|html|head|body|table|div|section|main|article|header|center|h[1-6]|p|ul|ol)\b/i;

/** The longest cell of a header that is taken for one, in UTF-16 units. */
const LONGEST_NAME = 100;

/**
 * The format of the tables of a text. HTML starts with a tag of a page and has
 * no pipe table; CSV has the same number of cells, two at least, in nearly all
 * of its first records; anything else is Markdown, plain text included.
 */
export function detectTableFormat(text: string): TableFormat {
  if (hasPipeTable(text)) return "markdown";
  if (STARTS_HTML.test(text)) return "html";
  if (/<table[\s>]/i.test(text) || /^(?:#{1,6} |```|~~~)/m.test(text)) {
    return "markdown";
  }
  const [best] = guessDelimiters(text);
  if (!isLikeCsv(best)) return "markdown";
  return best.delimiter === "\t" ? "tsv" : "csv";
}

function isLikeCsv(guess: DelimiterGuess): boolean {
  const { columns, regular, records, delimiter } = guess;
  if (columns < 2 || records.length < 2 || regular < 0.9) return false;
  const [header] = records;
  const isName = (cell: string): boolean =>
    cell.length <= LONGEST_NAME && !/[.!?]\s/.test(cell);
  if (!header.every(isName)) return false;
  // Prose has a space behind its commas.
  const cells = records.flatMap((record) => record.slice(1));
  const spaced = cells.filter((cell) => /^ \S/.test(cell)).length;
  const isSpaced = delimiter !== "\t" && spaced * 2 > cells.length;
  return !isSpaced || isLikeData(guess);
}

/** Whether records with spaces behind their commas are no prose all the same. */
function isLikeData({ regular, records }: DelimiterGuess): boolean {
  const [header, ...rows] = records.map((record) =>
    record.map((cell) => cell.trim())
  );
  const isName = (name: string): boolean => /^\D{1,30}$/.test(name);
  const areNames =
    header.every(isName) && new Set(header).size === header.length;
  const isSentence = (row: string[]): boolean =>
    /[.!?…:;]$/.test(row[row.length - 1]);
  // Some column has a number in each row.
  const hasNumbers = header.some((_, column) =>
    rows.every((row) => /^[-+]?\d[\d.]*$/.test(row[column] ?? ""))
  );
  const isLong = rows.length > 1 && regular === 1;
  return isLong && areNames && hasNumbers && !rows.some(isSentence);
}
