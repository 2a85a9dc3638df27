/** The job of a child process: see `children.ts`. */
import { readFileSync } from "node:fs";
import { cpuSeconds } from "../figures.js";
import { hostileText } from "./hostile-inputs.js";
import { peerNamed, type Settings } from "./peers.js";

export interface Job {
  peer: string;
  settings: Settings;
  /** The text to split, the name of a hostile input, or a file. */
  text?: string;
  hostile?: string;
  file?: string;
  /** Split this before, for the compiler's sake. */
  warm?: string;
}

export interface Result {
  /** Processor time of the split alone. */
  seconds: number;
  chunks: number;
  /** In the longest chunk. */
  longest: number;
  /** Processor time from the start of the process to the end of the split. */
  total: number;
  /**
   * Resident megabytes: of bare node, with the package imported, with the ranks
   * loaded, after the split, and at the highest.
   */
  bare: number;
  imported: number;
  before: number;
  after: number;
  peak: number;
}

const megabytes = (bytes: number): number => bytes / 1e6;

async function run(job: Job): Promise<Result> {
  const bare = megabytes(process.memoryUsage.rss());
  const peer = peerNamed(job.peer);
  await peer.import();
  const imported = megabytes(process.memoryUsage.rss());
  const split = await peer.load(job.settings);
  if (job.warm !== undefined) await split(job.warm);
  const before = megabytes(process.memoryUsage.rss());
  const text =
    job.text ??
    (job.hostile === undefined
      ? readFileSync(job.file ?? "", "utf8")
      : hostileText(job.hostile));
  let pieces: { text: string }[] = [];
  const seconds = await cpuSeconds(async () => {
    pieces = await split(text);
  });
  return {
    seconds,
    chunks: pieces.length,
    longest: pieces.reduce((most, one) => Math.max(most, one.text.length), 0),
    total: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    bare,
    imported,
    before,
    after: megabytes(process.memoryUsage.rss()),
    peak: megabytes(process.resourceUsage().maxRSS * 1024),
  };
}

const job = JSON.parse(readFileSync(0, "utf8")) as Job;
process.stdout.write(JSON.stringify(await run(job)));
