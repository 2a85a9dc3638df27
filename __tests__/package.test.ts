import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root, run, succeeded } from "./support/child.js";
import { packInto } from "./support/packed.js";

const SPLITTERS = [
  "StructuralMarkdownTextSplitter",
  "StructuralHTMLTextSplitter",
  "TableTextSplitter",
  "CodeTextSplitter",
  "RecursiveTokenTextSplitter",
  "FixedTokenTextSplitter",
  "DialogueTextSplitter",
  "PageTextSplitter",
  "RoutingTextSplitter",
];

/** A text that each splitter cuts, and what its tokens add up to. */
const USE = `
  const text = "# Año\\n\\nUno dos tres.\\n\\n# Fin\\n\\n" + "Y más. ".repeat(20);
  const main = async () => {
    for (const name of ${JSON.stringify(SPLITTERS)}) {
      const splitter = new seams[name]({ chunkSize: 20, chunkOverlap: 0 });
      const chunks = await splitter.splitText(text);
      const count = seams.tokenCounter("cl100k_base");
      const counts = await Promise.all(chunks.map((chunk) => count(chunk)));
      console.log(name, chunks.length > 2, Math.max(...counts) <= 20);
    }
  };
  main();
`;

const expectedOutput = SPLITTERS.map((name) => `${name} true true\n`).join("");

const node = (args: string[], cwd: string) =>
  run(process.execPath, args, { cwd });

/**
 * A project of its own, with the files that npm would install. What takes real
 * projects is in `integration/package.integration.ts`.
 */
let consumer: string;
/** Paths in the tarball. */
let packed: string[];

beforeAll(async () => {
  // Inside the repository, where the dependencies are found.
  await mkdir(join(root, ".cache"), { recursive: true });
  consumer = await mkdtemp(join(root, ".cache/consumer-"));
  const modules = join(consumer, "node_modules");
  await mkdir(modules);
  const { file, paths } = await packInto(consumer);
  packed = paths;
  succeeded(await run("tar", ["-xzf", file, "-C", modules]));
  await run("mv", ["package", "langchain-seams"], { cwd: modules });
  await writeFile(join(consumer, "package.json"), `{ "name": "consumer" }`);
});

afterAll(() => rm(consumer, { recursive: true, force: true }));

test("import and require both work", async () => {
  await writeFile(
    join(consumer, "use.mjs"),
    `import * as seams from "langchain-seams";${USE}`
  );
  await writeFile(
    join(consumer, "use.cjs"),
    `const seams = require("langchain-seams");${USE}`
  );
  for (const file of ["use.mjs", "use.cjs"]) {
    const result = await node([file], consumer);
    expect(result).toEqual({ code: 0, stdout: expectedOutput, stderr: "" });
  }
});

test("the package holds the builds, their types and the documents", () => {
  const expected = [
    "CHANGELOG.md",
    "LICENSE",
    "README.es.md",
    "README.md",
    "dist/cli.js",
    "dist/evaluate.cjs",
    "dist/evaluate.d.cts",
    "dist/evaluate.d.ts",
    "dist/evaluate.js",
    "dist/index.cjs",
    "dist/index.d.cts",
    "dist/index.d.ts",
    "dist/index.js",
    "dist/view.cjs",
    "dist/view.d.cts",
    "dist/view.d.ts",
    "dist/view.js",
    "docs/command-line.md",
    "docs/from-recursive-character-text-splitter.md",
    "docs/retrieval.md",
    "docs/splitters.md",
    "package.json",
  ];
  // A map is no more than its file's; what the
  // entries share has a name that changes with it; what the index exports is a
  // file of its own, so that a bundler can take it alone.
  const optional = /\.map$|^dist\/\w+-[\w-]{8}\.(js|d\.c?ts)$/;
  const isSource = (path: string): boolean =>
    existsSync(join(root, path.replace("dist", "src").replace(/js$/, "ts")));
  const found = packed.filter(
    (path) =>
      expected.includes(path) || !(optional.test(path) || isSource(path))
  );
  expect(found.sort()).toEqual(expected);
});

test("the command runs as installed", async () => {
  const bin = join(consumer, "node_modules/langchain-seams/dist/cli.js");
  await writeFile(join(consumer, "text.md"), "# A\n\nOne.\n");
  const { code, stdout, stderr } = await node(
    [bin, "split", "text.md"],
    consumer
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({
    pageContent: "# A\n\nOne.",
    metadata: { source: "text.md", section: "A" },
  });
  // What npm links is executable, and begins with the name of its interpreter.
  const { stdout: first } = await run("head", ["-1", bin]);
  expect(first).toBe("#!/usr/bin/env node\n");
});
