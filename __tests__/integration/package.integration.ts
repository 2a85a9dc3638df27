import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeInBrowser } from "../support/browser.js";
import { root, run, succeeded } from "../support/child.js";
import { packInto, type Packed } from "../support/packed.js";
import { bundle, loadedAtOnce } from "./installed/bundle.js";
import { addSources, install } from "./installed/project.js";

/** What is at its oldest and its newest in one of two projects. */
const PEERS = ["@langchain/core", "@langchain/textsplitters"];
/** To split code: the newest project has these too, the oldest has none. */
const GRAMMARS = ["web-tree-sitter", "@cursorless/tree-sitter-wasms"];
const PROJECTS = ["oldest", "newest"];

/** The versions of Node that are supported, but for the one that runs this. */
const NODES = [20, 22, 24].filter(
  (version) => !process.version.startsWith(`v${version}.`)
);
/** The package with its binary. */
const nodePackage = (version: number) =>
  `npm:node-${process.platform}-${process.arch}@${version}`;

let folder: string;
let packed: Packed;

const inProject = (name: string, ...path: string[]): string =>
  join(folder, name, ...path);

const tsc = resolve(root, "node_modules/typescript/bin/tsc");
const cli = "node_modules/langchain-seams/dist/cli.js";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "seams-installed-"));
  packed = await packInto(folder);
  const at = (names: readonly string[], version: string) =>
    Object.fromEntries(names.map((name) => [name, version]));
  // Who checks types for Node has those of Node.
  const own = {
    "langchain-seams": `file:${packed.file}`,
    "@types/node": "^20.0.0",
  };
  await install(inProject("oldest"), { ...own, ...at(PEERS, "1.0.0") });
  await install(inProject("newest"), {
    ...own,
    ...at(PEERS, "^1.0.0"),
    ...at(GRAMMARS, "latest"),
  });
  for (const name of PROJECTS) await addSources(inProject(name));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a file of a project, and reads what it prints. */
async function used(name: string, file: string, node = process.execPath) {
  const result = await run(node, [file], { cwd: inProject(name) });
  expect({ ...succeeded(result), stdout: "" }).toMatchObject({ stderr: "" });
  return JSON.parse(result.stdout);
}

const SPLITTERS = [
  "CodeTextSplitter",
  "DialogueTextSplitter",
  "FixedTokenTextSplitter",
  "PageTextSplitter",
  "RecursiveTokenTextSplitter",
  "RoutingTextSplitter",
  "SemanticTextSplitter",
  "StructuralHTMLTextSplitter",
  "StructuralMarkdownTextSplitter",
  "TableTextSplitter",
];

/** What `installed/use.ts` prints where all goes well. */
const expected = (name: string) => ({
  splitters: SPLITTERS.map((splitter) => ({
    name: splitter,
    isTextSplitter: true,
    isCut: true,
    isBounded: true,
    isExact: true,
  })),
  code:
    name === "newest"
      ? ["f", "g"]
      : expect.arrayContaining([
          expect.stringMatching(/^npm install web-tree-sitter /),
        ]),
  report: true,
  view: true,
});

describe.each(PROJECTS)("with the %s versions of LangChain", (name) => {
  test.each(["use.mjs", "use.cjs"])("%s runs", async (file) => {
    expect(await used(name, file)).toEqual(expected(name));
  });

  test("the command runs", async () => {
    await writeFile(inProject(name, "text.md"), "# A\n\nOne.\n");
    const { stdout } = succeeded(
      await run("npx", ["--no", "langchain-seams", "split", "text.md"], {
        cwd: inProject(name),
      })
    );
    expect(JSON.parse(stdout)).toMatchObject({ pageContent: "# A\n\nOne." });
  });

  test("types are right, those that are installed too", async () => {
    const options = "--noEmit --strict --target es2022 --lib es2023,dom";
    const check = async (...args: string[]) => {
      const { stdout } = await run(
        process.execPath,
        [tsc, ...options.split(" "), "--types", "node", ...args],
        { cwd: inProject(name) }
      );
      return stdout.split("\n").filter((line) => line !== "");
    };
    const sources = (extension: string) =>
      ["use", "page"].map((source) => `${source}.${extension}`);
    const bundler = "--module esnext --moduleResolution bundler".split(" ");
    expect(await check(...bundler, ...sources("ts"))).toEqual([]);
    // Types of LangChain for CommonJS import some that are for modules only.
    const theirs =
      /^node_modules\/(@langchain\/\w+|langsmith)\/.*\.d\.cts\(.* TS1479:/;
    const both = [...sources("mts"), ...sources("cts")];
    const problems = await check("--module", "node16", ...both);
    expect(problems.filter((line) => !theirs.test(line))).toEqual([]);
  });
});

test.each(NODES)("Node %i runs all of it", async (version) => {
  const tools = inProject(`node-${version}`);
  await install(tools, { node: nodePackage(version) });
  const node = join(tools, "node_modules/node/bin/node");
  const { stdout } = await run(node, ["--version"]);
  expect(stdout).toMatch(new RegExp(`^v${version}\\.`));
  for (const file of ["use.mjs", "use.cjs"]) {
    expect(await used("newest", file, node)).toEqual(expected("newest"));
  }
  const command = await run(node, [cli, "split", "use.ts", "--json"], {
    cwd: inProject("newest"),
  });
  expect(succeeded(command).stdout).toContain('"source":"use.ts"');
});

test("publint has nothing to say", async () => {
  const { code, stdout } = await run("npx", [
    "--no",
    "publint",
    "run",
    packed.file,
    "--strict",
  ]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining("All good!"),
  });
});

test("neither has Are The Types Wrong", async () => {
  const script = `
    import { readFileSync } from "node:fs";
    import * as attw from "@arethetypeswrong/core";
    const tarball = readFileSync(process.argv[1]);
    const types = attw.createPackageFromTarballData(tarball);
    const { problems, entrypoints } = await attw.checkPackage(types);
    console.log(JSON.stringify([Object.keys(entrypoints), problems]));
  `;
  const args = ["--input-type=module", "--eval", script, packed.file];
  const { stdout } = succeeded(await run(process.execPath, args));
  const entries = [".", "./evaluate", "./view", "./package.json"];
  expect(JSON.parse(stdout)).toEqual([entries, []]);
});

/** What our package depends on, and LangChain's do not. */
const OURS = "js-tiktoken markdown-it minisearch papaparse parse5 yaml".split(
  " "
);

test.each([
  ["FixedTokenTextSplitter", []],
  ["RecursiveTokenTextSplitter", []],
  ["DialogueTextSplitter", []],
  ["PageTextSplitter", []],
  ["StructuralMarkdownTextSplitter", ["markdown-it", "parse5", "yaml"]],
  ["TableTextSplitter", ["markdown-it", "papaparse", "parse5", "yaml"]],
])("a bundle with %s has what it needs, no more", async (name, needed) => {
  const source = `export { ${name} } from "langchain-seams";`;
  const sizes = await loadedAtOnce(inProject("newest"), source);
  const packages = [...OURS, ...GRAMMARS].filter((each) => each in sizes);
  expect(packages).toEqual(["js-tiktoken", ...needed]);
  expect(sizes["langchain-seams"]).toBeLessThan(90_000);
});

describeInBrowser("in a browser", (open) => {
  const TEXT = [
    "# Guía\n\nLlueve. 🌧️👩‍👩‍👧‍👦 La Sra. Gerente dijo: «no».\n",
    "| Clave | Valor |\n| --- | --- |\n" + "| uno | dos tres |\n".repeat(20),
    "\f- a\n- b\n\n```ts\nconst a = 1;\n```\n\nAna: hola.\nLuis: adiós.\n",
    "<table><tr><th>x</th></tr><tr><td>y</td></tr></table>\n\n",
    "日本語の文。もう一つの文。 <|endoftext|>\n".repeat(4),
  ].join("\n");

  test.each(PROJECTS)("chunks are those of Node, %s", async (name) => {
    const cwd = inProject(name);
    const text = JSON.stringify(TEXT);
    const script = `import { chunksOf } from "./page.mjs";
      console.log(await chunksOf(${text}));`;
    await writeFile(join(cwd, "node.mjs"), script);
    const inNode = await used(name, "node.mjs");

    const page = await bundle(
      cwd,
      `import { chunksOf } from "./page.mjs"; window.chunksOf = chunksOf;`
    );
    // An end tag in a string would end the script.
    const safe = page.replaceAll("</script", "<\\/script");
    const opened = await open(
      `<!doctype html><meta charset="utf-8"><title>Chunks</title>
       <script type="module">${safe}</script>`
    );
    const found = await opened.page.evaluate(`chunksOf(${text})`);
    expect(JSON.parse(String(found))).toEqual(inNode);
    // Nothing is fetched, and nothing is said.
    expect(opened.problems).toEqual([]);
    await opened.page.context().close();
  });
});
