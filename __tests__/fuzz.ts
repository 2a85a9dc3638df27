/**
 * The property tests for as long as you like, with other documents each time:
 * `npm run fuzz -- --minutes 10`. What fails is made small and kept in
 * `found.json`, from where it is tried again on every test run.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Command } from "commander";
import fc from "fast-check";
import { asProperty, properties, type Sample } from "./support/property.js";

const FOUND = join(import.meta.dirname, "found.json");
const RUNS_A_ROUND = 100;
/** How often to say how far it is, in milliseconds. */
const REPORT_EVERY = 60_000;

interface Options {
  minutes: string;
  splitter: string;
  ruler: string;
  seed: string;
}

function keep(entry: Sample & { splitter: string; ruler: string }): void {
  const found = JSON.parse(readFileSync(FOUND, "utf8")) as unknown[];
  if (found.some((known) => isDeepStrictEqual(known, entry))) return;
  writeFileSync(FOUND, `${JSON.stringify([...found, entry], null, 2)}\n`);
}

async function fuzz({ minutes, splitter, ruler, seed }: Options) {
  const tried = properties
    .filter(
      (one) => one.splitter.includes(splitter) && one.ruler.includes(ruler)
    )
    .map((property) => ({ property, runs: 0, failures: 0 }));
  if (tried.length === 0) throw new Error("No splitter or ruler of this name.");
  let end = Date.now() + Number(minutes) * 60_000;
  // Stopped before its time it still says what it did.
  const stop = () => (end = 0);
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const total = (name: "runs" | "failures"): number =>
    tried.reduce((sum, one) => sum + one[name], 0);
  const soFar = (): string =>
    `${total("runs")} documents, ${total("failures")} failures`;
  let reported = Date.now();
  for (let round = Number(seed); Date.now() < end; round += 1) {
    for (const one of tried) {
      if (Date.now() >= end) break;
      if (Date.now() >= reported + REPORT_EVERY) {
        console.error(soFar());
        reported = Date.now();
      }
      const { property } = one;
      const result = await fc.check(asProperty(property), {
        numRuns: RUNS_A_ROUND,
        seed: round,
      });
      one.runs += result.numRuns;
      if (!result.failed || result.counterexample === null) continue;
      one.failures += 1;
      const [source, size] = result.counterexample;
      const name = { splitter: property.splitter, ruler: property.ruler };
      keep({ ...name, source, ...size });
      console.log(`${name.splitter}, ${name.ruler}, seed ${round}:`);
      console.log(`${JSON.stringify({ source, ...size })}`);
      console.log(`${String(result.errorInstance)}\n`);
    }
  }
  console.table(
    tried.map(({ property, runs, failures }) => ({
      splitter: property.splitter,
      ruler: property.ruler,
      runs,
      failures,
    }))
  );
  console.log(soFar());
  if (total("failures") > 0) process.exitCode = 1;
}

const command = new Command("fuzz")
  .option("--minutes <number>", "how long", "10")
  .option("--splitter <name>", "only those with this in their name", "")
  .option("--ruler <name>", "only measures with this in their name", "")
  .option("--seed <number>", "the first seed", String(Date.now() % 2 ** 31))
  .parse();
await fuzz(command.opts<Options>());
