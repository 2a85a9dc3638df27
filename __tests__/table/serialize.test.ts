/** Tables written as records or as Markdown, placed in the source. */
import type { Document } from "@langchain/core/documents";
import { bodies, contents } from "../support/split.js";
import { readTables } from "../support/structure.js";
import { splitTables } from "../support/tables.js";

const csv = 'sku,precio,nota\nA1,10,"dos\nlíneas"\nB2,20,\nC3,30,c|d';
const html =
  "<p>Antes.</p><table><caption>Precios</caption><tr><th>sku</th>" +
  "<th>precio</th></tr><tr><td>A1</td><td>10</td></tr><tr><td>B2</td>" +
  "<td>20</td></tr></table><p>Después.</p>";
const pipes = "| sku | precio |\n|---|---|\n| A1 | 10 |\n| B2 | 20 |";

describe("records", () => {
  const serialize = "records";

  it("a line a column, a paragraph a row", async () => {
    expect(contents(await splitTables(csv, 200, { serialize }))).toEqual([
      "sku: A1\nprecio: 10\nnota: dos líneas\n\nsku: B2\nprecio: 20\n\n" +
        "sku: C3\nprecio: 30\nnota: c|d",
    ]);
  });

  it("says which rows of the source a chunk stands for", async () => {
    const options = { serialize, rowsPerChunk: 1 } as const;
    const documents = await splitTables(csv, 200, options);
    expect(bodies(csv, documents)).toEqual([
      'A1,10,"dos\nlíneas"',
      "B2,20,",
      "C3,30,c|d",
    ]);
    const parts = documents.map(({ metadata }) => metadata);
    expect(parts.map(({ part }) => part)).toEqual(["1/3", "2/3", "3/3"]);
    expect(parts.map(({ loc }) => loc.lines)).toEqual([
      { from: 2, to: 3 },
      { from: 4, to: 4 },
      { from: 5, to: 5 },
    ]);
    for (const { kind } of parts) expect(kind).toBe("table");
  });

  it("keeps what is around a table", async () => {
    const text = `# Uno\n\nAntes.\n\n${pipes}\n\n## Dos\n\nDespués.`;
    const documents = await splitTables(text, 45, { serialize });
    expect(contents(documents)).toEqual([
      "# Uno\n\nAntes.",
      "sku: A1\nprecio: 10\n\nsku: B2\nprecio: 20",
      "## Dos\n\nDespués.",
    ]);
    expect(documents.map(({ metadata }) => metadata.section)).toEqual([
      "Uno",
      "Uno",
      "Uno > Dos",
    ]);
  });

  it("names columns without a name, and keeps those of one name", async () => {
    const [only] = contents(
      await splitTables("a,,a\n1,2,3,4\n", 200, { serialize, format: "csv" })
    );
    expect(only).toBe("a: 1\ncolumn_2: 2\na_2: 3\ncolumn_4: 4");
  });

  it("shows the columns of a table without rows", async () => {
    const text = "a,b";
    const options = { serialize, format: "csv" } as const;
    expect(contents(await splitTables(text, 20, options))).toEqual(["a, b"]);
  });
});

describe("markdown", () => {
  const serialize = "markdown";

  it("gives CSV a header in every chunk", async () => {
    const options = { serialize, rowsPerChunk: 1 } as const;
    const documents = await splitTables(csv, 200, options);
    const head = "| sku | precio | nota |\n| --- | --- | --- |\n";
    expect(contents(documents)).toEqual([
      `${head}| A1 | 10 | dos líneas |`,
      `${head}| B2 | 20 |  |`,
      `${head}| C3 | 30 | c\\|d |`,
    ]);
    expect(bodies(csv, documents).slice(1)).toEqual(["B2,20,", "C3,30,c|d"]);
    for (const each of contents(documents)) {
      expect(readTables(each)).toEqual([{ rows: 1, columns: 3 }]);
    }
  });

  it("turns HTML tables into pipe tables", async () => {
    const documents = await splitTables(html, 400, { serialize });
    expect(contents(documents)).toEqual([
      "<p>Antes.</p>\n\nPrecios\n\n| sku | precio |\n| --- | --- |\n" +
        "| A1 | 10 |\n| B2 | 20 |\n\n<p>Después.</p>",
    ]);
  });

  it("leaves pipe tables as they are", async () => {
    const documents = await splitTables(pipes, 41, { serialize });
    const source = await splitTables(pipes, 41);
    expect(contents(documents)).toEqual(contents(source));
    expect(bodies(pipes, documents)).toEqual(bodies(pipes, source));
  });

  it("makes room for the cells of long rows and for a missing header", async () => {
    const ragged = contents(
      await splitTables("a,b\n1,2,3\n", 90, { serialize, format: "csv" })
    );
    expect(readTables(ragged[0])).toEqual([{ rows: 1, columns: 3 }]);
    const headless = "<table><tr><td>1</td><td>2</td></tr></table>";
    const [only] = contents(await splitTables(headless, 90, { serialize }));
    expect(readTables(only)).toEqual([{ rows: 1, columns: 2 }]);
  });
});

/** The words of a source that its chunks show. */
const wordsOf = (documents: Document[]): string =>
  contents(documents).join(" ").replace(/\s+/g, "");

it.each(["records", "markdown"] as const)(
  "%s: bounded and in order at any limit",
  async (serialize) => {
    for (const text of [csv, html, pipes, `- a\n\n  ${pipes}`]) {
      for (let size = 1; size <= 90; size += size < 12 ? 1 : 7) {
        const documents = await splitTables(text, size, { serialize });
        const starts = documents.map(({ metadata }) => metadata.loc.start);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
        for (const { metadata } of documents) {
          const { start, end } = metadata.loc;
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
        }
        if (size < 12) continue;
        for (const word of ["A1", "10", "B2", "20"]) {
          expect(wordsOf(documents)).toContain(word);
        }
      }
    }
  }
);
