/** 200 tables made at random, and two that are long. */
import { tokenCounter, TableTextSplitter } from "langchain-seams";
import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { readChunks, type Chunk } from "../support/chunks.js";
import { cpuTime } from "../support/splitters.js";
import { readTables } from "../support/structure.js";
import {
  makeTable,
  randomOf,
  readRecords,
  splitTables,
  type MadeFormat,
  type MadeTable,
} from "../support/tables.js";

const FORMATS = ["markdown", "html", "csv", "tsv"] as const;

type Node = DefaultTreeAdapterTypes.Node;

/** The texts of the cells of the rows of a page, a list a table. */
function htmlTables(text: string): string[][][] {
  const tables: string[][][] = [];
  const visit = (node: Node): void => {
    const { nodeName } = node;
    if (nodeName === "table") tables.push([]);
    if (nodeName === "tr") tables.at(-1)?.push([]);
    if (/^t[dh]$/.test(nodeName)) tables.at(-1)?.at(-1)?.push("");
    if ("value" in node && node.value.trim() !== "") {
      const row = tables.at(-1)?.at(-1);
      if (row === undefined) throw new Error(`outside: ${node.value}`);
      row[row.length - 1] += node.value;
    }
    if ("childNodes" in node) node.childNodes.forEach(visit);
  };
  visit(parse(text));
  return tables;
}

/** The rows that a chunk shows to a reader of its format, header first. */
function rowsShown(format: MadeFormat, content: string): string[][] {
  if (format === "csv") return readRecords(content);
  if (format === "tsv") return content.split("\n").map((l) => l.split("\t"));
  const tables = htmlTables(content);
  expect(tables).toHaveLength(1);
  return tables[0];
}

async function checkTable(
  format: MadeFormat,
  table: MadeTable,
  chunkSize: number,
  length: (text: string) => number | Promise<number>
): Promise<void> {
  const { text, header, rows, cells, columns, around } = table;
  const documents = await splitTables(text, chunkSize, {
    format,
    lengthFunction: length as (text: string) => number,
  });
  const chunks = readChunks(text, documents);
  const names = Array.from({ length: columns }, (_, n) => `c${n}`);
  const slice = (span: { start: number; end: number }): string =>
    text.slice(span.start, span.end);
  const held = new Map<Chunk, number[]>();
  const unfit = new Set<Chunk>();
  let next = 0;
  for (const [index, row] of rows.entries()) {
    while (chunks[next].end <= row.start) next += 1;
    const chunk = chunks[next];
    const fitsAlone = (await length(slice(row))) <= chunkSize;
    const isWhole = chunk.start <= row.start && row.end <= chunk.end;
    if (fitsAlone) expect({ index, isWhole }).toEqual({ index, isWhole: true });
    const composed = `${slice(header)}\n${slice(row)}${around}`;
    if ((await length(composed)) > chunkSize) {
      unfit.add(chunk);
      continue;
    }
    const hasHeader =
      chunk.start <= header.start || chunk.before.includes(slice(header));
    expect({ index, hasHeader }).toEqual({ index, hasHeader: true });
    expect(chunk.document.metadata.kind).toBe("table");
    held.set(chunk, [...(held.get(chunk) ?? []), index]);
  }
  for (const [chunk, indexes] of held) {
    if (unfit.has(chunk)) continue;
    expect(chunk.document.metadata.header_omitted).toBeUndefined();
    if (format === "markdown") {
      expect(readTables(chunk.content)).toEqual([
        { rows: indexes.length, columns },
      ]);
      continue;
    }
    const shown = rowsShown(format, chunk.content);
    expect(shown).toEqual([names, ...indexes.map((index) => cells[index])]);
  }
}

describe.each(FORMATS)("50 tables of %s", (format) => {
  const random = randomOf(FORMATS.indexOf(format) + 1);
  const pick = (least: number, most: number): number =>
    least + Math.floor(random() ** 2 * (most - least + 1));
  const specs = Array.from({ length: 50 }, (_, n) => {
    const columns = pick(1, 60);
    const most = n === 0 ? 5000 : Math.max(4, Math.floor(900 / columns));
    const count = n === 0 ? 5000 : n === 1 ? 0 : pick(0, most);
    return { columns: n === 0 ? 4 : columns, count };
  });

  it("rows whole, under their header, each chunk a table", async () => {
    const tokens = tokenCounter("cl100k_base");
    for (const [n, { columns, count }] of specs.entries()) {
      const table = makeTable(format, columns, count, random);
      const inTokens = n % 5 === 4;
      const [first] = table.rows;
      const row = first === undefined ? 10 : first.end - first.start;
      const least = inTokens ? 20 : 30;
      const size =
        least +
        Math.floor(random() * (row + table.header.end) * (inTokens ? 0.8 : 3));
      const length = inTokens ? tokens : (part: string) => part.length;
      await checkTable(format, table, n === 0 ? 900 : size, length);
    }
  });
});

test.each(FORMATS)("50,000 rows of %s take less than 5 s", async (format) => {
  const { text } = makeTable(format, 2, 50_000, randomOf(5));
  const splitter = new TableTextSplitter({ chunkSize: 400 });
  await splitter.splitText("a,b\n1,2");
  let seconds = Infinity;
  // Collecting garbage takes more time where memory is short: the least counts.
  for (let run = 0; run < 3 && seconds >= 5; run += 1) {
    const start = cpuTime();
    const documents = await splitter.createDocuments([text]);
    seconds = Math.min(seconds, (cpuTime() - start) / 1000);
    expect(documents.length).toBeGreaterThan(1000);
  }
  process.stdout.write(`${format}: ${seconds.toFixed(1)} s\n`);
  expect(seconds).toBeLessThan(5);
});
