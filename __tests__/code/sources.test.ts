/**
 * Code of other languages that installed packages ship, with their grammars as
 * the oracle of what is a function. `SEAMS_SOURCES=/usr/lib/python3:/usr/include`
 * takes the files of those folders too.
 */
import { readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { globSync } from "tinyglobby";
import { Language, Parser } from "web-tree-sitter";
import { root } from "../support/child.js";
import { checkFile, noCounts, type Unit } from "../support/code-files.js";

const GRAMMARS: Record<string, string> = {
  py: "python",
  c: "c",
  h: "cpp",
  cc: "cpp",
  cpp: "cpp",
  hpp: "cpp",
  php: "php",
  sh: "bash",
  go: "go",
  css: "css",
};

const FUNCTIONS =
  /^(function_definition|function_declaration|method_declaration)$/;

const folders = [
  join(root, "node_modules"),
  ...(process.env.SEAMS_SOURCES?.split(":") ?? []),
];

const files = folders
  .flatMap((cwd) =>
    globSync(`**/*.{${Object.keys(GRAMMARS).join()}}`, {
      cwd,
      absolute: true,
      expandDirectories: false,
    })
  )
  .sort()
  .filter((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() && stat.size >= 1_000 && stat.size <= 200_000;
  });

let parser: Parser;

beforeAll(async () => {
  await Parser.init();
  parser = new Parser();
});

const wasm = (name: string): string =>
  join(
    root,
    `node_modules/@cursorless/tree-sitter-wasms/out/tree-sitter-${name}.wasm`
  );

/** Functions with a body, outside of errors. */
function unitsOf(text: string): Unit[] {
  const tree = parser.parse(text)!;
  const units: Unit[] = [];
  const open = [tree.rootNode];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (FUNCTIONS.test(node.type) && !node.hasError) {
      const start = node.startIndex;
      const own = text.slice(start, node.endIndex).trimEnd();
      units.push({ start, end: start + own.length, isNamed: true });
    }
    for (const child of node.namedChildren) if (child) open.push(child);
  }
  tree.delete();
  return units;
}

test.each([...new Set(Object.values(GRAMMARS))])(
  "%s: no function is cut that fits",
  async (name) => {
    const counts = noCounts();
    const faults: string[] = [];
    const own = files.filter(
      (path) => GRAMMARS[extname(path).slice(1)] === name
    );
    if (own.length > 0)
      parser.setLanguage(await Language.load(readFileSync(wasm(name))));
    for (const path of own) {
      const text = readFileSync(path, "utf8");
      const units = unitsOf(text);
      for (const chunkSize of [400, 1_500]) {
        const found = await checkFile(path, text, units, chunkSize, counts);
        // Of another language than its name says, and flagged.
        if (!found.isByLines) faults.push(...found.faults);
      }
    }
    console.info(`${name}: ${JSON.stringify(counts)}`);
    expect(faults).toEqual([]);
  },
  3_600_000
);
