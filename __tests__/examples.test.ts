import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root, runSource } from "./support/child.js";

/** The standard output of an example, which must end well and complain not. */
async function outputOf(name: string, args: string[] = []): Promise<string> {
  // Offline, whatever keys the machine has.
  const env = { OPENAI_API_KEY: "" };
  const { code, stdout, stderr } = await runSource(`examples/${name}`, args, {
    env,
  });
  expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: "" });
  return stdout;
}

/** The number after some words, in the part of the output after `from`. */
function numberAfter(output: string, from: string, words: string): number {
  const part = output.slice(output.indexOf(from));
  return Number(new RegExp(`${words} +(\\d+)`).exec(part)?.[1]);
}

/** An example without a test here would be an example that nobody runs. */
const TESTED = [
  "code.ts",
  "dialogue.ts",
  "drop-in.ts",
  "fixed-windows.ts",
  "html.ts",
  "lcel.ts",
  "pages.ts",
  "parent-child.ts",
  "plain-text.ts",
  "propositions.ts",
  "rag-chain.ts",
  "routing.ts",
  "semantic.ts",
  "split-real-files.ts",
  "tables.ts",
];

test("every example is run here", () => {
  const names = readdirSync(join(root, "examples"));
  expect(names.filter((name) => name.endsWith(".ts")).sort()).toEqual(TESTED);
});

describe("split-real-files.ts, the main job", () => {
  let output: string;
  beforeAll(async () => {
    output = await outputOf("split-real-files.ts");
  });

  test("shows each chunk of the Spanish documents and of others", () => {
    expect(output).toContain("\nnode_modules/yaml/README.md\n");
    for (const name of ["manual", "contrato"]) {
      expect(output).toContain(`examples/docs/${name}.es.md\n`);
    }
    const row = /^ +\d+ {2}.*6\.2\. Códigos de alarma.* {2}\d+-\d+ +\d+ {2}\S/m;
    expect(output).toMatch(row);
    expect(output).toContain("> 6. Acuerdo de nivel de servicio");
  });

  test("totals of every file and of all", () => {
    const table = output.slice(output.indexOf("\nAll files\n"));
    const files = table.match(/^ {2}\S+\.md .* \d+ %$/gm) ?? [];
    expect(files.length).toBeGreaterThan(20);
    expect(files.some((line) => line.includes("CHANGELOG.md"))).toBe(true);
    const totals =
      /^(\d+) files, ([\d,]+) chunks · tokens min (\d+), median (\d+), max (\d+) · (\d+) % in 200-600$/m.exec(
        table
      );
    expect(Number(totals?.[1])).toBe(files.length);
    expect(Number(totals?.[5])).toBeLessThanOrEqual(400);
    const chunks = files
      .map((line) => Number(/\.md +(\d+)/.exec(line)?.[1]))
      .reduce((sum, count) => sum + count);
    expect(Number(totals?.[2].replace(",", ""))).toBe(chunks);
  });

  test("fits on a screen a file, and in its width", () => {
    const lines = output.split("\n");
    expect(lines.length).toBeLessThan(300);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(101);
  });

  test("--all shows the chunks of every file", async () => {
    const all = await outputOf("split-real-files.ts", ["--all"]);
    expect(all.length).toBeGreaterThan(2 * output.length);
    expect(all.match(/^node_modules\/\S+$/gm)?.length).toBeGreaterThan(20);
  });
});

test("drop-in.ts: the header is in every chunk with rows", async () => {
  const output = await outputOf("drop-in.ts");
  const words = "without its header";
  expect(numberAfter(output, "Before", words)).toBeGreaterThan(0);
  expect(numberAfter(output, "After", words)).toBe(0);
  expect(numberAfter(output, "Before", "half a code block")).toBeGreaterThan(0);
  expect(numberAfter(output, "After", "half a code block")).toBe(0);
  expect(output).toContain("section: not known");
  expect(output).toMatch(/section: .*6\.2\. Códigos de alarma/);
});

test("lcel.ts: stores, traces and streams", async () => {
  const output = await outputOf("lcel.ts");
  const stored = numberAfter(output, "", "stored");
  expect(stored).toBeGreaterThan(20);
  expect(output).toContain(
    "RunnableSequence, StructuralMarkdownTextSplitter, RunnableLambda"
  );
  expect(output).toMatch(
    /^found: contrato\.es\.md, .+ > 9\. Precio y forma de pago$/m
  );
  const streamed = [...output.matchAll(/^streamed (\d+) of \w+\.es\.md$/gm)];
  expect(streamed).toHaveLength(2);
  expect(Number(streamed[0][1]) + Number(streamed[1][1])).toBe(stored);
});

test("fixed-windows.ts: exact windows, no broken character", async () => {
  const output = await outputOf("fixed-windows.ts");
  const ranges = [...output.matchAll(/^tokens +(\d+)-(\d+) {2}"/gm)];
  expect(ranges.length).toBeGreaterThan(4);
  expect(ranges[0].slice(1, 3)).toEqual(["0", "16"]);
  expect(ranges[1][1]).toBe("12");
  expect(output).toMatch(/^\d+ windows, 0 broken$/m);
  expect(output).toContain("👩‍🚀");
});

test("plain-text.ts: no chunk ends at an abbreviation", async () => {
  const output = await outputOf("plain-text.ts");
  const chunks = output.trim().split(/\n\n(?=\[)/);
  expect(chunks.length).toBeGreaterThan(2);
  for (const chunk of chunks) {
    expect(chunk).toMatch(/^\[\d+ tokens, line \d+\]\n/);
    expect(chunk).toMatch(/[.。]$/);
    expect(chunk).not.toMatch(/(art|Sr|Sra|núm|EE|p|Dr|al|i\.e|Fig)\.$/);
  }
});

test("tables.ts: each row under its header, and as data", async () => {
  const output = await outputOf("tables.ts");
  const parts = output.trim().split(/\n*^== .*\n/m);
  const [, csv, html, records, data, text] = parts;
  expect(csv.split("\n--\n")).toHaveLength(3);
  for (const chunk of csv.split("\n--\n")) {
    expect(chunk).toMatch(/^sku,product,price\n[A-C]\d,.+$/);
  }
  expect(html.split("\n--\n")).toHaveLength(2);
  for (const chunk of html.split("\n--\n")) {
    expect(chunk).toMatch(/^<table>[^]*<th>Zone<\/th>[^]*<\/table>$/);
  }
  expect(records).toContain(
    '\n\nsku: B2\nproduct: Antenna "Omni"\nprice: 24.50'
  );
  expect(JSON.parse(data)).toContainEqual({ SKU: "B2", Price: "24.50" });
  expect(text).toContain("Valid until June.\n\n[Table 1: SKU, Price]\n\n");
  expect(text).not.toContain("24.50");
});

test("html.ts: three outputs, the header with all rows", async () => {
  const output = await outputOf("html.ts");
  const [, text, markdown, source] = output.split(/^--- /m);
  for (const part of [text, markdown, source]) {
    expect(part).not.toMatch(/Home|We use cookies|© Plans|track/);
    expect(part).toContain("[Plans > Prices, lines ");
    expect(part).toContain('"nav":1');
  }
  expect(text).toContain("plan\tusers\tprice\n");
  expect(text).toContain("per month & without tax.\nAsk for an offer.");
  expect(markdown).toContain("| plan | users | price |\n| --- |");
  expect(markdown).toContain("```sh\n");
  expect(source).toContain("<thead><tr><th>plan<th>users<th>price</thead>");
});

test("rag-chain.ts: from files to an answer, within its budget", async () => {
  const output = await outputOf("rag-chain.ts");
  expect(output).toMatch(/^stored [5-9]\d chunks, \d+ tokens$/m);
  expect(output).toMatch(/^at most \d+ chunks would fit$/m);
  const [, tokens, chunks] =
    /^context: (\d+) tokens, (\d) chunks in$/m.exec(output) ?? [];
  expect(Number(tokens)).toBeGreaterThan(300);
  expect(Number(tokens)).toBeLessThanOrEqual(900);
  const leftOut = 6 - Number(chunks);
  expect(leftOut).toBeGreaterThan(0);
  expect(output).toContain(`left out: ${leftOut}\n`);
  expect(output).toMatch(
    new RegExp(`^\\[… faltan? ${leftOut} de 6 fragmentos\\]$`, "m")
  );
  expect(output).toMatch(
    /^- contrato\.es\.md, lines \d+-\d+: .+ > 9\. Precio y forma de pago$/m
  );
  expect(output).toMatch(/^answer: A 30 días/m);
});

test("semantic.ts: a chunk a subject, and what it costs", async () => {
  const output = await outputOf("semantic.ts");
  const chunks = output.trim().split("\n\n").slice(0, -1);
  const subjects = [/meter|reading/, /[Ii]nvoice|Interest/, /desk|engineer/];
  expect(chunks).toHaveLength(subjects.length);
  for (const [index, chunk] of chunks.entries()) {
    const [, tokens] = /^\[(\d+) tokens, characters \d+-\d+\]\n/.exec(chunk)!;
    expect(Number(tokens)).toBeGreaterThanOrEqual(30);
    expect(Number(tokens)).toBeLessThanOrEqual(120);
    for (const sentence of chunk.split("\n")[1].split(/(?<=\.) /)) {
      expect(sentence).toMatch(subjects[index]);
    }
  }
  expect(output).toMatch(/^cost: 1 call, 11 texts, \d+ tokens$/m);
});

test("propositions.ts: facts are found, their chunks returned", async () => {
  const output = await outputOf("propositions.ts");
  expect(output.match(/^fact: /gm)).toHaveLength(5);
  expect(output).toContain("  of cd-40.md, Warranty, lines 1-3\n");
  expect(output).not.toContain("20 euros");
  expect(numberAfter(output, "rejected", "rejected:")).toBe(1);
  expect(output.trim()).toMatch(/\n\n# Warranty\n\n.*battery is excluded\.$/s);
});

test("dialogue.ts: who speaks, when, and the name in every part", async () => {
  const output = await outputOf("dialogue.ts");
  const heads = output.match(/^== .*$/gm);
  expect(heads?.slice(0, 3)).toEqual([
    "== Ana Torres (00:00:02.000 to 00:00:05.000)",
    "== Luis Gil (00:00:05.500 to 00:00:15.000)",
    "== Ana Torres (00:00:16.000 to 00:00:18.000)",
  ]);
  expect(output).toMatch(/^Luis: Nota: a las 12:30\. He revisado/m);
  expect(output).not.toContain("== Nota");
});

test("pages.ts: the numbers of the pages", async () => {
  const output = await outputOf("pages.ts");
  expect(output.match(/^\d-\d/gm)).toEqual([
    ...["1-1", "2-2", "4-4"],
    ...["1-2", "2-2", "4-4"],
    ...["1-2", "4-4"],
  ]);
  expect(output).toContain('on the rail and\\fconnect the antenna."\n');
});

test("routing.ts: each document by its own splitter", async () => {
  const output = await outputOf("routing.ts");
  expect(output.match(/^== .*$/gm)).toEqual([
    "== prices.csv",
    "== prices.csv",
    "== faq.txt ¿Cuánto tarda el envío?",
    "== faq.txt ¿Y si no llega?",
    "== contract.txt CLÁUSULA PRIMERA. OBJETO > 1.1 Alcance",
    "== contract.txt CLÁUSULA SEGUNDA. PLAZO",
    "== call.log ANA, LUIS",
    "== ?",
  ]);
});

test("code.ts: pieces of a method have the signatures around them", async () => {
  const output = await outputOf("code.ts");
  const chunks = output.trim().split(/\n\n(?=\[)/);
  expect(chunks.length).toBeGreaterThan(2);
  const pieces = chunks.filter((chunk) => chunk.startsWith("[method Store."));
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) {
    expect(piece.split("\n")[1]).toBe("class Store:");
  }
});

test("parent-child.ts", async () => {
  const output = await outputOf("parent-child.ts");
  expect(output).toContain("again: 0 added");
  expect(output).toContain("edited: 1 added, 1 deleted");
  expect(output).toMatch(/parent of \d{3,} tokens/);
});
