/**
 * How time grows with the text, from 50 KB to 20 MB, and the memory that the
 * largest takes. Each text has a process of its own, warmed up by the smallest;
 * the seconds that it may use are limited.
 *
 *   npx tsx growth.ts
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { growthExponent, median, tableHead, tableRow } from "../figures.js";
import { runChild, type Outcome } from "./children.js";
import { loadCorpora, textOf, type Corpus } from "../corpora.js";
import { ours, peers } from "./peers.js";

const SIZES = [50_000, 200_000, 1_000_000, 5_000_000, 20_000_000];
const [SMALLEST] = SIZES;
const CHUNK_SIZE = 512;
/** Runs of each size, and the processor seconds that one may take. */
const OURS = { rounds: 3, cap: 200 };
const THEIRS = { rounds: 1, cap: 20 };

const folder = mkdtempSync(join(tmpdir(), "growth-"));

/** A run of the middle time, or the first one that failed. */
function measure(corpus: Corpus, peer: string, size: number): Outcome {
  const file = join(folder, `${corpus.name}-${size}.txt`);
  writeFileSync(file, textOf(corpus, size));
  const warm = textOf(corpus, SMALLEST);
  const { rounds, cap } = peer === ours.name ? OURS : THEIRS;
  const settings = {
    format: corpus.format,
    chunkSize: CHUNK_SIZE,
    chunkOverlap: 0,
  };
  const outcomes: Outcome[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const outcome = runChild({ peer, settings, file, warm }, cap);
    if (outcome.failure !== undefined) return outcome;
    outcomes.push(outcome);
  }
  const middle = median(outcomes.map(({ seconds = 0 }) => seconds));
  return outcomes.find(({ seconds }) => seconds === middle) ?? {};
}

function row(corpus: Corpus, peer: string): string[] {
  const sizes: number[] = [];
  const seconds: number[] = [];
  const cells: string[] = [];
  let memory = "";
  for (const size of SIZES) {
    const outcome = measure(corpus, peer, size);
    if (outcome.failure !== undefined) {
      cells.push(outcome.failure);
      break;
    }
    sizes.push(size);
    seconds.push(outcome.seconds ?? 0);
    cells.push((outcome.seconds ?? 0).toFixed(2));
    if (size === SIZES.at(-1)) {
      const { peak = 0, before = 0 } = outcome;
      memory = ((peak - before) / (size / 1e6)).toFixed(1);
    }
  }
  while (cells.length < SIZES.length) cells.push("–");
  const exponent = sizes.length > 2 ? growthExponent(sizes, seconds) : NaN;
  const growth = Number.isNaN(exponent) ? "–" : exponent.toFixed(2);
  return [`${peer}, ${corpus.name}`, ...cells, growth, memory || "–"];
}

console.log(
  tableHead([
    "seconds",
    ...SIZES.map((size) => `${size / 1e6} MB`),
    "exponent",
    "memory, times the text",
  ])
);
const corpora = loadCorpora("prose", "Markdown", "code");
for (const corpus of corpora) console.log(tableRow(row(corpus, ours.name)));
const [markdown] = loadCorpora("Markdown");
for (const peer of peers) {
  if (peer === ours || peer.formats?.includes("markdown") === false) continue;
  console.log(tableRow(row(markdown, peer.name)));
}
rmSync(folder, { recursive: true });
