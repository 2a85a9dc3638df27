/** The command `compare`, as one would call it. */
import {
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runSource, type ChildOptions } from "../support/child.js";

let folder: string;

const compare = (args: string[], options: ChildOptions = {}) =>
  runSource("src/cli/index.ts", ["compare", "--data", "set", ...args], {
    cwd: folder,
    ...options,
    env: { XDG_CACHE_HOME: join(folder, "caches"), ...options.env },
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "seams-compare-"));
  await mkdir(join(folder, "set/corpora"), { recursive: true });
  await mkdir(join(folder, "bad/corpora"), { recursive: true });
  const animals = ["cat", "dog", "cow", "hen", "fox", "owl"];
  const text = animals.map((name) => `# ${name}\n\nThe ${name} sleeps.\n`);
  await writeFile(join(folder, "set/corpora/animals.md"), text.join("\n"));
  await writeFile(join(folder, "bad/corpora/animals.md"), text.join("\n"));
  const questions = animals.map((name) =>
    JSON.stringify({ question: name, gold: `The ${name} sleeps.` })
  );
  await writeFile(join(folder, "set/questions.jsonl"), questions.join("\n"));
  await writeFile(
    join(folder, "bad/questions.jsonl"),
    `${questions[0]}\n{"question":"x"}\n`
  );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("a table of 100 columns, and results kept for the next time", async () => {
  const args = [
    "--splitters",
    "markdown,langchain:16,fixed:20:5",
    "--size",
    "20,40",
    "--baseline",
    "langchain",
    "--budget",
    "50",
  ];
  const { code, stdout, stderr } = await compare(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("set: 6 questions, 1 document\n");
  for (const name of ["markdown 20", "markdown 40", "fixed 20+5"]) {
    expect(stdout).toMatch(new RegExp(`^  ${name.replace("+", "\\+")} `, "m"));
  }
  expect(stdout).toMatch(/Minus langchain 16 /);
  for (const line of stdout.split("\n")) {
    expect(line.length).toBeLessThanOrEqual(100);
  }
  const cache = join(folder, "caches/langchain-seams");
  // Both sizes of Markdown give the same chunks, and so the same results.
  expect(await readdir(cache)).toHaveLength(3);
  expect(await compare(args)).toMatchObject({ code: 0 });
  expect(await readdir(cache)).toHaveLength(3);
});

test("JSON and a page", async () => {
  const { code, stdout, stderr } = await compare([
    "--json",
    "--html",
    "out.html",
    "--splitters",
    "markdown",
    "--no-cache",
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    title: "set",
    splitters: [{ name: "markdown 400" }],
  });
  const page = await readFile(join(folder, "out.html"), "utf8");
  expect(page).toMatch(/^<!doctype html>/i);
  expect(page).toContain("markdown 400");
});

test("a cache of one's own", async () => {
  await compare(["--splitters", "markdown", "--cache", "mine"]);
  expect(await readdir(join(folder, "mine"))).toHaveLength(1);
});

test("malformed data: code 2 and one line that says where", async () => {
  const { code, stdout, stderr } = await compare(["--data", "bad"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toBe(
    `langchain-seams: ${join("bad", "questions.jsonl")}:2: expected ` +
      "`references` (spans of the document) or `gold` (a text), got neither\n"
  );
  const missing = await compare(["--data", "nowhere"]);
  expect(missing.code).toBe(2);
  expect(missing.stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(missing.stderr).toContain(join("nowhere", "corpora"));
});

test.each([
  [["--splitters", "nonsense"], /NAME:SIZE.*got "nonsense"/],
  [["--splitters", "markdown:x"], /whole number, got "x"/],
  [["--baseline", "fixed"], /`baseline`.*got `fixed`/],
  [["--splitters", "markdown:0"], /`chunkSize`/],
])("%j is no option", async (args, message) => {
  const { code, stdout, stderr } = await compare([...args, "--no-cache"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(message);
});
