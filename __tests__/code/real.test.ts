/**
 * The TypeScript and JavaScript that installed packages ship, with the
 * compiler of TypeScript as the oracle of what is a function. A sample, the
 * same each time; `SEAMS_ALL=1` takes all files.
 */
import { readFileSync, statSync } from "node:fs";
import { globSync } from "tinyglobby";
import ts from "typescript";
import { root } from "../support/child.js";
import { checkFile, noCounts, type Unit } from "../support/code-files.js";

/** One in so many files, each in all sizes, or every file. */
const STEP = process.env.SEAMS_ALL === "1" ? 1 : 80;
const SIZES = [400, 1_500];

/** Those of 1 to 200 KB, none twice: packages ship the same file often. */
const files = globSync("node_modules/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}", {
  cwd: root,
  absolute: true,
  expandDirectories: false,
})
  .sort()
  .filter((_, index) => index % STEP === 0)
  .filter((path) => {
    const stat = statSync(path);
    return stat.isFile() && stat.size >= 1_000 && stat.size <= 200_000;
  });

/** Functions, methods and classes with a body, outside of errors. */
function unitsOf(path: string, text: string): Unit[] {
  const isScript = /\.[mc]?js$/.test(path);
  const source = ts.createSourceFile(
    isScript ? `${path}x` : path,
    text,
    ts.ScriptTarget.Latest,
    true
  );
  const units: Unit[] = [];
  const visit = (node: ts.Node): void => {
    const isFunction = ts.isFunctionLike(node) && "body" in node && node.body;
    if (isFunction || ts.isClassLike(node)) {
      const isNamed = !ts.isArrowFunction(node) && node.name !== undefined;
      units.push({ start: node.getStart(source), end: node.end, isNamed });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return units;
}

test("no function is cut that fits", async () => {
  const counts = noCounts();
  const faults: string[] = [];
  for (const path of files) {
    const text = readFileSync(path, "utf8");
    const units = unitsOf(path, text);
    for (const chunkSize of SIZES) {
      const found = await checkFile(path, text, units, chunkSize, counts);
      faults.push(...found.faults);
    }
  }
  console.info(JSON.stringify(counts));
  expect(faults).toEqual([]);
  expect(counts.units).toBeGreaterThan(1_000);
}, 3_600_000);
