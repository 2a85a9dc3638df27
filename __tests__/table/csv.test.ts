/** Values separated by commas, semicolons and tabs (RFC 4180). */
import { extractTables } from "langchain-seams";
import { contents } from "../support/split.js";
import { readRecords, splitTables } from "../support/tables.js";

const quoted =
  'id,texto\n1,"uno, dos"\n2,"con ""comillas"""\n3,"dos\nlíneas"\n4,cuatro';

it("keeps records whole, their header in front", async () => {
  for (const size of [29, 34, 50]) {
    const documents = await splitTables(quoted, size);
    const records = contents(documents).flatMap((each) => {
      const [header, ...rest] = readRecords(each);
      expect(header).toEqual(["id", "texto"]);
      return rest;
    });
    expect(records).toEqual([
      ["1", "uno, dos"],
      ["2", 'con "comillas"'],
      ["3", "dos\nlíneas"],
      ["4", "cuatro"],
    ]);
    for (const { metadata } of documents) expect(metadata.kind).toBe("table");
  }
});

it.each([
  [",", "auto"],
  [";", "auto"],
  ["\t", "auto"],
  ["|", "csv"],
  ["\t", "tsv"],
  [";", "csv"],
] as const)("finds %j as %s", (delimiter, format) => {
  const text = quoted.replace(/,(?! dos)/g, delimiter);
  const [table] = extractTables(text, { format });
  expect(table.columns).toEqual(["id", "texto"]);
  expect(table.rows).toHaveLength(4);
  expect(table.rows[0]).toEqual(["1", "uno, dos"]);
});

it("takes the delimiter that it is told", () => {
  const [table] = extractTables("a:b\n1:2", { format: "csv", delimiter: ":" });
  expect(table).toMatchObject({ columns: ["a", "b"], rows: [["1", "2"]] });
});

it.each([
  ["\r\n", "\r\n"],
  ["\r", "\r"],
  ["mixed", "\n"],
])("reads line ends %j", async (name, end) => {
  const text = `a,b${end}1,"x"\r\n2,y${end}3,"z${end}w"${end}`;
  const source = name === "\r" ? text.replace(/\r\n/g, "\r") : text;
  const [table] = extractTables(source, { format: "csv" });
  expect(table.rows).toEqual([
    ["1", "x"],
    ["2", "y"],
    ["3", `z${end}w`],
  ]);
  const documents = await splitTables(source, 13, { format: "csv" });
  expect(documents.length).toBeGreaterThan(1);
  for (const each of contents(documents)) expect(each).toMatch(/^a,b\r?\n?/);
});

it("does not take a byte order mark for a part of the header", async () => {
  const text = "\uFEFFa,b\n1,2\n3,4\n5,6";
  expect(extractTables(text)[0].columns).toEqual(["a", "b"]);
  const documents = await splitTables(text, 8);
  expect(contents(documents).slice(1)).toEqual(["a,b\n3,4", "a,b\n5,6"]);
});

it("leaves blank lines out of the rows", async () => {
  const text = "a,b\n\n1,2\n\n\n3,4\n\n";
  expect(extractTables(text)[0].rows).toEqual([
    ["1", "2"],
    ["3", "4"],
  ]);
  await splitTables(text, 8, { format: "csv" });
});

it("fills short records up, and keeps the cells of long ones", () => {
  const [{ rows }] = extractTables("a,b,c\n1\n1,2,3,4\n1,2,3", {
    format: "csv",
  });
  expect(rows).toEqual([
    ["1", "", ""],
    ["1", "2", "3", "4"],
    ["1", "2", "3"],
  ]);
});

describe("a quote that nothing closes", () => {
  const text = 'a,b\n1,2\n3,"x\ny\n5,"6\n7,8';

  it("is an error that names the line", async () => {
    const broken = 'a,b\n"1\n2",3\n4,"5\n6,7';
    const options = { format: "csv" } as const;
    await expect(splitTables(broken, 20, options)).rejects.toThrow(SyntaxError);
    await expect(splitTables(broken, 20, options)).rejects.toThrow(/line 4\b/);
    expect(() => extractTables(broken, options)).toThrow(/line 4\b/);
  });

  it("or takes the rest for one record, and says so", async () => {
    const options = { format: "csv", unclosedQuote: "keep" } as const;
    const broken = text.replace(',"6', ",6");
    const documents = await splitTables(broken, 20, options);
    expect(documents[0].metadata.unclosed_quote).toBeUndefined();
    const last = documents[documents.length - 1];
    expect(last.metadata.unclosed_quote).toBe(true);
    expect(last.pageContent).toBe('a,b\n3,"x\ny\n5,6\n7,8');
    const [{ rows }] = extractTables(broken, options);
    expect(rows[1]).toEqual(["3", "x\ny\n5,6\n7,8"]);
    for (const size of [1, 4, 9, 15]) await splitTables(broken, size, options);
  });
});

it("cuts a record that is too long between its cells", async () => {
  const cells = ["1234567890", "0987654321", '"11,22,3344"', "5544332211"];
  const text = `a,b,c,d\n${cells.join(",")}`;
  for (const size of [14, 20, 26, 40]) {
    const documents = await splitTables(text, size);
    for (const cell of cells) {
      expect(contents(documents).some((each) => each.includes(cell))).toBe(
        true
      );
    }
  }
});

it.each([
  ["header only", "a,b,c"],
  ["one column", "a\n1\n2\n3"],
  ["one cell", "a"],
  ["quotes only", '""'],
  ["only delimiters", ",,\n,,"],
])("survives %s", async (_, text) => {
  for (const format of ["csv", "tsv", "auto"] as const) {
    for (const size of [1, 2, 5, 50]) await splitTables(text, size, { format });
    expect(extractTables(text, { format }).length).toBeLessThan(2);
  }
});

it("takes a record of empty cells for a record, not for a blank line", () => {
  const text = '"",'.repeat(5);
  const [table] = extractTables(text, { format: "csv" });
  expect(table.columns).toEqual(["", "", "", "", "", ""]);
  expect(extractTables("a;b\n;\n1;2\n")[0].rows).toEqual([
    ["", ""],
    ["1", "2"],
  ]);
});

it.each([
  ["nombre, edad, ciudad\nAna, 30, Madrid\nLuis, 40, León\n", 1],
  ["item, price\nscrew, 0.35\ndrill, 89\n", 1],
  ["Hola, qué tal, dijo Ana.\nBien, gracias, dijo Eva.\nPues, nada, sí.\n", 0],
  ["Calle Mayor, 5, Madrid\nCalle Menor, 6, León\nGran Vía, 7, Bilbao\n", 0],
  ["uno, dos, tres\ncuatro, cinco, seis\nsiete, ocho, nueve\n", 0],
])("a space behind commas is prose, unless it is data: %j", (text, count) => {
  expect(extractTables(text)).toHaveLength(count);
});

it.each([
  ["sep=;\r\n", ";", "\r\n"],
  ["\uFEFFsep=,\n", ",", "\n"],
  ['"sep=\t"\n', "\t", "\n"],
  ["sep=^\n", "^", "\n"],
])("takes %j for a line that names the delimiter", async (intro, mark, end) => {
  const rows = ["sku;precio", "A1;1,5", "B2;2,5", "C3;3,5"];
  const table = rows.join(end).replaceAll(";", mark).replaceAll("1,5", "15");
  const [{ columns, rows: read }] = extractTables(intro + table, {
    format: "csv",
  });
  expect(columns).toEqual(["sku", "precio"]);
  expect(read[0]).toEqual(["A1", "15"]);
  const documents = await splitTables(intro + table, 30, { format: "csv" });
  const [first, ...others] = contents(documents);
  expect(first.startsWith(`${intro}sku${mark}precio${end}`)).toBe(true);
  expect(others.length).toBeGreaterThan(0);
  for (const other of others) {
    expect(other.startsWith(`sku${mark}precio${end}`)).toBe(true);
  }
});
