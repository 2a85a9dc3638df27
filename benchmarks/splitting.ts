/**
 * How long splitting takes, and how it grows: the Markdown that installed
 * packages ship, joined and repeated, at 512 tokens. Processor time, medians.
 *
 *   npx tsx benchmarks/splitting.ts
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RecursiveCharacterTextSplitter } from "@langchain/textsplitters";
import { getEncoding } from "js-tiktoken";
import { StructuralMarkdownTextSplitter, tokenCounter } from "langchain-seams";
import { globSync } from "tinyglobby";

const root = join(import.meta.dirname, "..");
const SIZES = [100_000, 500_000, 1_000_000, 5_000_000];
const ROUNDS = 5;

const corpus = globSync("node_modules/**/*.md", { cwd: root })
  .sort()
  .map((path) => readFileSync(join(root, path), "utf8"))
  .join("\n\n");
const textOf = (size: number): string =>
  corpus.repeat(Math.ceil(size / corpus.length)).slice(0, size);

const lengthFunction = tokenCounter("cl100k_base");
const encoding = getEncoding("cl100k_base");
const recursive = (length: (text: string) => number | Promise<number>) =>
  new RecursiveCharacterTextSplitter({
    chunkSize: 512,
    chunkOverlap: 0,
    lengthFunction: async (text: string) => length(text),
  });
const splitters = {
  ours: new StructuralMarkdownTextSplitter({ chunkSize: 512 }),
  "LangChain recursive, our counter": recursive(lengthFunction),
  "LangChain recursive, js-tiktoken": recursive(
    (text) => encoding.encode(text, [], []).length
  ),
};

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1];

async function secondsOf(task: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

await lengthFunction("warm");
const times = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const size of SIZES) {
    for (const [name, splitter] of Object.entries(splitters)) {
      // The largest text would take theirs too long.
      if (name !== "ours" && size > 1_000_000) continue;
      const text = textOf(size);
      const seconds = await secondsOf(() => splitter.createDocuments([text]));
      const key = `${name} ${size}`;
      times.set(key, [...(times.get(key) ?? []), seconds]);
    }
  }
}
for (const name of Object.keys(splitters)) {
  const row = SIZES.flatMap((size) => {
    const values = times.get(`${name} ${size}`);
    return values === undefined
      ? []
      : [`${size / 1e6} MB ${median(values).toFixed(2)} s`];
  });
  process.stdout.write(`${name}: ${row.join(", ")}\n`);
}
const [small, large] = [SIZES[0], SIZES[SIZES.length - 1]].map((size) =>
  median(times.get(`ours ${size}`) ?? [])
);
const growth = Math.log(large / small) / Math.log(SIZES[3] / SIZES[0]);
process.stdout.write(`growth exponent: ${growth.toFixed(2)}\n`);
