/**
 * The TypeScript and JavaScript that installed packages ship, with the
 * compiler of TypeScript as the oracle of what is a function. A sample, the
 * same each time; `SEAMS_ALL=1` takes all files.
 */
import { readFileSync, statSync } from "node:fs";
import { globSync } from "tinyglobby";
import ts from "typescript";
import { CodeTextSplitter } from "langchain-seams";
import { locOf, readChunks, type Chunk } from "../support/chunks.js";
import { root } from "../support/child.js";
import { checkBounded, checkLossless } from "../support/invariants.js";
import { characters } from "../support/splitters.js";
import type { Span } from "../support/structure.js";

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

interface Unit extends Span {
  isNamed: boolean;
}

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

/**
 * What a chunk would have to hold for a unit to be whole: the unit in its
 * lines, and the heads of what is around it.
 */
function needed(text: string, unit: Unit, chunks: readonly Chunk[]): number {
  const { start, end, isNamed } = unit;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const to = text.indexOf("\n", end);
  const isTall = text.slice(start, end).includes("\n");
  const isAlone = text.slice(from, start).trim() === "";
  const last = chunks.findLast((chunk) => chunk.start < end)!;
  const heads = locOf(last.document).heads.filter((head) => head.start < from);
  const above = heads.reduce((sum, head) => sum + head.end - head.start + 1, 0);
  if (isNamed || !isTall) return above + end - (isAlone ? from : start);
  return above + text.slice(from, to < 0 ? undefined : to).trimEnd().length;
}

test("no function is cut that fits", async () => {
  const counts = { files: 0, characters: 0, chunks: 0, units: 0, cut: 0 };
  const byLines = { files: 0, inPart: 0 };
  const faults: string[] = [];
  for (const path of files) {
    const text = readFileSync(path, "utf8");
    const units = unitsOf(path, text);
    const name = path.slice(root.length);
    counts.files += 1;
    for (const chunkSize of SIZES) {
      const splitter = new CodeTextSplitter({
        chunkSize,
        lengthFunction: characters,
      });
      const metadata = { source: path };
      const documents = await splitter.createDocuments([text], [metadata]);
      const chunks = readChunks(text, documents);
      const expectation = {
        chunkSize,
        chunkOverlap: 0,
        length: characters,
        grain: "prose",
      } as const;
      await checkLossless(text, chunks, expectation);
      await checkBounded(text, chunks, expectation);
      counts.characters += text.length;
      counts.chunks += chunks.length;
      const flags = documents.filter(({ metadata }) => metadata.parse);
      if (flags.length === documents.length) byLines.files += 1;
      else if (flags.length > 0) byLines.inPart += 1;
      const starts = chunks.map(({ start }) => start);
      for (const unit of units) {
        if (unit.end - unit.start > chunkSize) continue;
        counts.units += 1;
        const isCut = starts.some((at) => at > unit.start && at < unit.end);
        if (!isCut) continue;
        counts.cut += 1;
        const need = needed(text, unit, chunks);
        if (need > chunkSize) continue;
        const line = text.slice(0, unit.start).split("\n").length;
        faults.push(`${name}:${line}, ${need} of ${chunkSize}`);
      }
    }
  }
  console.info(JSON.stringify({ ...counts, byLines }));
  expect(faults).toEqual([]);
  expect(counts.units).toBeGreaterThan(1_000);
}, 3_600_000);
