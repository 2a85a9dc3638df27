/** Every language, on the fixture that was written for it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CodeTextSplitter, supportedLanguages } from "langchain-seams";
import { locOf } from "../support/chunks.js";
import { splitCode } from "../support/split.js";
import { characters } from "../support/splitters.js";
import { fixtureNames, readFixture } from "./fixtures.js";

/** Grammars that are too large to install for a test: 60 to 200 MB each. */
const LARGE = ["julia", "ocaml", "objc"];

/** Those that are cut by lines, and by a parser of their own. */
const BY_LINES = ["proto", "rst", "sql"];
const BY_SECTIONS = ["markdown", "html", "rst"];

/** The bytes of a large grammar, from the `node_modules` of another folder. */
function largeGrammar(language: string): Uint8Array | undefined {
  const { SEAMS_GRAMMARS } = process.env;
  if (SEAMS_GRAMMARS === undefined) return undefined;
  const name = `tree-sitter-${language}`;
  const path = join(SEAMS_GRAMMARS, name, `${name}.wasm`);
  return existsSync(path) ? readFileSync(path) : undefined;
}

test("there is a fixture for every language", () => {
  expect(fixtureNames).toEqual([...supportedLanguages].sort());
});

describe.each(fixtureNames)("%s", (language) => {
  const { text, units } = readFixture(language);
  const grammar = LARGE.includes(language) ? largeGrammar(language) : undefined;
  const isSkipped = LARGE.includes(language) && grammar === undefined;
  const run = isSkipped ? test.skip : test;
  const why = isSkipped ? " (set SEAMS_GRAMMARS to run it)" : "";

  const split = async (chunkSize: number) => {
    const splitter = CodeTextSplitter.fromLanguage(language, {
      chunkSize,
      lengthFunction: characters,
      ...(grammar && { grammar }),
    });
    return splitCode(splitter, text);
  };

  run(`no unit that fits is cut, and each has its name${why}`, async () => {
    expect(units.length).toBeGreaterThanOrEqual(5);
    expect(text.split("\n").length).toBeGreaterThan(85);
    const sizes = new Set(units.map(({ start, end }) => end - start));
    const named = new Set<string>();
    for (const size of sizes) {
      const documents = await split(size);
      for (const { symbol, start, end } of units) {
        if (end - start > size) continue;
        const whole = documents.find((document) => {
          const loc = locOf(document);
          return loc.start <= start && loc.end >= end;
        });
        expect({ size, symbol, isWhole: whole !== undefined }).toEqual({
          size,
          symbol,
          isWhole: true,
        });
        const loc = locOf(whole!);
        if (loc.start !== start || loc.end !== end) continue;
        const { metadata } = whole!;
        const key = BY_SECTIONS.includes(language) ? "section" : "symbol";
        expect(metadata[key]).toBe(symbol);
        // A section of LaTeX holds what closes the document too.
        if (language !== "latex") expect(metadata.part).toBeUndefined();
        named.add(symbol);
      }
    }
    expect(named.size).toBeGreaterThan(units.length / 3);
  });

  run(`cut units are headed and numbered${why}`, async () => {
    const documents = await split(150);
    for (const [index, { metadata, pageContent }] of documents.entries()) {
      expect(metadata.parse).toBe(
        BY_LINES.includes(language) ? "lines" : undefined
      );
      if (metadata.part === undefined) continue;
      const [part, total] = metadata.part.split("/").map(Number);
      expect(part).toBeLessThanOrEqual(total);
      if (part === 1 || metadata.header_omitted) continue;
      const { heads, start } = locOf(documents[index]);
      for (const head of heads) {
        expect(head.end).toBeLessThanOrEqual(start);
        expect(pageContent).toContain(text.slice(head.start, head.end));
      }
    }
  });
});
