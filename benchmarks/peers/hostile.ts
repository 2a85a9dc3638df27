/**
 * Hostile inputs, each in a process of its own with a limit to the seconds that
 * it may use: all splitters of ours that need no model, and the peers.
 *
 *   npx tsx hostile.ts [ours] [peers]
 */
import { table } from "../figures.js";
import { runChild } from "./children.js";
import { hostileNames, hostileText } from "./hostile-inputs.js";
import { ourSplitters } from "./peers.js";

const CHUNK_SIZE = 512;
/** Ours may use 5 seconds a MB: it is let run on, to see how many it takes. */
const CAP = { ours: 60, theirs: 10 };
const THEIRS = [
  "LangChain recursive",
  "LangChain token",
  "chonkie recursive",
  "chonkie token",
  "mastra recursive",
  "LlamaIndex sentence",
  "llm-splitter",
];

function cell(peer: string, hostile: string, cap: number): string {
  const settings = {
    format: "prose" as const,
    chunkSize: CHUNK_SIZE,
    chunkOverlap: 0,
  };
  const { seconds, failure } = runChild({ peer, settings, hostile }, cap);
  if (seconds === undefined) {
    return failure === "stopped" ? "stopped" : "threw";
  }
  const size = Buffer.byteLength(hostileText(hostile)) / 1e6;
  const rate = seconds / size;
  return rate > 5 ? `**${rate.toFixed(1)}**` : rate.toFixed(2);
}

function show(names: readonly string[], cap: number): void {
  const rows = hostileNames.map((hostile) => [
    hostile,
    ...names.map((name) => cell(name, hostile, cap)),
  ]);
  console.log(`\n${table(["seconds a MB", ...names], rows)}`);
}

const wanted = process.argv.slice(2);
if (!wanted.includes("peers"))
  show(
    ourSplitters.map(({ name }) => name),
    CAP.ours
  );
if (!wanted.includes("ours")) show(THEIRS, CAP.theirs);
