import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { root, run } from "./support/child.js";

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

/** A project of its own, with this package as npm would install it. */
let consumer: string;
/** Paths in the tarball. */
let packed: string[];

beforeAll(async () => {
  if (!existsSync(join(root, "dist/index.cjs"))) {
    const build = await run("npm", ["run", "build"]);
    if (build.code !== 0) throw new Error(build.stderr);
  }
  // Inside the repository, where the dependencies are found.
  await mkdir(join(root, ".cache"), { recursive: true });
  consumer = await mkdtemp(join(root, ".cache/consumer-"));
  const modules = join(consumer, "node_modules");
  await mkdir(modules);
  const pack = await run("npm", [
    "pack",
    "--json",
    "--ignore-scripts",
    "--pack-destination",
    consumer,
  ]);
  const [{ filename, files }] = JSON.parse(pack.stdout);
  packed = files.map(({ path }: { path: string }) => path);
  await run("tar", ["-xzf", join(consumer, filename), "-C", modules]);
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

test("types are right for both, without looking into sources", async () => {
  const names = ["types.mts", "types.cts"].map((name) => join(consumer, name));
  const source = `
    import { ${SPLITTERS.join(", ")}, tokenCounter } from "langchain-seams";
    import type { TextSplitter } from "@langchain/textsplitters";
    export const all: TextSplitter[] = [
      ${SPLITTERS.map((name) => `new ${name}({ chunkSize: 20 })`).join(", ")}
    ];
    export const count: Promise<number> = tokenCounter("cl100k_base")("text");
    // @ts-expect-error: sizes are numbers
    export const wrong = new ${SPLITTERS[0]}({ chunkSize: "20" });
  `;
  for (const name of names) await writeFile(name, source);
  const program = ts.createProgram(names, {
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  });
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, " ")
    );
  expect(problems).toEqual([]);
  const used = program.getSourceFiles().map(({ fileName }) => fileName);
  for (const types of ["index.d.ts", "index.d.cts"]) {
    const path = `node_modules/langchain-seams/dist/${types}`;
    expect(used.some((name) => name.endsWith(path))).toBe(true);
  }
});

test("the package holds the builds, their types and three documents", () => {
  const expected = [
    "CHANGELOG.md",
    "LICENSE",
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
    "package.json",
  ];
  // A map is no more than its file's; a translation is as welcome; what the
  // entries share has a name that changes with it.
  const optional =
    /\.map$|^README\.\w+\.md$|^dist\/(chunk|index)-\w+\.(js|d\.c?ts)$/;
  expect(packed.filter((path) => !optional.test(path)).sort()).toEqual(
    expected
  );
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
