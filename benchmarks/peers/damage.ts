/**
 * What is wrong with the chunks of each splitter at 512 tokens, overlap 0, on
 * real files. What is counted, and by which parsers: `../damage.ts`.
 *
 *   npx tsx damage.ts [NAME...]
 */
import * as counters from "../damage.js";
import { tableHead, tableRow } from "../figures.js";
import { loadCorpora, sample, type Corpus } from "../corpora.js";
import { tokenCounter } from "../../dist/index.js";
import { peers, type Peer } from "./peers.js";

const LIMIT = 512;
const MOST_FILES = 200;

type Counter = (
  split: counters.Split
) => counters.Tally | Promise<counters.Tally>;

/** What is counted, and on which corpora; on all, if none is named. */
const COLUMNS: [string, Counter, string[]?][] = [
  ["over the limit", counters.overLimit],
  ["fences cut that fit", counters.cutFences, ["Markdown"]],
  [
    "chunks with rows, header missing",
    counters.rowsWithoutHeader,
    ["Markdown", "tables"],
  ],
  ["functions and classes cut that fit", counters.cutFunctions, ["code"]],
  [
    "chunks that end mid-sentence",
    counters.endsInSentence,
    ["prose", "Spanish"],
  ],
  ["wrong lines", counters.wrongLines],
  ["broken characters", counters.brokenCharacters],
  ["not in the source", counters.altered],
];

const count = tokenCounter("cl100k_base");
const corpora = loadCorpora(
  "prose",
  "Markdown",
  "code",
  "Spanish",
  "Chinese",
  "emoji",
  "tables"
);

/** Adds what is wrong in a corpus; gives how many of its texts threw. */
async function addDamage(
  tallies: counters.Tally[],
  peer: Peer,
  corpus: Corpus
): Promise<number> {
  const settings = { format: corpus.format, chunkSize: LIMIT, chunkOverlap: 0 };
  const split = await peer.load(settings);
  let threw = 0;
  for (const source of sample(corpus, MOST_FILES)) {
    const pieces = await split(source).catch(() => undefined);
    if (pieces === undefined) {
      threw += 1;
      continue;
    }
    for (const [column, [, counter, only]] of COLUMNS.entries()) {
      if (only !== undefined && !only.includes(corpus.name)) continue;
      const tally = await counter({ source, pieces, limit: LIMIT, count });
      tallies[column].bad += tally.bad;
      tallies[column].of += tally.of;
    }
  }
  return threw;
}

async function row(peer: Peer): Promise<string[]> {
  const tallies = COLUMNS.map(() => ({ bad: 0, of: 0 }));
  let threw = 0;
  for (const corpus of corpora) {
    if (peer.formats?.includes(corpus.format) === false) continue;
    threw += await addDamage(tallies, peer, corpus);
  }
  const cells = tallies.map(({ bad, of }) =>
    of === 0 ? "–" : `${bad} / ${of}`
  );
  return [peer.name, ...cells, String(threw)];
}

const wanted = process.argv.slice(2);
const taking = peers.filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name)
);
const head = ["splitter", ...COLUMNS.map(([name]) => name), "texts that threw"];
console.log(tableHead(head));
for (const peer of taking) console.log(tableRow(await row(peer)));
