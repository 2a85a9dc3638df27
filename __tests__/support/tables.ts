/** Tables made at random, and what independent readers see in chunks. */
import type { Document } from "@langchain/core/documents";
import {
  TableTextSplitter,
  type TableTextSplitterParams,
} from "langchain-seams";
import { readChunks, type Chunk } from "./chunks.js";
import { checkBounded, checkLossless } from "./invariants.js";
import { characters } from "./splitters.js";
import type { Span } from "./structure.js";

/** Splits, measured in characters: bounded and lossless, or it throws. */
export async function splitTables(
  text: string,
  chunkSize: number,
  options: Partial<TableTextSplitterParams> = {}
): Promise<Document[]> {
  const lengthFunction = options.lengthFunction ?? characters;
  const params = { chunkSize, ...options, lengthFunction };
  const documents = await new TableTextSplitter(params).createDocuments([text]);
  const { serialize = "source", chunkOverlap = 0 } = options;
  const expectation = {
    chunkSize,
    chunkOverlap,
    length: lengthFunction,
    grain: "markdown" as const,
  };
  if (serialize === "source") {
    const chunks = readChunks(text, documents);
    await checkLossless(text, chunks, expectation);
    await checkBounded(text, chunks, expectation);
  }
  for (const { pageContent } of documents) {
    expect(await lengthFunction(pageContent)).toBeLessThanOrEqual(chunkSize);
  }
  return documents;
}

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface MadeTable {
  text: string;
  columns: number;
  /** Their texts as cells, without markup or quotes. */
  cells: string[][];
  header: Span;
  rows: Span[];
  /** What a chunk with a row needs besides header and row. */
  around: string;
}

const WORDS =
  "precio 12,5 ñandú a-b 3.14 «cita» 東京 x sí 2024 👍 <b> & foo".split(" ");

export type MadeFormat = "markdown" | "html" | "csv" | "tsv";

/** How a row of a format is written. */
const WRITE: Record<MadeFormat, (cells: string[], tag: string) => string> = {
  markdown: (cells) => `| ${cells.join(" | ")} |`,
  html: (cells, tag) =>
    `<tr>${cells
      .map((cell) => cell.replace(/&/g, "&amp;").replace(/</g, "&lt;"))
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join("")}</tr>`,
  csv: (cells) => cells.map(quoted).join(","),
  tsv: (cells) => cells.map((cell) => cell.replace(/\s/g, " ")).join("\t"),
};

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell;

/** A table of a format: its size and what is in its cells come from `random`. */
export function makeTable(
  format: MadeFormat,
  columns: number,
  count: number,
  random: () => number
): MadeTable {
  const pick = (limit: number): number => Math.floor(random() * limit);
  const word = (): string => WORDS[pick(WORDS.length)];
  const cell = (): string => {
    const words = Array.from({ length: 1 + pick(3) }, word).join(" ");
    if (format === "csv" && pick(12) === 0) return `"${words}"\n${word()}`;
    return words;
  };
  const lineEnd = format === "csv" && pick(3) === 0 ? "\r\n" : "\n";
  let text = "";
  const add = (part: string): Span => {
    const start = text.length;
    text += part + lineEnd;
    return { start, end: start + part.length };
  };
  const names = Array.from({ length: columns }, (_, n) => `c${n}`);
  if (format === "html") add("<table>");
  const thead = format === "html" && pick(2) === 0;
  const first = WRITE[format](names, "th");
  const header =
    format === "markdown"
      ? add(`${first}${lineEnd}|${" --- |".repeat(columns)}`)
      : add(thead ? `<thead>${first}</thead>` : first);
  const cells = Array.from({ length: count }, () =>
    Array.from({ length: columns }, cell)
  );
  const rows = cells.map((row) => add(WRITE[format](row, "td")));
  if (format === "html") add("</table>");
  const around = format === "html" ? `<table>\n</table>\n` : "";
  return { text, columns, cells, header, rows, around };
}

/** The chunk that holds all of a span; fails when it is in two. */
export function chunkOf(chunks: readonly Chunk[], { start, end }: Span): Chunk {
  const holding = chunks.filter((c) => c.start < end && start < c.end);
  expect(holding).toHaveLength(1);
  return holding[0];
}

/** The records of RFC 4180, read one character at a time. */
export function readRecords(text: string, delimiter = ","): string[][] {
  const records: string[][] = [[""]];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const record = records[records.length - 1];
    const last = record.length - 1;
    const isEscape = isQuoted && text.startsWith('""', at);
    if (isEscape) {
      record[last] += '"';
      at += 1;
    } else if (text[at] === '"') isQuoted = !isQuoted;
    else if (isQuoted) record[last] += text[at];
    else if (text[at] === delimiter) record.push("");
    else if (text[at] === "\n") records.push([""]);
    else if (text[at] !== "\r") record[last] += text[at];
  }
  return records;
}
