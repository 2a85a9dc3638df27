/** Tables as data, and texts without their tables. */
import { Document } from "@langchain/core/documents";
import {
  extractTables,
  tableToCsv,
  tableToJson,
  withoutTables,
} from "langchain-seams";
import { readRecords } from "../support/tables.js";

const text = `# Guía

Intro.

## Precios

Tabla 1: precios

| sku | precio |
|---|---|
| A1 | 10 |
| B2 | 20 |

Entre tablas:

<table><caption>Zonas</caption><tr><th>z</th></tr><tr><td>N &amp; S</td></tr></table>

Fin.
`;

it("has columns, rows, place, caption and section", () => {
  const tables = extractTables(new Document({ pageContent: text }));
  expect(tables).toEqual([
    {
      columns: ["sku", "precio"],
      rows: [
        ["A1", "10"],
        ["B2", "20"],
      ],
      caption: "Tabla 1: precios",
      section: "Guía > Precios",
      loc: expect.objectContaining({ lines: { from: 9, to: 12 } }),
    },
    {
      columns: ["z"],
      rows: [["N & S"]],
      caption: "Zonas",
      section: "Guía > Precios",
      loc: expect.objectContaining({ lines: { from: 16, to: 16 } }),
    },
  ]);
  const [{ loc }] = tables;
  expect(text.slice(loc.start, loc.end)).toMatch(/^\| sku[^]*20 \|$/);
  expect(extractTables(text)).toEqual(tables);
});

it.each([
  ["**Table 2.** Prices\n\n", "**Table 2.** Prices"],
  ["*Tabla 2. Precios*\n\n", "Tabla 2. Precios"],
  ["Los precios:\n\n", "Los precios"],
  ["Los precios.\n\n", undefined],
  ["# Tabla 1\n\n", undefined],
  ["Tabla 1\n\n\n\n", undefined],
])("a caption above: %j", (above, caption) => {
  const [table] = extractTables(`${above}| a |\n|---|\n| 1 |`);
  expect(table.caption).toBe(caption);
});

it("reads headings of HTML for the section", () => {
  const page =
    "<!doctype html><h1>Uno</h1><h2>Dos <em>y</em> tres</h2>" +
    "<table><tr><td>1</td></tr></table><h2>Cuatro</h2>" +
    "<table><tr><td>2<br>3</td></tr></table>";
  const tables = extractTables(page);
  expect(tables.map(({ section }) => section)).toEqual([
    "Uno > Dos y tres",
    "Uno > Cuatro",
  ]);
  expect(tables[1].rows).toEqual([["2 3"]]);
});

describe("JSON and CSV", () => {
  const table = {
    columns: ["a", "", "a", "__proto__"],
    rows: [
      ["1", 'x, "y"', "dos\nlíneas"],
      ["2", "", "", "p", "más"],
    ],
  };

  it("as objects with the columns as keys", () => {
    expect(JSON.parse(tableToJson(table))).toEqual([
      JSON.parse(
        '{"a":"1","column_2":"x, \\"y\\"","a_2":"dos\\nlíneas","__proto__":""}'
      ),
      JSON.parse(
        '{"a":"2","column_2":"","a_2":"","__proto__":"p","column_5":"más"}'
      ),
    ]);
  });

  it("as RFC 4180, which reads back", () => {
    const csv = tableToCsv(table);
    expect(csv.split("\r\n")[1]).toMatch(/^1,"x, ""y""","dos\nlíneas"$/);
    expect(readRecords(csv)).toEqual([table.columns, ...table.rows]);
    expect(extractTables(csv, { format: "csv" })[0].rows[1]).toEqual(
      table.rows[1]
    );
  });
});

describe("withoutTables", () => {
  it("leaves a line where each table stood", () => {
    expect(withoutTables(text)).toBe(
      "# Guía\n\nIntro.\n\n## Precios\n\nTabla 1: precios\n\n" +
        "[Table 1: Tabla 1: precios]\n\nEntre tablas:\n\n" +
        "[Table 2: Zonas]\n\nFin.\n"
    );
  });

  it("takes a mark of one's own, on one line", () => {
    const table = "| a | b |\n|---|---|\n| 1 | 2 |";
    expect(withoutTables(`A\n\n${table}\n\nB`, { mark: "(tabla)" })).toBe(
      "A\n\n(tabla)\n\nB"
    );
    const mark = ({ rows }: { rows: string[][] }, index: number): string =>
      `${index}:\n${rows.length}`;
    expect(withoutTables(table, { mark })).toBe("0: 1");
    expect(withoutTables(table)).toBe("[Table 1: a, b]");
    expect(withoutTables(table, { mark: "" })).toBe("");
  });

  it("keeps the metadata and the id of a document, as a copy", () => {
    const metadata = { source: "x.md", tags: ["t"] };
    const document = new Document({ pageContent: text, metadata, id: "d1" });
    const result = withoutTables(document);
    expect(result.pageContent).toBe(withoutTables(text));
    expect(result.id).toBe("d1");
    expect(result.metadata).toEqual(metadata);
    expect(result.metadata.tags).not.toBe(metadata.tags);
  });

  it("leaves a text without tables as it is", () => {
    for (const plain of ["", "Hola.\r\n\r\n- uno", "```\n| a |\n|---|\n```"]) {
      expect(withoutTables(plain)).toBe(plain);
      expect(extractTables(plain)).toEqual([]);
    }
  });

  it("keeps the marks of a list and a quote", () => {
    const table = "| a |\n  |---|\n  | 1 |";
    expect(withoutTables(`- ${table}\n- uno`, { mark: "x" })).toBe(
      "- x\n- uno"
    );
    const quote = "> | a |\n> |---|\n> | 1 |\n\nFin.";
    expect(withoutTables(quote, { mark: "x" })).toBe("> x\n\nFin.");
  });
});
