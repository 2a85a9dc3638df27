/**
 * The five invariants of the design, over every splitter, measure, limit and
 * overlap, on documents made at random. `SEAMS_RUNS=20000` runs longer, and
 * `SEAMS_SEED` gives other documents ("random": others each time).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { checkSample, invariantsOf, type Sample } from "./support/property.js";
import { rulers, subjects } from "./support/splitters.js";

const numRuns = Number(process.env.SEAMS_RUNS ?? 2000);
const { SEAMS_SEED = "20261130" } = process.env;
const seed = SEAMS_SEED === "random" ? undefined : Number(SEAMS_SEED);

describe.each(subjects)("$name", (subject) => {
  it.each(rulers)(
    "keeps the five invariants, measured in $name",
    async (ruler) => {
      await fc.assert(invariantsOf(subject, ruler), { numRuns, seed });
    },
    1_800_000
  );
});

/** What `npm run fuzz` found, each as small as it could be made. */
const found = JSON.parse(
  readFileSync(join(__dirname, "found.json"), "utf8")
) as (Sample & { splitter: string; ruler: string })[];

it.each(found)(
  "keeps them where it once did not: $#, $splitter, $ruler",
  async ({ splitter, ruler, ...sample }) => {
    const subject = subjects.find(({ name }) => name === splitter);
    const measure = rulers.find(({ name }) => name === ruler);
    if (!subject || !measure) throw new Error(`${splitter}, ${ruler}?`);
    await checkSample(subject, measure, sample);
  }
);
