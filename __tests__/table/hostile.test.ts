/** Texts that make careless readers take minutes. */
import { TableTextSplitter, extractTables } from "langchain-seams";
import { cpuTime } from "../support/splitters.js";

const many = (text: string, count: number): string => text.repeat(count);

it.each([
  ["dashes", `${many("-", 200_000)}x`],
  ["comments", `${many("<!-- -->", 20_000)}x`],
  ["comments left open", many("<!-- ", 20_000)],
  ["tables left open", many("<table ", 20_000)],
  ["tables in tables", many("<table><tr><td>", 1500)],
  ["tables in Markdown left open", `# a\n\n<div>${many("\n<table>", 9000)}`],
  ["many tables", `<div>${many("<table><tr><td>1</table>", 5000)}`],
  ["blocks below a heading", `<h1>a</h1>${many("<div>", 20_000)}`],
  ["angles", `<p><h1>a</h1>${many("<", 100_000)}<p>`],
  ["quotes", `a,b\n${many('"", ', 20_000)}`],
  ["an open quote", `a,b\n"${many("x\n", 50_000)}`],
  ["a record of empty cells", many('"",', 50_000)],
  ["pipes", `|a|b|\n|-|-|\n${many("|", 50_000)}`],
  ["wide cells", `<table>${many('<tr><td colspan="1000">x', 500)}`],
  ["tall cells", `<table>${many('<tr><td rowspan="0">x', 1500)}`],
  ["delimiters", many(",;\t|", 30_000)],
])("%s", async (_, text) => {
  const splitter = new TableTextSplitter({ unclosedQuote: "keep" });
  const start = cpuTime();
  const chunks = await splitter.splitText(text);
  extractTables(text, { unclosedQuote: "keep" });
  expect(chunks.length).toBeGreaterThan(0);
  expect((cpuTime() - start) / 1000).toBeLessThan(10);
});
