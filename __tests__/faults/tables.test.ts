/** Reported faults about pipe tables in Markdown. */
import { withLineEnds } from "../support/documents.js";
import { bodies, contents, splitMarkdown } from "../support/split.js";
import { readTables } from "../support/structure.js";

const header = "| sku | precio |\n|---|---|";
const rows = ["| A1 | 10 |", "| B2 | 20 |", "| C3 | 30 |", "| D4 | 40 |"];
const table = [header, ...rows].join("\n");

it("has the fixture of the report", () => {
  expect(header).toHaveLength(26);
  expect(rows.map(({ length }) => length)).toEqual([11, 11, 11, 11]);
});

describe("continuation chunks keep the header", () => {
  it("two rows a chunk at 50", async () => {
    const documents = await splitMarkdown(table, 50);
    expect(contents(documents)).toEqual([
      [header, rows[0], rows[1]].join("\n"),
      [header, rows[2], rows[3]].join("\n"),
    ]);
    expect(bodies(table, documents)).toEqual([
      [header, rows[0], rows[1]].join("\n"),
      [rows[2], rows[3]].join("\n"),
    ]);
    for (const { metadata, pageContent } of documents) {
      expect(pageContent).toHaveLength(50);
      expect(metadata.kind).toBe("table");
      expect(metadata.header_omitted).toBeUndefined();
    }
  });

  it("one row a chunk at 49", async () => {
    const documents = await splitMarkdown(table, 49);
    expect(contents(documents)).toEqual(rows.map((row) => `${header}\n${row}`));
  });

  it.each(["\r\n", "\r"])("with line ends %j", async (end) => {
    const text = withLineEnds(table, end);
    const size = 50 + 3 * (end.length - 1);
    const documents = await splitMarkdown(text, size);
    expect(contents(documents)).toEqual([
      withLineEnds([header, rows[0], rows[1]].join("\n"), end),
      withLineEnds([header, rows[2], rows[3]].join("\n"), end),
    ]);
  });

  it.each([
    ["without outer pipes", "a | b\n--- | ---", (n: number) => `x${n} | ${n}`],
    ["of one column", "| a |\n|---|", (n: number) => `| celda ${n} |`],
    [
      "with alignment",
      "| a | b |\n|:--|--:|",
      (n: number) => `| x${n} | ${n} |`,
    ],
    [
      "padded",
      "|  a  |  b  |\n| --- | --- |",
      (n: number) => `|  x  |  ${n}  |`,
    ],
    [
      "with escapes",
      "| a\\|b | c |\n|---|---|",
      (n: number) => `| ${n}\\|x | y |`,
    ],
  ])("%s: a GFM parser reads all rows of each chunk", async (_, head, row) => {
    const all = Array.from({ length: 12 }, (_, n) => row(n));
    const text = `Antes.\n\n${[head, ...all].join("\n")}\n\nDespués.`;
    const columns = readTables(text)[0].columns;
    for (const size of [head.length + 16, 70, 120]) {
      const documents = await splitMarkdown(text, size);
      const tables = contents(documents).flatMap(readTables);
      expect(tables.reduce((sum, each) => sum + each.rows, 0)).toBe(12);
      for (const each of tables) expect(each.columns).toBe(columns);
      for (const content of contents(documents)) {
        const lines = content.split("\n");
        const isTable = all.some((line) => lines.includes(line));
        const at = lines.indexOf(head.split("\n")[0]);
        if (!isTable) continue;
        expect(lines.slice(at, at + 2)).toEqual(head.split("\n"));
      }
    }
  });

  it.each([
    ["a list item", "- uno:\n\n", "  "],
    ["a quote", "> uno\n>\n", "> "],
    ["a list in a quote", "> - uno\n>\n", ">   "],
  ])("in %s", async (_, lead, prefix) => {
    const inner = table
      .split("\n")
      .map((line) => prefix + line)
      .join("\n");
    const text = `${lead}${inner}\n\nFin.`;
    const documents = await splitMarkdown(text, 58);
    for (const row of rows) {
      const holding = contents(documents).filter((each) => each.includes(row));
      expect(holding).toHaveLength(1);
      expect(holding[0]).toContain("| sku | precio |");
      expect(holding[0]).toContain("|---|---|");
    }
  });

  it("with an overlap of one row, which has the header once", async () => {
    const documents = await splitMarkdown(table, 50, 12);
    for (const content of contents(documents)) {
      expect(content.split("|---|---|")).toHaveLength(2);
      expect(content.startsWith(header)).toBe(true);
    }
    expect(documents.length).toBeGreaterThan(2);
  });
});

it("does not repeat a caption", async () => {
  for (const caption of ["Tabla 1: precios\n", "Tabla 1: precios\n\n"]) {
    const text = caption + table;
    for (const size of [67, 68, 80]) {
      const documents = await splitMarkdown(text, size);
      const captioned = contents(documents).filter((each) =>
        each.includes("Tabla 1")
      );
      expect(captioned).toHaveLength(1);
      expect(documents[0].pageContent.startsWith("Tabla 1")).toBe(true);
    }
  }
});

describe("what does not fit", () => {
  it("a header wider than the limit is left out, and said so", async () => {
    for (let size = 11; size < 26 + 12; size += 1) {
      const documents = await splitMarkdown(table, size);
      for (const row of rows) {
        const holding = documents.filter(({ pageContent }) =>
          pageContent.includes(row)
        );
        expect(holding).toHaveLength(1);
        expect(holding[0].metadata.header_omitted).toBe(true);
      }
    }
  });

  it("is never lost, at any limit", async () => {
    for (let size = 1; size <= 80; size += 1) {
      const documents = await splitMarkdown(table, size);
      const body = bodies(table, documents).join("");
      expect(body.replace(/\s/g, "")).toBe(table.replace(/\s/g, ""));
    }
  });

  it("a row too wide is cut at the borders of its cells", async () => {
    const cells = ["1234567890", "0987654321", "1122334455", "5544332211"];
    const wide = `| ${cells.join(" | ")} |`;
    const text = `| a | b | c | d |\n|---|---|---|---|\n${wide}`;
    for (const size of [16, 20, 24, 30, 40]) {
      const documents = await splitMarkdown(text, size);
      for (const cell of cells) {
        expect(contents(documents).some((each) => each.includes(cell))).toBe(
          true
        );
      }
    }
  });

  it("a cell too wide is cut at its words", async () => {
    const words = ["primero", "segundo", "tercero", "cuarto", "quinto"];
    const text = `| a |\n|---|\n| ${words.join(" ")} |`;
    const documents = await splitMarkdown(text, 18);
    for (const word of words) {
      const holding = contents(documents).filter((each) => each.includes(word));
      expect(holding).toHaveLength(1);
    }
  });

  it("a row that fits stays whole next to one that does not", async () => {
    const text = `${table}\n| E5 | ${"palabra ".repeat(12)}|\n| F6 | 60 |`;
    const documents = await splitMarkdown(text, 50);
    for (const row of [...rows, "| F6 | 60 |"]) {
      const holding = contents(documents).filter((each) => each.includes(row));
      expect(holding).toHaveLength(1);
      expect(holding[0].startsWith(header)).toBe(true);
    }
  });
});

describe("a heading and its table", () => {
  const text = `## Precios\n${table}`;

  it("stay together, rows whole, at 62", async () => {
    const documents = await splitMarkdown(text, 62);
    for (const row of rows) {
      const holding = contents(documents).filter((each) => each.includes(row));
      expect(holding).toHaveLength(1);
    }
    const [first] = documents;
    expect(
      first.pageContent.startsWith(`## Precios\n${header}\n${rows[0]}`)
    ).toBe(true);
    for (const { metadata } of documents) {
      expect(metadata.section).toBe("Precios");
    }
  });

  it("at every limit that has room for heading, header and a row", async () => {
    const needed = `## Precios\n${header}\n${rows[0]}`.length;
    for (let size = needed; size <= text.length; size += 1) {
      const documents = await splitMarkdown(text, size);
      expect(documents[0].pageContent).toContain(rows[0]);
      for (const content of contents(documents)) {
        expect(content).toContain(header);
      }
    }
  });
});

describe("cells", () => {
  it("keep pipes, quotes and commas as they are written", async () => {
    const tricky =
      '| patrón | uso |\n|---|---|\n| a\\|b | "x, y |\n| `c\\|d` | z |';
    for (const size of [30, 45, 60, 200]) {
      const documents = await splitMarkdown(tricky, size);
      const all = contents(documents).join("\n");
      expect(all).toContain('| a\\|b | "x, y |');
      expect(all).toContain("| `c\\|d` | z |");
      if (size < 45) continue;
      for (const each of contents(documents).flatMap(readTables)) {
        expect(each.columns).toBe(2);
      }
    }
  });

  it("with an unescaped pipe in backticks do split, as in GFM", async () => {
    const text = "| a | b |\n|---|---|\n| `c|d` | z |\n| e | f |";
    const documents = await splitMarkdown(text, 37);
    expect(contents(documents).at(-1)).toContain("| e | f |");
    expect(contents(documents).at(-1)).toContain("|---|---|");
  });

  it("may be missing or too many", async () => {
    const text = "| a | b |\n|---|---|\n| 1 |\n| 2 | 3 | 4 |\n|\n| 5 | 6 |";
    for (const size of [22, 33, 40]) {
      const documents = await splitMarkdown(text, size);
      expect(documents.length).toBeGreaterThan(1);
      expect(contents(documents).at(-1)).toContain("| 5 | 6 |");
    }
  });
});

describe("what is not quite a table", () => {
  it("keeps a table whose columns do not agree as text", async () => {
    const text = "| a | b |\n|---|\n| 1 |";
    expect(contents(await splitMarkdown(text, 100))).toEqual([text]);
    const documents = await splitMarkdown(text, 12);
    expect(bodies(text, documents).join("\n")).toBe(text);
    for (const { metadata } of documents) {
      expect(metadata.kind).toBe("text");
      expect(metadata.header_omitted).toBeUndefined();
    }
  });

  it.each([
    ["one column", "| a |\n|---|\n| 1 |\n| 2 |"],
    ["header only", "| a | b |\n|---|---|"],
    ["no space", "|a|b|\n|-|-|\n|1|2|"],
  ])("keeps %s", async (_, text) => {
    const documents = await splitMarkdown(text, 100);
    expect(contents(documents)).toEqual([text]);
    expect(documents[0].metadata.kind).toBe("table");
  });

  it("takes pipes in a fence for code", async () => {
    const text = `\`\`\`\n${table}\n\`\`\``;
    const documents = await splitMarkdown(text, 40);
    for (const { pageContent, metadata } of documents) {
      expect(metadata.kind).toBe("code");
      expect(pageContent.startsWith("```\n")).toBe(true);
      expect(pageContent).not.toContain(`${header}\n${rows[3]}`);
    }
  });
});

it("ends a table where a blank line or another block begins", async () => {
  const second = "| otra | t |\n|---|---|\n| x | y |\n| z | w |";
  const text = `${table}\n\n${second}\n\nTexto | con pipe.`;
  const documents = await splitMarkdown(text, 40);
  for (const content of contents(documents)) {
    if (/\| [xz] \|/.test(content)) {
      expect(content).toContain("| otra | t |");
      expect(content).not.toContain("sku");
    }
    if (content.includes("Texto")) expect(content).toBe("Texto | con pipe.");
  }
});
