/**
 * Token counting against its peers, as ratios of processor time in one run.
 *
 *     npx tsx benchmarks/tokens.ts
 *
 * With `SEAMS_SHARED`, the folder of the evaluation corpora, prose and Spanish
 * are real texts; without it these rows are left out.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { RecursiveCharacterTextSplitter } from "@langchain/textsplitters";
import { Tiktoken } from "js-tiktoken/lite";
import { createMeasure, tokenCounter } from "../src/measure/index.js";
import { Scanner100k, Scanner200k } from "../src/measure/scanner.js";
import { TokenIndex } from "../src/measure/token-index.js";
import { Tokenizer } from "../src/measure/tokenizer.js";
import { median } from "./figures.js";
import { hostileInputs, loadTexts } from "./token-texts.js";

type Encoding = "cl100k_base" | "o200k_base";
type Count = (text: string) => number | Promise<number>;

const ENCODINGS: readonly Encoding[] = ["cl100k_base", "o200k_base"];
const ROUNDS = 7;
const PEERS = ["js-tiktoken", "gpt-tokenizer", "tiktoken (WASM)"] as const;
type Contender = "langchain-seams" | (typeof PEERS)[number];

/** Milliseconds of processor time, so that a busy machine does not count. */
async function timed(task: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function row(...cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}

function head(title: string, ...cells: readonly string[]): void {
  console.log(`\n### ${title}\n`);
  row(...cells);
  row(...cells.map((_, i) => (i === 0 ? "---" : "---:")));
}

/** A counter with its tables loaded; ours builds an index. */
async function load(contender: Contender, encoding: Encoding): Promise<Count> {
  switch (contender) {
    case "langchain-seams": {
      const lengthFunction = tokenCounter(encoding);
      await lengthFunction("");
      return async (text) => {
        const measure = await createMeasure(text, lengthFunction, 400);
        return measure.count(0, text.length);
      };
    }
    case "js-tiktoken": {
      const ranks = await import(`js-tiktoken/ranks/${encoding}`);
      const tokenizer = new Tiktoken(ranks.default);
      return (text) => tokenizer.encode(text, [], []).length;
    }
    case "gpt-tokenizer": {
      const { countTokens } = await import(
        `gpt-tokenizer/encoding/${encoding}`
      );
      const options = {
        allowedSpecial: new Set(),
        disallowedSpecial: new Set(),
      };
      countTokens("", options);
      return (text) => countTokens(text, options);
    }
    case "tiktoken (WASM)": {
      const { get_encoding } = await import("tiktoken");
      const tokenizer = get_encoding(encoding);
      return (text) => tokenizer.encode(text, [], []).length;
    }
  }
}

/** A tokenizer that has seen no text yet. */
async function createTokenizer(encoding: Encoding): Promise<Tokenizer> {
  const ranks = await import(`js-tiktoken/ranks/${encoding}`);
  const scanner = encoding === "o200k_base" ? Scanner200k : Scanner100k;
  return new Tokenizer(ranks.default.bpe_ranks, scanner);
}

/** Runs a job of this file in a new process and returns what it printed. */
function inChild(...job: readonly string[]): number[] {
  const require = createRequire(import.meta.url);
  const file = fileURLToPath(import.meta.url);
  const args = [require.resolve("tsx/cli"), file, "--job", ...job];
  const output = execFileSync(process.execPath, args, { encoding: "utf8" });
  return JSON.parse(output) as number[];
}

function medianInChild(...job: readonly string[]): number[] {
  const runs = Array.from({ length: 3 }, () => inChild(...job));
  return runs[0].map((_, i) => median(runs.map((run) => run[i])));
}

async function compareWarm(encoding: Encoding): Promise<void> {
  head(
    `Warm, ${encoding}: time of each for our one (index of the whole text)`,
    "text",
    "characters",
    "ours, MB/s",
    ...PEERS,
    "ours, empty memo, MB/s",
    "js-tiktoken, empty memo"
  );
  const contenders = ["langchain-seams", ...PEERS] as const;
  const counts = await Promise.all(
    contenders.map((one) => load(one, encoding))
  );
  for (const [name, text] of loadTexts()) {
    for (const count of counts) await count(text);
    const emptyTimes: number[] = [];
    const times = contenders.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, count] of counts.entries()) {
        // Short tasks are repeated, since the clock is coarse.
        const repeats = i === 0 ? 10 : 1;
        const time = await timed(async () => {
          for (let k = 0; k < repeats; k++) await count(text);
        });
        times[i].push(time / repeats);
      }
      const tokenizer = await createTokenizer(encoding);
      emptyTimes.push(
        await timed(() => new TokenIndex(text, tokenizer, tokenizer.scanner))
      );
    }
    const [ours, ...others] = times.map(median);
    row(
      name,
      text.length,
      (text.length / 1000 / ours).toFixed(0),
      ...others.map((time) => (time / ours).toFixed(1)),
      (text.length / 1000 / median(emptyTimes)).toFixed(0),
      (others[0] / median(emptyTimes)).toFixed(1)
    );
  }
}

function compareCold(encoding: Encoding): void {
  head(
    `Cold, ${encoding}: first text of a process, tables loaded`,
    "text",
    "ours, ms",
    ...PEERS
  );
  for (const [name] of loadTexts()) {
    const [ours] = medianInChild("cold", "langchain-seams", encoding, name);
    const ratios = PEERS.map((peer) => {
      const [time] = medianInChild("cold", peer, encoding, name);
      return (time / ours).toFixed(1);
    });
    row(name, ours.toFixed(0), ...ratios);
  }
}

async function compareSpans(): Promise<void> {
  head(
    "100,000 spans of up to 2,000 characters, cl100k_base",
    "text",
    "ours, ms",
    "js-tiktoken on each slice",
    "tiktoken (WASM) on each slice"
  );
  const naive = await load("js-tiktoken", "cl100k_base");
  const wasm = await load("tiktoken (WASM)", "cl100k_base");
  for (const [name, text] of loadTexts()) {
    const lengthFunction = tokenCounter("cl100k_base");
    const measure = await createMeasure(text, lengthFunction, 400);
    const spans = Array.from({ length: 100_000 }, () => {
      const start = Math.floor(Math.random() * text.length);
      return [start, start + Math.floor(Math.random() * 2000)] as const;
    });
    const ours = await timed(() => {
      for (const [start, end] of spans) measure.count(start, end);
    });
    const sample = spans.slice(0, 200);
    const ratios = [];
    for (const count of [naive, wasm]) {
      const time = await timed(async () => {
        for (const [start, end] of sample) await count(text.slice(start, end));
      });
      ratios.push(((time * spans.length) / sample.length / ours).toFixed(0));
    }
    row(name, ours.toFixed(0), ...ratios);
  }
}

async function measureGrowth(encoding: Encoding): Promise<void> {
  head(
    `Hostile inputs, ${encoding}: index of 1,000,000 characters`,
    "input",
    "ms",
    "exponent from 100,000",
    "chunks of 400 tokens, ms"
  );
  const lengthFunction = tokenCounter(encoding);
  const index = (text: string) => createMeasure(text, lengthFunction, 400);
  for (const [name, create] of hostileInputs) {
    const large = create();
    const size = large.length / 10;
    // All ten tenths, so that the memo helps neither.
    const parts = Array.from({ length: 10 }, (_, i) =>
      large.slice(i * size, (i + 1) * size)
    );
    const times = { small: Infinity, large: Infinity, chunks: 0 };
    for (let round = 0; round < 3; round++) {
      const ten = await timed(async () => {
        for (const part of parts) await index(part);
      });
      times.small = Math.min(times.small, ten / 10);
      times.large = Math.min(times.large, await timed(() => index(large)));
    }
    const measure = await index(large);
    times.chunks = await timed(() => {
      for (let at = 0; at < large.length;) at = Number(measure.fit(at, 400));
    });
    const exponent = Math.log10(times.large / times.small);
    row(
      name,
      times.large.toFixed(0),
      exponent.toFixed(2),
      times.chunks.toFixed(0)
    );
  }
}

function compareStart(): void {
  head(
    "Cold start: tables loaded and a text of 20,000 characters measured",
    "",
    "processor ms",
    "RSS added, MB"
  );
  const jobs: readonly (readonly [string, string])[] = [
    ["createMeasure and fit", "ours"],
    ["LangChain's recursive splitter, tokenCounter", "mixed"],
    ["LangChain's recursive splitter, js-tiktoken", "theirs"],
  ];
  for (const encoding of ENCODINGS) {
    for (const [name, job] of jobs) {
      const [time, memory] = medianInChild("start", job, encoding);
      row(`${name}, ${encoding}`, time.toFixed(0), memory.toFixed(0));
    }
  }
}

/** What a child process does; prints numbers as JSON. */
async function runJob(job: string, ...args: string[]): Promise<void> {
  const encoding = args[1] as Encoding;
  if (job === "cold") {
    const count = await load(args[0] as Contender, encoding);
    const text = new Map(loadTexts()).get(args[2]) ?? "";
    console.log(JSON.stringify([await timed(() => count(text))]));
    return;
  }
  const [, text] = loadTexts()[0];
  const start = text.slice(0, 20_000);
  const memory = process.memoryUsage().rss;
  const time = await timed(async () => {
    if (args[0] === "ours") {
      const lengthFunction = tokenCounter(encoding);
      const measure = await createMeasure(start, lengthFunction, 400);
      await measure.fit(0, 400);
      return;
    }
    const lengthFunction: (text: string) => number | Promise<number> =
      args[0] === "mixed"
        ? tokenCounter(encoding)
        : await load("js-tiktoken", encoding);
    const splitter = new RecursiveCharacterTextSplitter({
      chunkSize: 400,
      chunkOverlap: 0,
      lengthFunction: async (part: string) => lengthFunction(part),
    });
    await splitter.splitText(start);
  });
  const added = (process.memoryUsage().rss - memory) / 2 ** 20;
  console.log(JSON.stringify([time, added]));
}

function version(name: string): string {
  const path = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(path, "utf8")) as { version: string })
    .version;
}

async function main(): Promise<void> {
  const packages = ["js-tiktoken", "gpt-tokenizer", "tiktoken"];
  packages.push("@langchain/textsplitters");
  const versions = packages.map((name) => `${name} ${version(name)}`);
  console.log(`Node ${process.version}; ${versions.join(", ")}`);
  for (const encoding of ENCODINGS) await compareWarm(encoding);
  compareCold("cl100k_base");
  await compareSpans();
  for (const encoding of ENCODINGS) await measureGrowth(encoding);
  compareStart();
}

const jobAt = process.argv.indexOf("--job");
if (jobAt > 0) {
  const [job, ...args] = process.argv.slice(jobAt + 1);
  await runJob(job, ...args);
} else {
  await main();
}
