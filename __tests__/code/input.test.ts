/** Options, what is not installed, and text that is no code. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Language, Parser } from "web-tree-sitter";
import { CodeTextSplitter, supportedLanguages } from "langchain-seams";
import { root, run } from "../support/child.js";
import { locOf, readChunks } from "../support/chunks.js";
import { characters, cpuTime } from "../support/splitters.js";

const folder = join(root, "node_modules/@cursorless/tree-sitter-wasms/out");
const python = join(folder, "tree-sitter-python.wasm");
const CODE = "def f():\n    return 1\n\n\ndef g():\n    return 2\n";

const make = (language: string, options = {}) =>
  CodeTextSplitter.fromLanguage(language, {
    chunkSize: 25,
    lengthFunction: characters,
    ...options,
  });

async function cpuOf(splitter: CodeTextSplitter, text: string) {
  const before = cpuTime();
  const documents = await splitter.createDocuments([text]);
  return { time: cpuTime() - before, documents };
}

test.each([
  ["language", { language: "cobol" }, /language.*python.*"cobol"/],
  ["language", { language: 7 as never }, /language/],
  ["timeout", { timeout: 0 }, /timeout.*1.*0/],
  ["grammar", { grammar: 7 as never }, /grammar.*bytes/],
])("%s out of range", (_name, options, message) => {
  expect(() => new CodeTextSplitter(options)).toThrow(RangeError);
  expect(() => new CodeTextSplitter(options)).toThrow(message);
});

test("names, aliases and extensions", async () => {
  const langchain =
    "cpp go java js php proto python rst ruby rust scala swift markdown latex html sol";
  expect(supportedLanguages).toEqual(
    expect.arrayContaining(langchain.split(" "))
  );
  const aliases = { py: "python", TS: "ts", "c++": "cpp", "c#": "csharp" };
  for (const [alias, name] of Object.entries({ ...aliases, ".rs": "rust" })) {
    expect(make(alias).language).toBe(name);
  }
});

test("the language of a file by its extension", async () => {
  const splitter = new CodeTextSplitter({
    chunkSize: 25,
    lengthFunction: characters,
  });
  const metadatas = ["src/a.py", "https://x.org/b.PY?raw=1", "c.nothing"].map(
    (source) => ({ source })
  );
  const documents = await splitter.createDocuments(
    [CODE, CODE, CODE],
    [...metadatas, {}]
  );
  const found = documents.map(({ metadata }) => [
    metadata.symbol,
    metadata.parse,
  ]);
  const code = [
    ["f", undefined],
    ["g", undefined],
  ];
  expect(found.slice(0, 4)).toEqual([...code, ...code]);
  expect(found.slice(4)).toEqual([
    [undefined, "lines"],
    [undefined, "lines"],
  ]);
});

test("a grammar as bytes, path, address of a file, or loaded", async () => {
  await Parser.init();
  const grammars = [
    readFileSync(python),
    python,
    pathToFileURL(python),
    await Language.load(readFileSync(python)),
  ];
  for (const grammar of grammars) {
    const documents = await make("python", { grammar }).createDocuments([CODE]);
    expect(documents.map(({ metadata }) => metadata.symbol)).toEqual([
      "f",
      "g",
    ]);
  }
});

test("what is not installed is named, with the line to type", async () => {
  const [language] = ["julia", "ocaml", "objc"];
  await expect(make(language).splitText("x = 1")).rejects.toThrow(
    "npm install web-tree-sitter tree-sitter-julia"
  );
});

describe.each([
  ["random bytes", "js", () => randomBytes(200_000).toString("latin1")],
  [
    "minified",
    "js",
    () => "function a(b){return b+1}var c=a(2);".repeat(28_000),
  ],
  ["brackets", "js", () => "(".repeat(200_000)],
  ["open braces", "cpp", () => "{".repeat(100_000)],
  ["nested calls", "python", () => "f(".repeat(50_000)],
  ["prose", "python", () => "El contrato vence a los 30 días. ".repeat(3_000)],
  ["a long sum", "js", () => `x = ${"a + ".repeat(60_000)}1;`],
  ["one word", "rust", () => "a".repeat(300_000)],
])("%s", (_name, language, textOf) => {
  test("in time, bounded and lossless", async () => {
    const text = textOf();
    const chunkSize = 1_000;
    const timeout = 500;
    await make(language).splitText("a");
    const options = { chunkSize, lengthFunction: characters };
    const byLines = await cpuOf(new CodeTextSplitter(options), text);
    const { time, documents } = await cpuOf(
      make(language, { chunkSize, timeout }),
      text
    );
    // The parser looks at the clock now and then, and frees what it made.
    expect(time).toBeLessThan(byLines.time + timeout + 3_000);
    let covered = 0;
    for (const { start, end, content } of readChunks(text, documents)) {
      expect(text.slice(covered, start).trim()).toBe("");
      expect(content.length).toBeLessThanOrEqual(chunkSize);
      covered = end;
    }
    expect(text.slice(covered).trim()).toBe("");
  });
});

test.each([
  ["python", "El contrato vence a los 30 días, salvo pacto.\n".repeat(40)],
  ["python", readFileSync(__filename, "utf8")],
  ["python", readFileSync(join(root, "README.md"), "utf8")],
  ["java", readFileSync(__filename, "utf8")],
  ["rust", "def f(:\n    return )\n".repeat(30)],
])("%s: text of another language is cut by lines", async (language, text) => {
  const splitter = make(language, { chunkSize: 300 });
  const documents = await splitter.createDocuments([text]);
  for (const document of documents) {
    expect(document.metadata.parse).toBe("lines");
    const { start } = locOf(document);
    expect(text[start - 1] ?? "\n").toBe("\n");
  }
});

test("an error of syntax is flagged", async () => {
  const text = `${CODE.repeat(4)}\n\ndef broken(:\n    return ]\n\n\n${CODE.replace("f", "h")}`;
  const documents = await make("python").createDocuments([text]);
  const flags = documents.map(({ metadata }) => metadata.parse);
  expect(flags).toContain("lines");
});

test("out of time: cut by lines", async () => {
  const text = "(((((((((a)))))))))\n".repeat(50_000);
  const documents = await make("js", {
    chunkSize: 5_000,
    timeout: 1,
  }).createDocuments([text]);
  expect(documents.every(({ metadata }) => metadata.parse === "lines")).toBe(
    true
  );
});

test("trees are freed", async () => {
  const splitter = make("python", { chunkSize: 2_000 });
  const text = CODE.repeat(1_000);
  const split = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      await splitter.splitText(text);
    }
    return process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  };
  const before = await split(5);
  expect(await split(50)).toBeLessThan(before + 16 * 2 ** 20);
});

const USE = (load: string) => `${load}
const main = async () => {
  const splitter = seams.CodeTextSplitter.fromLanguage("python", {
    chunkSize: 25, lengthFunction: (text) => text.length,
  });
  const documents = await splitter.createDocuments([${JSON.stringify(CODE)}]);
  console.log(documents.map(({ metadata }) => metadata.symbol).join());
};
main();`;

test.each([
  ["import", "module", 'import * as seams from "./dist/index.js";'],
  ["require", "commonjs", 'const seams = require("./dist/index.cjs");'],
])("%s: the build finds grammars", async (_name, type, load) => {
  const input = `--input-type=${type}`;
  const { code, stdout, stderr } = await run(
    process.execPath,
    [input, "-e", USE(load)],
    { cwd: root }
  );
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: "f,g\n",
    stderr: "",
  });
});
