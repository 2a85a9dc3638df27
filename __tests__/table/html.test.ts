/** Tables of HTML: headers of many kinds, spans, nesting, captions. */
import {
  StructuralMarkdownTextSplitter,
  TableTextSplitter,
  extractTables,
} from "langchain-seams";
import { squeeze } from "../support/chunks.js";
import { bodies, contents } from "../support/split.js";
import { characters } from "../support/splitters.js";
import { splitTables } from "../support/tables.js";

const rowOf = (n: number): string => `<tr><td>k${n}</td><td>v${n}</td></tr>`;
const rows = Array.from({ length: 12 }, (_, n) => rowOf(n));

it.each([
  ["thead", "<thead><tr><th>a</th><th>b</th></tr></thead>", 1],
  [
    "thead of two rows",
    '<thead><tr><th colspan="2">g</th></tr><tr><th>a</th><th>b</th></tr></thead>',
    2,
  ],
  ["th without thead", "<tr><th>a</th><th>b</th></tr>", 1],
  ["td in thead", "<thead><tr><td>a</td><td>b</td></tr></thead>", 1],
])("repeats %s in valid tables", async (_, header, count) => {
  const head = `<table class="x">\n${header}\n`;
  const body = `<tbody>\n${rows.join("\n")}\n</tbody>`;
  const text = `<p>Antes.</p>\n${head}${body}\n</table>\n<p>Después.</p>`;
  const documents = await splitTables(text, head.length + 140);
  const withRows = contents(documents).filter((each) => /<td>k/.test(each));
  expect(withRows.length).toBeGreaterThan(2);
  for (const [index, row] of rows.entries()) {
    const holding = withRows.filter((each) => each.includes(row));
    expect(holding).toHaveLength(1);
    const [table] = extractTables(holding[0], { format: "html" });
    expect(table.columns).toEqual(
      count === 2 ? ["g > a", "g > b"] : ["a", "b"]
    );
    expect(table.rows).toContainEqual([`k${index}`, `v${index}`]);
    expect(holding[0]).toMatch(/^(<p>Antes\.<\/p>\n)?<table class="x">/);
    expect(holding[0].match(/<\/table>/g)).toHaveLength(1);
  }
});

it("keeps a caption with the first rows only", async () => {
  const text =
    "<table>\n<caption>Precios</caption>\n<tr><th>a</th></tr>\n" +
    `${rows.join("\n")}\n</table>`;
  const documents = await splitTables(text, 150);
  const captioned = contents(documents).filter((c) => c.includes("Precios"));
  expect(captioned).toEqual([documents[0].pageContent]);
  expect(documents[0].pageContent).toContain(rows[0]);
  for (const each of contents(documents)) {
    expect(each).toContain("<tr><th>a</th></tr>");
  }
});

it("keeps rows that a rowspan ties in one chunk", async () => {
  const groups = Array.from(
    { length: 6 },
    (_, n) =>
      `<tr><td rowspan="2">g${n}</td><td>uno</td></tr>\n<tr><td>dos</td></tr>`
  );
  const text = `<table>\n<tr><th>a</th><th>b</th></tr>\n${groups.join("\n")}\n</table>`;
  for (const size of [130, 150, 220, 300]) {
    const documents = await splitTables(text, size);
    for (const group of groups) {
      const holding = contents(documents).filter((c) => c.includes(group));
      expect(holding).toHaveLength(1);
    }
  }
  // A group over the limit is cut between its rows.
  const rest = Array.from({ length: 9 }, (_, n) => `<tr><td>r${n}</td></tr>`);
  const long = `<table>\n<tr><td rowspan="0">g</td><td>r</td></tr>\n${rest.join("\n")}\n</table>`;
  const documents = await splitTables(long, 80);
  for (const row of rest) {
    expect(contents(documents).filter((c) => c.includes(row))).toHaveLength(1);
  }
});

it("loses no row of an irregular table", async () => {
  const text =
    '<table><tr><th>a</th><th>b</th></tr><tr><td colspan="2">todo</td></tr>' +
    "<tr><td>1</td><td>2</td></tr></table>";
  for (const size of [30, 60, 90, 120, 200]) {
    const documents = await splitTables(text, size);
    const all = bodies(text, documents).join("");
    expect(all.match(/todo/g)).toHaveLength(1);
    expect(squeeze(all)).toBe(squeeze(text));
    if (size >= 90) {
      expect(contents(documents).join()).toContain('<td colspan="2">todo</td>');
    }
  }
  expect(extractTables(text)[0]).toMatchObject({
    columns: ["a", "b"],
    rows: [
      ["todo", ""],
      ["1", "2"],
    ],
  });
});

it("puts spanned cells under the columns that they span", () => {
  const text =
    '<table><thead><tr><th rowspan="2">Zona</th><th colspan="2">Ventas</th>' +
    "</tr><tr><th>2023</th><th>2024</th></tr></thead><tbody>" +
    '<tr><td rowspan="2">Norte</td><td>1</td><td>2</td></tr>' +
    "<tr><td>3</td><td>4</td></tr><tr><td>Sur</td><td>5</td></tr>" +
    "</tbody></table>";
  const [table] = extractTables(text);
  expect(table.columns).toEqual(["Zona", "Ventas > 2023", "Ventas > 2024"]);
  expect(table.rows).toEqual([
    ["Norte", "1", "2"],
    ["Norte", "3", "4"],
    ["Sur", "5", ""],
  ]);
});

it("takes a nested table for a part of its row", async () => {
  const inner = "<table><tr><th>x</th></tr><tr><td>y</td></tr></table>";
  const outer = Array.from(
    { length: 5 },
    (_, n) => `<tr><td>${n}</td><td>${inner}</td></tr>`
  );
  const text = `<table>\n<tr><th>a</th><th>b</th></tr>\n${outer.join("\n")}\n</table>`;
  const documents = await splitTables(text, 240);
  expect(documents.length).toBeGreaterThan(2);
  for (const row of outer) {
    const holding = contents(documents).filter((c) => c.includes(row));
    expect(holding).toHaveLength(1);
    expect(holding[0]).toContain("<th>a</th>");
  }
  expect(extractTables(text)).toHaveLength(1);
  expect(extractTables(text)[0].rows[0]).toEqual(["0", "x y"]);
  for (const chunkSize of [7, 60]) {
    const options = { chunkSize, lengthFunction: characters };
    const parts = await new TableTextSplitter(options).createDocuments([text]);
    expect(squeeze(bodies(text, parts).join(""))).toBe(squeeze(text));
    for (const part of contents(parts)) {
      expect(part.length).toBeLessThanOrEqual(chunkSize);
    }
  }
});

it.each([
  ["omitted end tags", "<table><tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td>4"],
  ["no rows", "<table></table>"],
  ["header only", "<table><tr><th>a</th><th>b</th></tr></table>"],
  ["text out of place", "<table>fuera<tr><td>1</td></tr>dentro</table>"],
  ["a row span beyond its group", '<table><tr><td rowspan="99">1</table>'],
  ["nonsense spans", '<table><tr><td colspan="x" rowspan="-3">1</table>'],
  ["a stray end", "</table></tr><tr><td>1<table"],
  ["CR LF and a BOM", "\uFEFF<table>\r\n<tr><th>a\r\n<tr><td>1\r\n</table>"],
])("survives %s", async (_, text) => {
  for (const size of [1, 5, 12, 20, 40, 200]) {
    await splitTables(text, size, { format: "html" });
  }
  for (const { loc } of extractTables(text, { format: "html" })) {
    expect(text.slice(loc.start, loc.end)).toMatch(/^<table/);
  }
});

it("survives deep nesting", async () => {
  const text = "<div>".repeat(20_000) + "<table><tr><td>1</td></tr></table>";
  await splitTables(text, 4000, { format: "html" });
  expect(extractTables(text, { format: "html" })[0].rows).toEqual([["1"]]);
});

it("gives Markdown the same tables", async () => {
  const table = `<table>\n<tr><th>a</th><th>b</th></tr>\n${rows.join("\n")}\n</table>`;
  const text = `# Uno\n\n${table}\n\nFin con <b>table</b>.`;
  const options = { chunkSize: 150, lengthFunction: characters };
  const splitter = new StructuralMarkdownTextSplitter(options);
  const documents = await splitter.createDocuments([text]);
  for (const row of rows) {
    const holding = documents.filter((d) => d.pageContent.includes(row));
    expect(holding).toHaveLength(1);
    expect(holding[0].pageContent).toContain("<tr><th>a</th><th>b</th></tr>");
    expect(holding[0].pageContent).toContain("</table>");
    expect(holding[0].metadata.section).toBe("Uno");
  }
  expect(documents[1].metadata.kind).toBe("table");
});
