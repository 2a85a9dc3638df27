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
import { invariantsOf, type Sample } from "./support/property.js";
import { rulers, subjects } from "./support/splitters.js";

const FOUND = join(import.meta.dirname, "found.json");
const RUNS_A_ROUND = 100;

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
  const pairs = subjects
    .filter(({ name }) => name.includes(splitter))
    .flatMap((subject) =>
      rulers
        .filter(({ name }) => name.includes(ruler))
        .map((measure) => ({ subject, measure }))
    );
  if (pairs.length === 0) throw new Error("No splitter or ruler of this name.");
  const end = Date.now() + Number(minutes) * 60_000;
  const totals = new Map(pairs.map((pair) => [pair, { runs: 0, failures: 0 }]));
  for (let round = Number(seed); Date.now() < end; round += 1) {
    for (const pair of pairs) {
      const { subject, measure } = pair;
      const result = await fc.check(invariantsOf(subject, measure), {
        numRuns: RUNS_A_ROUND,
        seed: round,
      });
      const total = totals.get(pair)!;
      total.runs += result.numRuns;
      if (!result.failed || result.counterexample === null) continue;
      total.failures += 1;
      const [source, size] = result.counterexample;
      const entry = { splitter: subject.name, ruler: measure.name };
      keep({ ...entry, source, ...size });
      console.log(`${subject.name}, ${measure.name}, seed ${round}:`);
      console.log(`${JSON.stringify({ source, ...size })}`);
      console.log(`${String(result.errorInstance)}\n`);
    }
  }
  console.table(
    pairs.map((pair) => ({
      splitter: pair.subject.name,
      ruler: pair.measure.name,
      ...totals.get(pair),
    }))
  );
  const all = [...totals.values()];
  const failures = all.reduce((sum, total) => sum + total.failures, 0);
  const runs = all.reduce((sum, total) => sum + total.runs, 0);
  console.log(`${runs} documents, ${failures} failures`);
  if (failures > 0) process.exitCode = 1;
}

const command = new Command("fuzz")
  .option("--minutes <number>", "how long", "10")
  .option("--splitter <name>", "only those with this in their name", "")
  .option("--ruler <name>", "only measures with this in their name", "")
  .option("--seed <number>", "the first seed", String(Date.now() % 2 ** 31))
  .parse();
await fuzz(command.opts<Options>());
