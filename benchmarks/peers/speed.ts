/**
 * Throughput at 512 tokens. Warm: in one process, interleaved, each round with
 * another text. Cold: the first text of a fresh process, the ranks loaded.
 *
 *   npx tsx speed.ts [warm] [cold]
 */
import { cpuSeconds, median, table } from "../figures.js";
import { runChild } from "./children.js";
import { loadCorpora, slices, type Corpus } from "../corpora.js";
import { llamaCode } from "./adapters/llamaindex.js";
import { baseline, peerNamed, peers, type Peer, type Split } from "./peers.js";

const CHUNK_SIZE = 512;
const SIZE = 100_000;
const WARM_ROUNDS = 5;
/** Seconds of processor time that each splits other texts before. */
const WARM_UP = 1;
const COLD_ROUNDS = 5;
/** One of each kind: a process for each text of each takes long. */
const COLD = [
  "langchain-seams",
  "LangChain recursive",
  "LangChain token",
  "chonkie recursive",
  "mastra recursive",
  "LlamaIndex sentence",
  "llm-splitter",
];
/** Processor seconds that one text may take. */
const CAP = 60;

type Times = (number | undefined)[];

// LlamaIndex's splitter of code takes no tokens: see `../code.ts`.
const suits = (peer: Peer, corpus: Corpus, chunkOverlap: number): boolean =>
  (peer.formats?.includes(corpus.format) ?? true) &&
  peer !== llamaCode &&
  (chunkOverlap === 0 || (peer.overlaps ?? true));

/** Splits the texts over and over, until the compiler has seen enough. */
async function warmUp(split: Split, texts: readonly string[]): Promise<void> {
  let seconds = 0;
  for (let n = 0; seconds < WARM_UP; n += 1) {
    const text = texts[n % texts.length];
    seconds += await cpuSeconds(() => split(text)).catch(() => WARM_UP);
  }
}

/** One text a round for all, behind those to warm up with. */
async function warm(corpus: Corpus, chunkOverlap: number) {
  const { format } = corpus;
  const texts = slices(corpus, 2 * WARM_ROUNDS, SIZE);
  const splits = new Map<Peer, Split>();
  for (const peer of peers.filter((one) => suits(one, corpus, chunkOverlap))) {
    const settings = { format, chunkSize: CHUNK_SIZE, chunkOverlap };
    const split = await peer.load(settings);
    await warmUp(split, texts.slice(WARM_ROUNDS));
    splits.set(peer, split);
  }
  const times = new Map<Peer, Times>();
  for (const text of texts.slice(0, WARM_ROUNDS)) {
    for (const [peer, split] of splits) {
      const seconds = await cpuSeconds(() => split(text)).catch(() => NaN);
      const rate = Buffer.byteLength(text) / 1e6 / seconds;
      times.set(peer, [...(times.get(peer) ?? []), rate]);
    }
  }
  return times;
}

async function cold(corpus: Corpus) {
  const { format } = corpus;
  const texts = slices(corpus, COLD_ROUNDS, SIZE);
  const times = new Map<Peer, Times>();
  for (const text of texts) {
    for (const peer of COLD.map(peerNamed)) {
      const settings = { format, chunkSize: CHUNK_SIZE, chunkOverlap: 0 };
      const { seconds } = runChild({ peer: peer.name, settings, text }, CAP);
      const rate =
        seconds === undefined
          ? undefined
          : Buffer.byteLength(text) / 1e6 / seconds;
      times.set(peer, [...(times.get(peer) ?? []), rate]);
    }
  }
  return times;
}

/** The median rate, and the median of its ratio to the baseline. */
function cell(times: Map<Peer, Times>, peer: Peer): string {
  const rates = times.get(peer);
  if (rates === undefined) return "";
  const base = times.get(baseline) ?? [];
  if (rates.some((rate) => rate === undefined || Number.isNaN(rate)))
    return "stopped or threw";
  const ratios = rates.flatMap((rate, round) => {
    const other = base[round];
    return rate === undefined || other === undefined ? [] : [rate / other];
  });
  const rate = median(rates.map((one) => one ?? 0));
  return `${rate.toFixed(2)} (${median(ratios).toFixed(1)})`;
}

function show(title: string, columns: Map<string, Map<Peer, Times>>): void {
  const rows = peers
    .map((peer) => [
      peer.name,
      ...[...columns.values()].map((times) => cell(times, peer)),
    ])
    .filter(([, ...cells]) => cells.some((one) => one !== ""));
  const head = ["MB/s (times the baseline)", ...columns.keys()];
  console.log(`\n${title}\n\n${table(head, rows)}`);
}

const wanted = process.argv.slice(2);
const corpora = loadCorpora("prose", "Markdown", "code", "Spanish", "Chinese");
if (!wanted.includes("cold")) {
  for (const overlap of [0, 64]) {
    const columns = new Map<string, Map<Peer, Times>>();
    for (const corpus of corpora) {
      columns.set(corpus.name, await warm(corpus, overlap));
    }
    show(`Warm, overlap ${overlap}`, columns);
  }
}
if (!wanted.includes("warm")) {
  const columns = new Map<string, Map<Peer, Times>>();
  for (const corpus of corpora.slice(0, 3)) {
    columns.set(corpus.name, await cold(corpus));
  }
  show("Cold, overlap 0", columns);
}
