/**
 * What a fresh process takes until it has split its first text of 20,000
 * characters: processor time and resident memory, medians of processes.
 *
 *   npx tsx start.ts
 */
import { loadCorpora, sample, textOf } from "../corpora.js";
import { median, table } from "../figures.js";
import { runChild, type Outcome } from "./children.js";
import { ours, peers, type Peer } from "./peers.js";

const ROUNDS = 5;
const SIZE = 20_000;
const CAP = 60;

const [corpus] = loadCorpora("Markdown");
const text = textOf({ ...corpus, files: sample(corpus, 20) }, SIZE);
const settings = { format: corpus.format, chunkSize: 512, chunkOverlap: 0 };
const taking = peers.filter(
  ({ formats }) => formats?.includes(corpus.format) ?? true
);
const runs = new Map<Peer, Outcome[]>(taking.map((peer) => [peer, []]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [peer, outcomes] of runs) {
    outcomes.push(runChild({ peer: peer.name, settings, text }, CAP));
  }
}

const middle = (peer: Peer, of: (outcome: Outcome) => number | undefined) =>
  median((runs.get(peer) ?? []).map((outcome) => of(outcome) ?? NaN));
const rows = taking.map((peer) => [
  peer.name,
  middle(peer, ({ total }) => total).toFixed(2),
  ...(["imported", "before", "after"] as const).map((key) =>
    middle(peer, (outcome) => outcome[key]).toFixed(0)
  ),
]);
const head = ["", "seconds", "imported, MB", "ranks, MB", "first split, MB"];
const bare = middle(ours, (outcome) => outcome.bare);
console.log(`${table(head, rows)}\n\nBare node: ${bare.toFixed(0)} MB`);
