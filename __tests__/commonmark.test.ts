/**
 * The 652 examples of the CommonMark specification, against the tree of the
 * reference parser: where blocks begin, headings and their levels, and no cut
 * inside a block that fits.
 */
import { tests as examples } from "commonmark-spec";
import { StructuralMarkdownTextSplitter } from "langchain-seams";
import { parseMarkdown } from "../src/parse/markdown.js";
import { checkInvariants } from "./support/invariants.js";
import { fail, locOf, show } from "./support/chunks.js";
import { characters } from "./support/splitters.js";
import {
  lineAt,
  lineStarts,
  readStructure,
  type Block,
} from "./support/structure.js";

/**
 * Examples that our extensions read in another way than CommonMark: the first
 * lines are front matter for us. By number, with the reason.
 */
const EXTENSIONS: Record<number, string> = {};

const titled = examples.map(({ markdown, number, section }) => ({
  // The specification writes a tab as an arrow.
  markdown: markdown.replace(/→/g, "\t"),
  number,
  section,
}));

/** One example per test would be 652 lines of report: one per section. */
const sections = [...new Set(titled.map(({ section }) => section))].map(
  (section) => ({
    section,
    examples: titled.filter(
      (example) =>
        example.section === section && !(example.number in EXTENSIONS)
    ),
  })
);

/** Runs a check on every example, and reports all that fail. */
async function each(
  list: typeof titled,
  check: (markdown: string) => void | Promise<void>
): Promise<void> {
  const failures: string[] = [];
  for (const { markdown, number } of list) {
    try {
      await check(markdown);
    } catch (error) {
      const { message } = error as Error;
      failures.push(`${number} ${show(markdown)}: ${message}`);
    }
  }
  expect(failures).toEqual([]);
}

/** Top-level blocks of the tree: what has to stay in one piece. */
const topLevel = (markdown: string): Block[] =>
  readStructure(markdown).blocks.filter(
    ({ depth, start, end }) => depth === 1 && end > start
  );

/**
 * Do words announce the block behind them? Then the two belong together: the
 * seam between them may be weaker than those inside the block.
 */
function announces(markdown: string, before: Block, block: Block): boolean {
  if (before.type !== "paragraph" || block.type === "paragraph") return false;
  const gap = markdown.slice(before.end, block.start);
  return markdown[before.end - 1] === ":" || !/\n\s*\n/.test(gap);
}

it("has all 652 examples", () => {
  expect(examples).toHaveLength(652);
});

describe.each(sections)("$section", ({ examples: list }) => {
  it("has headings where commonmark has them, at the same level", () =>
    each(list, (markdown) => {
      const starts = lineStarts(markdown);
      const found = parseMarkdown(markdown)
        .heads.filter(({ kind }) => kind === "heading")
        .map(({ start, level }) => [lineAt(starts, start), level]);
      // A heading in a quote or an item opens no section of the document.
      const expected = readStructure(markdown)
        .headings.filter(({ nested }) => !nested)
        .map(({ start, level }) => [lineAt(starts, start), level]);
      expect(found).toEqual(expected);
    }));

  it("has a seam at each block, and none within one that is stronger", () =>
    each(list, (markdown) => {
      const { seams } = parseMarkdown(markdown);
      const strongest = (from: number, to: number): number =>
        Math.max(
          0,
          ...seams
            .filter(({ at }) => from <= at && at <= to)
            .map(({ strength }) => strength)
        );
      const blocks = topLevel(markdown);
      blocks.slice(1).forEach((block, n) => {
        const before = blocks[n];
        // The seam may stand anywhere in the blank lines between the two.
        const between = strongest(before.end, block.start);
        if (between === 0) fail("seam", `none in front of ${block.start}`);
        if (announces(markdown, before, block)) return;
        for (const { start, end, type } of [before, block]) {
          const inside = strongest(start + 1, end - 1);
          if (inside > between) {
            fail("seam", `${inside} in a ${type}, ${between} around it`);
          }
        }
      });
    }));

  it("has a seam at each line where a nested block begins", () =>
    each(list, (markdown) => {
      const { seams } = parseMarkdown(markdown);
      for (const { start, type, depth } of readStructure(markdown).blocks) {
        const isFirst = markdown.slice(0, start).trim() === "";
        if (depth < 2 || isFirst) continue;
        const before = markdown.slice(0, start).trimEnd().length;
        if (!seams.some(({ at }) => before <= at && at <= start)) {
          fail("seam", `none in front of the ${type} at ${start}`);
        }
      }
    }));

  it("cuts no block that fits", () =>
    each(list, async (markdown) => {
      const blocks = topLevel(markdown);
      for (const chunkSize of [1, 2, 5, 8, 13, 21, 34, 55, 89]) {
        const splitter = new StructuralMarkdownTextSplitter({
          chunkSize,
          chunkOverlap: 0,
          lengthFunction: characters,
        });
        const documents = await splitter.createDocuments([markdown]);
        const spans = documents.map(locOf);
        for (const [n, { start, end, type }] of blocks.entries()) {
          const before = blocks[n - 1];
          const isBound =
            before !== undefined &&
            (before.type === "heading" ||
              announces(markdown, before, blocks[n]));
          if (end - (isBound ? before.start : start) > chunkSize) continue;
          const isWhole = spans.some(
            (span) => span.start <= start && end <= span.end
          );
          if (!isWhole) {
            const parts = spans.map((span) =>
              markdown.slice(span.start, span.end)
            );
            fail(
              "whole",
              `${type} ${show(markdown.slice(start, end))} is cut at ` +
                `${chunkSize}: ${JSON.stringify(parts)}`
            );
          }
        }
      }
    }));

  it("keeps the invariants", () =>
    each(list, async (markdown) => {
      for (const chunkSize of [3, 12, 40]) {
        const options = { chunkSize, chunkOverlap: 0 };
        const splitter = new StructuralMarkdownTextSplitter({
          ...options,
          lengthFunction: characters,
        });
        await checkInvariants(splitter, markdown, {
          ...options,
          length: characters,
          grain: "markdown",
        });
      }
    }));
});
