/** Options out of range, and formats that are found. */
import {
  TableTextSplitter,
  extractTables,
  type TableTextSplitterParams,
} from "langchain-seams";
import { contents } from "../support/split.js";
import { splitTables } from "../support/tables.js";

it.each([
  [{ format: "xlsx" }, /`format`.*"auto" or "markdown".*"xlsx"/],
  [{ rowsPerChunk: 0 }, /`rowsPerChunk`.*from 1 up.*`0`/],
  [{ rowsPerChunk: 1.5 }, /`rowsPerChunk`.*`1.5`/],
  [{ repeatHeader: "no" }, /`repeatHeader`.*true or false.*"no"/],
  [{ serialize: "json" }, /`serialize`.*"records".*"json"/],
  [{ delimiter: '"' }, /`delimiter`/],
  [{ delimiter: "ab" }, /`delimiter`/],
  [{ delimiter: 5 }, /`delimiter`/],
  [{ unclosedQuote: "ignore" }, /`unclosedQuote`.*"keep"/],
  [{ chunkSize: 0 }, /`chunkSize`/],
])("%j is a RangeError", (options, message) => {
  const make = (): TableTextSplitter =>
    new TableTextSplitter(options as Partial<TableTextSplitterParams>);
  expect(make).toThrow(RangeError);
  expect(make).toThrow(message);
});

it("has its defaults", () => {
  expect(new TableTextSplitter()).toMatchObject({
    chunkSize: 400,
    chunkOverlap: 0,
    format: "auto",
    repeatHeader: true,
    serialize: "source",
  });
});

const pipes = "| a | b |\n|---|---|\n| 1 | 2 |";

it.each([
  ["pipes", pipes, 1],
  ["pipes with commas", "| a, b | c, d |\n|---|---|\n| 1, 2 | 3, 4 |", 1],
  ["pipes in a page of tags", `<div>\n\n${pipes}\n\n</div>`, 1],
  ["HTML", "<!doctype html><table><tr><th>a<tr><td>1</table>", 1],
  ["a part of HTML", "<table><tr><td>a, b</td></tr></table>", 1],
  ["HTML in Markdown", "# T\n\n<table><tr><td>a</td></tr></table>", 1],
  ["commas", "a,b\n1,2", 1],
  ["semicolons", "a;b\n1,5;2,5", 1],
  ["tabs", "a b\tc\n1, 2\t3", 1],
  ["prose with commas", "Hola, mundo\nAdiós, mundo", 0],
  ["one line", "uno,dos,tres", 0],
  ["lines of words", "uno\ndos\ntres", 0],
  ["headings", "# uno;dos\n# tres;cuatro", 0],
  ["nothing", "", 0],
])("auto: %s", (_, text, count) => {
  expect(extractTables(text)).toHaveLength(count);
});

it("splits whatever it is given, and text as text", async () => {
  for (const text of ["", " \n", "Hola, mundo.", "x".repeat(50), "a,b\n1,2"]) {
    for (const format of ["auto", "markdown", "html", "csv", "tsv"] as const) {
      const documents = await splitTables(text, 20, { format });
      expect(documents.length > 0).toBe(text.trim() !== "");
    }
  }
  const prose = "Uno dos.\n\nTres cuatro.";
  expect(contents(await splitTables(prose, 15))).toEqual([
    "Uno dos.",
    "Tres cuatro.",
  ]);
});
