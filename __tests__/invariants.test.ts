/**
 * The five invariants of the design, over every splitter, measure, limit and
 * overlap, on documents made at random. `SEAMS_RUNS=20000` runs longer, and
 * `SEAMS_SEED` gives other documents ("random": others each time).
 */
import fc from "fast-check";
import { anyDocument, sizeAndOverlap } from "./support/documents.js";
import { checkInvariants } from "./support/invariants.js";
import { rulers, subjects } from "./support/splitters.js";

const numRuns = Number(process.env.SEAMS_RUNS ?? 2000);
const { SEAMS_SEED = "20261130" } = process.env;
const seed = SEAMS_SEED === "random" ? {} : { seed: Number(SEAMS_SEED) };

describe.each(subjects)("$name", ({ grain, make }) => {
  it.each(rulers)(
    "keeps the five invariants, measured in $name",
    async ({ lengthFunction, length }) => {
      const property = fc.asyncProperty(
        anyDocument,
        sizeAndOverlap,
        async (source, { chunkSize, chunkOverlap }) => {
          const options = { chunkSize, chunkOverlap };
          const splitter = make(
            lengthFunction === undefined
              ? options
              : { ...options, lengthFunction }
          );
          await checkInvariants(splitter, source, {
            ...options,
            length,
            grain,
          });
        }
      );
      await fc.assert(property, {
        numRuns,
        ...seed,
      });
    },
    1_800_000
  );
});
