/**
 * The five invariants of the design, over every splitter, measure, limit and
 * overlap, on documents made at random. `SEAMS_RUNS=20000` runs longer, and
 * `SEAMS_SEED` gives other documents ("random": others each time).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { asProperty, properties, type Sample } from "./support/property.js";

const numRuns = Number(process.env.SEAMS_RUNS ?? 2000);
const { SEAMS_SEED = "20261130" } = process.env;
const seed = SEAMS_SEED === "random" ? undefined : Number(SEAMS_SEED);

test.each(properties)(
  "$splitter keeps the invariants, measured in $ruler",
  async (property) => {
    await fc.assert(asProperty(property), { numRuns, seed });
  },
  1_800_000
);

/** What `npm run fuzz` found, each as small as it could be made. */
const found = JSON.parse(
  readFileSync(join(__dirname, "found.json"), "utf8")
) as (Sample & { splitter: string; ruler: string })[];

it.each(found)(
  "keeps them where it once did not: $#, $splitter, $ruler",
  async ({ splitter, ruler, ...sample }) => {
    const property = properties.find(
      (one) => one.splitter === splitter && one.ruler === ruler
    );
    if (!property) throw new Error(`${splitter}, ${ruler}?`);
    await property.check(sample);
  }
);
