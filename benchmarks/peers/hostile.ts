/**
 * Hostile inputs, each in a process of its own with a limit to the seconds that
 * it may use: all splitters of ours that need no model, and the peers.
 *
 *   npx tsx hostile.ts [ours] [peers] [INPUT...]
 */
import { tableHead, tableRow } from "../figures.js";
import { runChild } from "./children.js";
import { hostileNames, hostileText } from "./hostile-inputs.js";
import { ourSplitters } from "./peers.js";

const CHUNK_SIZE = 512;
/** Ours may use 5 seconds a MB: it is let run on, to see how many it takes. */
const CAP = { ours: 60, theirs: 10 };
/** What is split before, so that loading and compiling do not count. */
const WARM = "A quick word on what is near. Another one, and a third.\n".repeat(
  500
);
const THEIRS = [
  "LangChain recursive",
  "LangChain token",
  "chonkie recursive",
  "LlamaIndex sentence",
  "llm-splitter",
];

function cell(peer: string, hostile: string, cap: number): string {
  const settings = {
    format: "prose" as const,
    chunkSize: CHUNK_SIZE,
    chunkOverlap: 0,
  };
  const { seconds, failure } = runChild(
    { peer, settings, hostile, warm: WARM },
    cap
  );
  if (seconds === undefined) {
    return failure === "stopped" ? "stopped" : "threw";
  }
  const size = Buffer.byteLength(hostileText(hostile)) / 1e6;
  const rate = seconds / size;
  return rate > 5 ? `**${rate.toFixed(1)}**` : rate.toFixed(2);
}

/** Peers run into their limit on most: these are enough to tell. */
const INPUTS_FOR_THEIRS = [
  "200 KB of ZWJ emoji",
  "special tokens",
  "deep indentation",
  "one word of letters",
  "200,000 brackets",
  "Han without marks",
  "headings and words",
  "a table of rows",
];

function show(
  inputs: readonly string[],
  names: readonly string[],
  cap: number
): void {
  console.log(`\n${tableHead(["seconds a MB", ...names])}`);
  for (const hostile of inputs) {
    const cells = names.map((name) => cell(name, hostile, cap));
    console.log(tableRow([hostile, ...cells]));
  }
}

const wanted = process.argv.slice(2);
const named = wanted.filter((name) => hostileNames.includes(name));
if (!wanted.includes("peers")) {
  const names = ourSplitters.map(({ name }) => name);
  show(named.length > 0 ? named : hostileNames, names, CAP.ours);
}
if (!wanted.includes("ours")) show(INPUTS_FOR_THEIRS, THEIRS, CAP.theirs);
