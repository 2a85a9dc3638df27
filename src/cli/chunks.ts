import type { Document } from "@langchain/core/documents";
import { type Column, renderTable } from "../format/table.js";
import { cutPath } from "../format/width.js";
import { bold, dim, terminalWidth } from "./terminal.js";
import { totalsLine } from "./totals.js";

/** Enough of a chunk to fill the widest terminal. */
const FIRST_WORDS = 300;

const COLUMNS: Column[] = [
  { title: "#", align: "right" },
  { title: "Section", share: 1, cut: cutPath },
  { title: "Lines" },
  { title: "Tokens", align: "right" },
  { title: "First words", share: 1 },
];

function chunkRow(text: string, document: Document, index: number): string[] {
  const { section, part, n_tokens: tokens, loc } = document.metadata;
  const { from, to } = loc.lines;
  return [
    String(index + 1),
    `${section || "(no heading)"}${part ? ` (${part})` : ""}`,
    from === to ? `${from}` : `${from}-${to}`,
    String(tokens),
    // The chunk's own text: repeated heads would make all rows look alike.
    text.slice(loc.start, Math.min(loc.end, loc.start + FIRST_WORDS)),
  ];
}

/** The size of each chunk. */
export function chunkTokens(chunks: Document[]): number[] {
  return chunks.map(({ metadata }) => metadata.n_tokens);
}

/** The name of a file, a row for each of its chunks, and their totals. */
export function fileReport(
  name: string,
  text: string,
  chunks: Document[]
): string {
  const rows = chunks.map((chunk, index) => chunkRow(text, chunk, index));
  const lines = [bold(name)];
  if (rows.length > 0) {
    lines.push(renderTable(COLUMNS, rows, terminalWidth(), dim));
  }
  lines.push(`  ${totalsLine(chunkTokens(chunks))}`, "");
  return lines.join("\n");
}
