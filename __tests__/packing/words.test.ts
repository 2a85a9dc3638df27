/** Long texts without ends of sentences: only some of the words are units. */
import fc from "fast-check";
import { RecursiveTokenTextSplitter } from "langchain-seams";
import { checkInvariants } from "../support/invariants.js";
import { characters } from "../support/splitters.js";

const LIMITS = [200, 1000, 4000];

/** Words, and now and then one of about the limit. */
const longText = fc.constantFrom(...LIMITS).chain((chunkSize) =>
  fc
    .array(
      fc.oneof(
        { weight: 400, arbitrary: fc.integer({ min: 1, max: 12 }) },
        {
          weight: 1,
          arbitrary: fc.integer({ min: chunkSize - 9, max: chunkSize + 9 }),
        }
      ),
      { minLength: 1000, maxLength: 2000, size: "max" }
    )
    .map((lengths) => lengths.map((length) => "a".repeat(length)).join(" "))
    .map((source) => ({ source, chunkSize }))
);

test("a word that fits is not cut beside one that does not", async () => {
  const property = fc.asyncProperty(longText, async ({ source, chunkSize }) => {
    const options = { chunkSize, chunkOverlap: 0 };
    const splitter = new RecursiveTokenTextSplitter({
      ...options,
      lengthFunction: characters,
    });
    await checkInvariants(splitter, source, {
      ...options,
      length: characters,
      grain: "prose",
    });
    const chunks = await splitter.splitText(source);
    const whole = source.split(" ").filter((word) => word.length <= chunkSize);
    const found = new Map<string, number>();
    for (const word of chunks.flatMap((chunk) => chunk.split(" "))) {
      found.set(word, (found.get(word) ?? 0) + 1);
    }
    for (const word of new Set(whole)) {
      const count = whole.filter((other) => other === word).length;
      expect(found.get(word) ?? 0).toBeGreaterThanOrEqual(count);
    }
  });
  await fc.assert(property, { numRuns: 20, seed: 20261130 });
}, 120_000);
