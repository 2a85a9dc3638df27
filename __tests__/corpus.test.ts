/**
 * Real Markdown: every .md and .mdx file that installed packages ship, split
 * at three limits. All that the design promises is checked on each chunk:
 * nothing lost, exact lines and offsets, nothing over the limit, no fence or
 * row cut that fits, no row without its header, no heading without its text.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { StructuralMarkdownTextSplitter, tokenCounter } from "langchain-seams";
import { readChunks } from "./support/chunks.js";
import { checkBounded, checkLossless } from "./support/invariants.js";
import { checkWhole } from "./support/whole.js";

const root = join(__dirname, "..", "node_modules");
const files = globSync(["**/*.{md,mdx}"], { cwd: root, dot: true }).sort();
const length = tokenCounter("cl100k_base");

it("has hundreds of files to read", () => {
  expect(files.length).toBeGreaterThan(300);
});

describe.each([128, 512, 2000])("at %d tokens", (chunkSize) => {
  it.each([0, Math.floor(chunkSize / 8)])(
    "with an overlap of %d",
    async (chunkOverlap) => {
      const options = { chunkSize, chunkOverlap };
      const splitter = new StructuralMarkdownTextSplitter(options);
      const expectation = { ...options, length, grain: "markdown" as const };
      const failures: string[] = [];
      let chunksSeen = 0;
      for (const file of files) {
        const source = readFileSync(join(root, file), "utf8");
        const documents = await splitter.createDocuments([source]);
        chunksSeen += documents.length;
        try {
          const chunks = readChunks(source, documents);
          await checkLossless(source, chunks, expectation);
          await checkBounded(source, chunks, expectation);
          await checkWhole(source, chunks, expectation);
        } catch (error) {
          failures.push(`${file}: ${(error as Error).message}`);
        }
      }
      expect(failures).toEqual([]);
      expect(chunksSeen).toBeGreaterThan(files.length);
    },
    300_000
  );
});
