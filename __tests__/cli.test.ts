import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildOptions, root, runSource } from "./support/child.js";

const MANUAL = "examples/docs/manual.es.md";
const CONTRACT = "examples/docs/contrato.es.md";

const cli = (args: string[], options?: ChildOptions) =>
  runSource("src/cli/index.ts", args, options);

/** What a line of JSON holds. */
interface JsonChunk {
  id: string;
  pageContent: string;
  metadata: {
    source: string;
    section: string;
    n_tokens: number;
    loc: { start: number; end: number; lines: { from: number; to: number } };
  };
}

const parseLines = (stdout: string): JsonChunk[] =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const lines = (text: string) => text.trimEnd().split("\n");

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "seams-cli-"));
  await mkdir(join(folder, "docs/node_modules/x"), { recursive: true });
  const files: Record<string, string | Uint8Array> = {
    "docs/b.md": "# B\n\nSecond file.\n",
    "docs/a.md": "# A\n\nFirst file.\n",
    "docs/[id].md": "# Id\n\nBrackets in its name.\n",
    "docs/node_modules/x/README.md": "# X\n\nOf a package.\n",
    "empty.md": "",
    "latin1.md": Buffer.from("# Año\n\nA\u00f1o nuevo.\n", "latin1"),
    "utf16.md": Buffer.from("# Plain ASCII in UTF-16\n", "utf16le"),
    "nul.md": "# One NUL\n\n" + "some words ".repeat(20) + "\0\n",
    "escape.md": "# Title \u001b[31mred\n\nText \u001b[2J\u202Eevil here.\n",
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content);
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("langchain-seams split", () => {
  test("writes a chunk a line when piped, each a slice of its file", async () => {
    const { code, stdout, stderr } = await cli(["split", MANUAL, CONTRACT]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const chunks = parseLines(stdout);
    expect([...new Set(chunks.map((c) => c.metadata.source))]).toEqual([
      MANUAL,
      CONTRACT,
    ]);
    expect(new Set(chunks.map((c) => c.id)).size).toBe(chunks.length);
    for (const { pageContent, metadata } of chunks) {
      const text = await readFile(join(root, metadata.source), "utf8");
      const { start, end } = metadata.loc;
      expect(pageContent).toContain(text.slice(start, end));
      expect(metadata.n_tokens).toBeLessThanOrEqual(400);
    }
  });

  test("--json is what a pipe gets without being asked", async () => {
    const [asked, piped] = await Promise.all([
      cli(["split", "--json", CONTRACT]),
      cli(["split", CONTRACT]),
    ]);
    expect(asked).toEqual(piped);
  });

  test("shows section, lines, tokens and first words in columns", async () => {
    const { code, stdout } = await cli(["split", "--no-json", CONTRACT]);
    expect(code).toBe(0);
    const [name, titles, ...rest] = lines(stdout);
    expect(name).toBe(CONTRACT);
    expect(titles.trim().split(/\s{2,}/)).toEqual([
      "#",
      "Section",
      "Lines",
      "Tokens",
      "First words",
    ]);
    const totals = rest.pop();
    expect(totals).toMatch(
      /^ {2}\d+ chunks · tokens min \d+, median \d+, max \d+ · \d+ % in 200-600$/
    );
    const words = titles.indexOf("First words");
    for (const row of rest) {
      expect(row.length).toBeLessThanOrEqual(100);
      expect(row.slice(0, words)).toMatch(
        /^ +\d+ {2}\S.* \d+(-\d+)? +\d+ {2}$/
      );
    }
    expect(stdout).toContain("23. Ley aplicable");
  });

  test("numbers are those of the options", async () => {
    const small = await cli(["split", "--size", "120", CONTRACT]);
    const sizes = parseLines(small.stdout).map((c) => c.metadata.n_tokens);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(120);
    expect(sizes.length).toBeGreaterThan(50);
  });

  test.each(["recursive", "fixed", "dialogue", "pages", "auto"])(
    "--splitter %s",
    async (name) => {
      const args = ["--splitter", name, "--size", "100", "--overlap", "20"];
      const { code, stdout } = await cli(["split", ...args, CONTRACT]);
      expect(code).toBe(0);
      const chunks = parseLines(stdout);
      expect(chunks.length).toBeGreaterThan(50);
      for (const { metadata } of chunks) {
        expect(metadata.n_tokens).toBeLessThanOrEqual(100);
      }
    }
  );

  test("globs: in order, each file once, packages left out", async () => {
    const { code, stdout } = await cli(
      ["split", "docs/b.md", "docs/**/*.md", "docs/[id].md"],
      { cwd: folder }
    );
    expect(code).toBe(0);
    expect(parseLines(stdout).map((c) => c.metadata.source)).toEqual([
      "docs/b.md",
      "docs/[id].md",
      "docs/a.md",
    ]);
  });

  test("a glob that names node_modules finds what is there", async () => {
    const { stdout } = await cli(["split", "docs/node_modules/*/*.md"], {
      cwd: folder,
    });
    expect(parseLines(stdout)).toHaveLength(1);
  });

  test("totals of several files", async () => {
    const { stdout } = await cli(["split", "--no-json", "docs/*.md"], {
      cwd: folder,
    });
    expect(lines(stdout).at(-1)).toMatch(/^3 files, 3 chunks · tokens /);
  });

  test("--stats: one table or one JSON object of all chunks", async () => {
    const files = [MANUAL, CONTRACT];
    const [json, table, chunks] = await Promise.all([
      cli(["split", "--stats", "--price", "0.02", ...files]),
      cli(["split", "--stats", "--no-json", "--dimensions", "8", ...files]),
      cli(["split", ...files]),
    ]);
    expect({ code: json.code, stderr: json.stderr }).toEqual({
      code: 0,
      stderr: "",
    });
    const sizes = parseLines(chunks.stdout).map((c) => c.metadata.n_tokens);
    const total = sizes.reduce((sum, size) => sum + size);
    const stats = JSON.parse(json.stdout);
    expect(stats).toMatchObject({ count: sizes.length, documents: 2 });
    expect(stats.tokens).toMatchObject({ total, max: Math.max(...sizes) });
    expect(stats.embeddingCost).toBeCloseTo((total / 1e6) * 0.02, 12);
    expect(lines(table.stdout)[0]).toMatch(`chunks `);
    expect(table.stdout).toMatch(`${sizes.length} of 8 dimensions, `);
    const bad = await cli(["split", "--stats", "--price", "-1", MANUAL]);
    expect(bad.code).toBe(1);
    expect(bad.stderr).toMatch(/pricePerMillionTokens.*-1/);
  });

  test("an empty file has no chunks and is no error", async () => {
    const [json, table] = await Promise.all([
      cli(["split", "empty.md"], { cwd: folder }),
      cli(["split", "--no-json", "empty.md"], { cwd: folder }),
    ]);
    expect(json).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(table.code).toBe(0);
    expect(table.stdout).toBe("empty.md\n  0 chunks\n\n");
  });

  test("text of a file cannot control the terminal", async () => {
    const { stdout } = await cli(["split", "--no-json", "escape.md"], {
      cwd: folder,
    });
    expect(stdout).toContain("evil here.");
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });
});

test("- is what is piped in", async () => {
  const input = "# Año\n\nTexto.\n";
  const { code, stdout } = await cli(["split", "-"], { input });
  expect(code).toBe(0);
  const [{ metadata, ...chunk }] = parseLines(stdout);
  expect(chunk).toMatchObject({ pageContent: input.trim() });
  expect(metadata).toMatchObject({ source: "-", section: "Año" });
});

describe("what cannot be split", () => {
  test("a line each on standard error, code 1, the rest is done", async () => {
    const { code, stdout, stderr } = await cli(
      [
        "split",
        "missing.md",
        "docs",
        "docs/*.rst",
        "latin1.md",
        "utf16.md",
        "nul.md",
        "docs/a.md",
      ],
      { cwd: folder }
    );
    expect(code).toBe(1);
    expect(lines(stderr)).toEqual([
      "langchain-seams: missing.md: no such file",
      "langchain-seams: docs: is a directory; give its files, or a glob in quotes",
      "langchain-seams: docs/*.rst: no file matches",
      "langchain-seams: latin1.md: not a UTF-8 text file",
      "langchain-seams: utf16.md: looks like a binary file",
    ]);
    expect(parseLines(stdout).map((c) => c.metadata.source)).toEqual([
      "nul.md",
      "docs/a.md",
    ]);
  });

  test("a bad option: one line that says what is expected, code 1", async () => {
    const bad: [string[], RegExp][] = [
      [["--size", "0"], /chunkSize.*0/],
      [["--size", "many"], /--size.*many.*not a number/],
      [["--size", "10", "--overlap", "10"], /chunkOverlap.*10.*10/],
      [
        ["--splitter", "magic"],
        /--splitter.*magic.*markdown, html, table, .*recursive, fixed, auto/,
      ],
      [["--encoding", "latin1"], /encoding.*latin1/i],
    ];
    await Promise.all(
      bad.map(async ([args, message]) => {
        const { code, stdout, stderr } = await cli(["split", ...args, MANUAL]);
        expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: "" });
        expect(stderr).toMatch(message);
        expect(lines(stderr)).toHaveLength(1);
      })
    );
  });

  test("no file at all", async () => {
    const { code, stderr } = await cli(["split"]);
    expect(code).toBe(1);
    expect(stderr).toBe("error: missing required argument 'files'\n");
  });
});

describe("manners", () => {
  test("a reader that leaves ends it quietly", async () => {
    const { code, stderr } = await cli(["split", MANUAL, CONTRACT], {
      closeAfter: 1,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("--version and --help", async () => {
    const manifest = await readFile(join(root, "package.json"), "utf8");
    const [version, help] = await Promise.all([
      cli(["--version"]),
      cli(["split", "--help"]),
    ]);
    expect(version.stdout.trim()).toBe(JSON.parse(manifest).version);
    expect(help.code).toBe(0);
    for (const option of ["splitter", "size", "overlap", "encoding", "json"]) {
      expect(help.stdout).toContain(`--${option}`);
    }
  });
});
