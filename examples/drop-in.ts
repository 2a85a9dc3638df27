/**
 * The swap: one line changes, the chunks keep their table headers and code
 * blocks. Both splitters count in the same tokens, with the same limit.
 */
import { readFile } from "node:fs/promises";
import {
  RecursiveCharacterTextSplitter,
  type TextSplitter,
} from "@langchain/textsplitters";
import { StructuralMarkdownTextSplitter, tokenCounter } from "langchain-seams";

const source = "examples/docs/manual.es.md";
const text = await readFile(new URL("docs/manual.es.md", import.meta.url), {
  encoding: "utf8",
});

const options = {
  chunkSize: 400,
  chunkOverlap: 0,
  lengthFunction: tokenCounter("cl100k_base"),
};
const before = RecursiveCharacterTextSplitter.fromLanguage("markdown", options);
const after = new StructuralMarkdownTextSplitter(options);

const isRow = (chunk: string) => /^\| E\d{3} \|/m.test(chunk);
const hasHeader = (chunk: string) => /^\| Código \| Gravedad/m.test(chunk);
const hasOpenFence = (chunk: string) =>
  (chunk.match(/^```/gm) ?? []).length % 2 === 1;

async function show(name: string, splitter: TextSplitter): Promise<void> {
  const chunks = await splitter.createDocuments([text], [{ source }]);
  const texts = chunks.map(({ pageContent }) => pageContent);
  const rows = texts.filter(isRow);
  console.log(name);
  console.log(`  chunks                       ${texts.length}`);
  console.log(`  with rows of the long table  ${rows.length}`);
  console.log(
    `    without its header         ${rows.filter((t) => !hasHeader(t)).length}`
  );
  console.log(
    `  with half a code block       ${texts.filter(hasOpenFence).length}`
  );
  const last = chunks.findLast((chunk) => isRow(chunk.pageContent));
  console.log(`  the last of those with rows begins:`);
  for (const line of last?.pageContent.split("\n").slice(0, 3) ?? []) {
    console.log(`    ${line.slice(0, 70)}`);
  }
  console.log(`  section: ${last?.metadata.section ?? "not known"}\n`);
}

await show("Before: RecursiveCharacterTextSplitter", before);
await show("After: StructuralMarkdownTextSplitter", after);
