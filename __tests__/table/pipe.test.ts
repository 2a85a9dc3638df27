/** Pipe tables, as reported: the same outline as that of Markdown. */
import { extractTables } from "langchain-seams";
import { bodies, contents } from "../support/split.js";
import { readTables } from "../support/structure.js";
import { splitTables } from "../support/tables.js";

const header = "| sku | precio |\n|---|---|";
const rows = ["| A1 | 10 |", "| B2 | 20 |", "| C3 | 30 |", "| D4 | 40 |"];
const table = [header, ...rows].join("\n");

it("repeats the header: two rows a chunk at 50, one at 49", async () => {
  expect(contents(await splitTables(table, 50))).toEqual([
    [header, rows[0], rows[1]].join("\n"),
    [header, rows[2], rows[3]].join("\n"),
  ]);
  expect(contents(await splitTables(table, 49))).toEqual(
    rows.map((row) => `${header}\n${row}`)
  );
});

it("says which chunks lack the header that does not fit", async () => {
  for (const size of [20, 26, 37]) {
    const documents = await splitTables(table, size);
    for (const row of rows) {
      const holding = documents.filter((d) => d.pageContent.includes(row));
      expect(holding).toHaveLength(1);
      expect(holding[0].metadata.header_omitted).toBe(true);
    }
  }
});

describe("rowsPerChunk", () => {
  it("gives each row a chunk of its own, whatever is around", async () => {
    const text = `Tabla 1: precios\n${table}\n\nFin.\n\n${table}`;
    const documents = await splitTables(text, 500, { rowsPerChunk: 1 });
    const each = rows.map((row) => `${header}\n${row}`);
    expect(contents(documents)).toEqual([
      `Tabla 1: precios\n${each[0]}`,
      ...each.slice(1),
      `Fin.\n\n${each[0]}`,
      ...each.slice(1),
    ]);
    const parts = documents.map(({ metadata }) => metadata.part);
    expect(parts.slice(0, 4)).toEqual(["1/4", "2/4", "3/4", "4/4"]);
  });

  it.each([
    [2, [2, 2]],
    [3, [3, 1]],
    [4, [4]],
    [9, [4]],
  ])("%i rows", async (rowsPerChunk, counts) => {
    const documents = await splitTables(table, 500, { rowsPerChunk });
    expect(contents(documents).map((each) => readTables(each)[0].rows)).toEqual(
      counts
    );
  });

  it("gives way to the limit", async () => {
    const documents = await splitTables(table, 49, { rowsPerChunk: 3 });
    expect(documents).toHaveLength(4);
  });

  it.each([
    ["csv", "a,b\n1,2\n3,4\n5,6", ["a,b\n1,2", "a,b\n3,4", "a,b\n5,6"]],
    [
      "html",
      "<table>\n<tr><th>a</th></tr>\n<tr><td>1</td></tr>\n<tr><td>2</td></tr>\n</table>",
      [
        "<table>\n<tr><th>a</th></tr>\n<tr><td>1</td></tr>\n</table>",
        "<table>\n<tr><th>a</th></tr>\n<tr><td>2</td></tr>\n</table>",
      ],
    ],
  ])("works for %s", async (_, text, expected) => {
    const documents = await splitTables(text, 500, { rowsPerChunk: 1 });
    expect(contents(documents)).toEqual(expected);
  });
});

it("leaves the header with the first rows if it is told so", async () => {
  const documents = await splitTables(table, 38, { repeatHeader: false });
  expect(contents(documents)).toEqual([
    `${header}\n${rows[0]}`,
    rows.slice(1).join("\n"),
  ]);
  expect(documents[1].metadata).toMatchObject({ kind: "table", part: "2/2" });
  expect(documents[1].metadata.header_omitted).toBeUndefined();
});

it("keeps caption and text in order, and repeats neither", async () => {
  const text = `# Uno\n\nAntes.\n\nTabla 1: precios\n\n${table}\n\nDespués.`;
  for (const size of [45, 60, 68, 80, 120]) {
    const documents = await splitTables(text, size);
    const all = bodies(text, documents).join("\n");
    expect(all.indexOf("Antes")).toBeLessThan(all.indexOf("Tabla 1"));
    expect(all.match(/Tabla 1/g)).toHaveLength(1);
    expect(
      contents(documents)
        .join("\n")
        .match(/Tabla 1/g)
    ).toHaveLength(1);
    for (const { metadata } of documents) expect(metadata.section).toBe("Uno");
  }
});

it.each([
  ["in a list", "- uno\n\n", "  "],
  ["in a quote", "> uno\n>\n", "> "],
  ["in a list in a quote", "> - uno\n>\n", ">   "],
  ["indented", "", "  "],
])("reads and splits tables %s", async (_, lead, prefix) => {
  const lines = table.split("\n").map((line) => prefix + line);
  const text = `${lead}${lines.join("\n")}\n\nFin.`;
  const documents = await splitTables(text, 64);
  for (const row of rows) {
    const holding = contents(documents).filter((each) => each.includes(row));
    expect(holding).toHaveLength(1);
    expect(holding[0]).toContain("| sku | precio |");
  }
  const [found] = extractTables(text);
  expect(found.columns).toEqual(["sku", "precio"]);
  expect(found.rows).toHaveLength(4);
  expect(found.rows[3]).toEqual(["D4", "40"]);
  expect(text.slice(found.loc.start)).toMatch(/^\| sku/);
});

it.each([
  [
    "escapes",
    '| patrón | uso |\n|---|---|\n| a\\|b | "x, y |',
    ["a|b", '"x, y'],
  ],
  ["code", "| a | b |\n|---|---|\n| `c\\|d` | z |", ["`c|d`", "z"]],
  ["no outer pipes", "a | b\n--- | ---\n1 | 2", ["1", "2"]],
  ["alignment", "| a | b |\n|:-:|--:|\n| 1 | 2 |", ["1", "2"]],
  ["short rows", "| a | b |\n|---|---|\n| 1 |", ["1", ""]],
  ["long rows", "| a | b |\n|---|---|\n| 1 | 2 | 3 |", ["1", "2", "3"]],
  ["empty cells", "| a | b | c |\n|---|---|---|\n| | 2 | |", ["", "2", ""]],
  ["one column", "| a |\n|---|\n| 1 |", ["1"]],
  ["a negative number", "| a | b |\n|---|---|\n| -1 | - 2 |", ["-1", "- 2"]],
])("reads %s", async (_, text, row) => {
  expect(extractTables(text)[0].rows).toEqual([row]);
  for (const size of [1, 8, 20, 30, 60]) await splitTables(text, size);
});

it.each([
  ["header only", "| a | b |\n|---|---|", 1],
  ["columns that do not agree", "| a | b |\n|---|\n| 1 |", 0],
  ["a table in a fence", `\`\`\`\n${table}\n\`\`\``, 0],
  ["no table", "Hola.\n\nAdiós.", 0],
])("knows what is a table: %s", async (_, text, count) => {
  expect(extractTables(text)).toHaveLength(count);
  expect(contents(await splitTables(text, 300))).toEqual([text]);
});
