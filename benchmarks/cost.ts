/**
 * Where the time of a split goes: its steps and the whole, as ratios to the
 * token index of the same text. One process, interleaved, medians. And the whole
 * against the index where each text is new to the process, since the tokenizer
 * remembers words.
 *
 *   npx tsx benchmarks/cost.ts
 */
import {
  CodeTextSplitter,
  RecursiveTokenTextSplitter,
  StructuralMarkdownTextSplitter,
  tokenCounter,
} from "langchain-seams";
import { createMeasure, type Measure } from "../src/measure/index.js";
import type { Outline } from "../src/outline.js";
import { pack } from "../src/pack.js";
import { PARSE_TIMEOUT, parseCode } from "../src/parse/code.js";
import { languageNamed } from "../src/parse/languages.js";
import { parseMarkdown } from "../src/parse/markdown.js";
import { parseProse } from "../src/parse/prose.js";
import { sharesOf } from "../src/parse/units.js";
import type { SeamTextSplitter } from "../src/splitters/base.js";
import { documentsOf } from "../src/documents/documents.js";
import { ChunkIds } from "../src/documents/ids.js";
import { cpuSeconds, median, table } from "./figures.js";
import { loadCorpora, slices, type Corpus } from "./corpora.js";

const chunkSize = 512;
const SIZE = 200_000;
const ROUNDS = 7;
const STEPS = ["index", "parse", "pack", "documents", "whole"] as const;
type Step = (typeof STEPS)[number];

interface Subject {
  splitter: SeamTextSplitter;
  parse(text: string, measure: Measure): Outline | Promise<Outline>;
}

const counter = tokenCounter("cl100k_base");
const indexOf = (text: string) => createMeasure(text, counter, chunkSize);
const options = { chunkSize, chunkOverlap: 0 };
const typescript = languageNamed("ts")!;

const subjects: Record<Corpus["format"], Subject> = {
  prose: {
    splitter: new RecursiveTokenTextSplitter(options),
    parse: parseProse,
  },
  markdown: {
    splitter: new StructuralMarkdownTextSplitter(options),
    parse: parseMarkdown,
  },
  code: {
    splitter: CodeTextSplitter.fromLanguage("ts", options),
    parse: (text, measure) =>
      parseCode(text, typescript, {
        shareOf: sharesOf(measure, chunkSize),
        timeout: PARSE_TIMEOUT,
      }),
  },
};

/** Seconds of each step of a text, one after the other, and of the whole. */
async function steps(subject: Subject, text: string) {
  let measure!: Measure;
  let outline!: Outline;
  let chunks!: Awaited<ReturnType<typeof pack>>;
  const seconds: Record<Step, number> = {
    index: await cpuSeconds(async () => (measure = await indexOf(text))),
    parse: await cpuSeconds(
      async () => (outline = await subject.parse(text, measure))
    ),
    pack: await cpuSeconds(async () => {
      const settings = { limit: chunkSize, overlap: 0, pace: () => undefined };
      chunks = await pack(text, outline, measure, settings);
    }),
    documents: await cpuSeconds(() =>
      documentsOf({ text, metadata: {} }, { text, outline, measure }, chunks, {
        chunkSize,
        sectionSeparator: " > ",
        header: () => "",
        ids: new ChunkIds(),
      })
    ),
    whole: await cpuSeconds(() => subject.splitter.createDocuments([text])),
  };
  return seconds;
}

/** Texts that the process has seen: the steps, and the time of the index. */
async function seen(corpus: Corpus): Promise<string[]> {
  const subject = subjects[corpus.format];
  const texts = slices(corpus, ROUNDS, SIZE);
  for (const text of texts) await steps(subject, text);
  const times: Record<Step, number>[] = [];
  for (const text of texts) times.push(await steps(subject, text));
  const ratios = STEPS.map((step) =>
    median(times.map((one) => one[step] / one.index)).toFixed(2)
  );
  const bytes = texts.map((text) => Buffer.byteLength(text) / 1e6);
  const rate = median(times.map(({ index }, n) => bytes[n] / index));
  return [rate.toFixed(1), ...ratios.slice(1)];
}

/** Every other text for the index alone, the rest for the whole. */
async function unseen(corpus: Corpus): Promise<string> {
  const { splitter } = subjects[corpus.format];
  const texts = slices(corpus, 4 * ROUNDS, SIZE);
  const perByte: number[][] = [[], []];
  for (const [n, text] of texts.entries()) {
    const task = n % 2 === 0 ? indexOf : splitter.splitText.bind(splitter);
    const seconds = await cpuSeconds(() => task(text));
    // The first half warms the compiler up.
    if (n >= texts.length / 2) perByte[n % 2].push(seconds / text.length);
  }
  const [index, whole] = perByte.map(median);
  return (whole / index).toFixed(2);
}

const rows: string[][] = [];
for (const corpus of loadCorpora("prose", "Markdown", "code", "Spanish")) {
  const fresh = await unseen(corpus);
  rows.push([corpus.name, ...(await seen(corpus)), fresh]);
}
console.log(
  table(["", "index, MB/s", ...STEPS.slice(1), "whole, new texts"], rows)
);
