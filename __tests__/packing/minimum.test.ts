/** The packer with a minimum: sections go out apart, short ones are joined. */
import fc from "fast-check";
import { createMeasure, tokenCounter } from "../../src/measure/index.js";
import { Strength, sectionStrength, type Seam } from "../../src/outline.js";
import { pack, type PackOptions } from "../../src/pack.js";
import { characters } from "../support/splitters.js";

type Limits = Pick<PackOptions, "limit" | "minimum">;
type Length = (text: string) => number;

async function chunksOf(
  text: string,
  seams: Seam[],
  limits: Limits,
  lengthFunction: Length = characters
): Promise<string[]> {
  const measure = await createMeasure(text, lengthFunction, limits.limit);
  const options = { ...limits, overlap: 0, pace: () => undefined };
  const chunks = await pack(text, { seams, heads: [] }, measure, options);
  return chunks.map(({ content }) => content);
}

const MARKS: Record<string, number> = {
  "‖": sectionStrength(1),
  "|": sectionStrength(20),
  "/": Strength.block,
};

/** The text and the seams of a text with marks. */
function parse(marked: string): [string, Seam[]] {
  const seams: Seam[] = [];
  let text = "";
  for (const character of marked) {
    const strength = MARKS[character];
    if (strength === undefined) text += character;
    else seams.push({ at: text.length, strength });
  }
  return [text, seams];
}

// ‖ a section of the first level, | one of the last, / a block.
test.each([
  ["sections go out apart", "aaaa|bbbb|cccc", ["aaaa", "bbbb", "cccc"]],
  ["blocks do not", "aaaa/bbbb|cccc", ["aaaabbbb", "cccc"]],
  ["the weaker seam gives way", "aaaa‖bb|cccc", ["aaaa", "bbcccc"]],
  ["at the end too", "aaaa|cccc‖bb", ["aaaa", "ccccbb"]],
  ["small ones join each other", "aa|bb‖cc|dd", ["aabb", "ccdd"]],
  ["a short text is one chunk", "a|b|c", ["abc"]],
  [
    "over the limit: cut at blocks, none too short",
    "aaaa/aaaa/aa|bbbb",
    ["aaaa", "aaaaaa", "bbbb"],
  ],
  [
    "no room beside it: a short chunk rather than a long one",
    "aaaaaaaa‖bb‖cccccccc",
    ["aaaaaaaa", "bb", "cccccccc"],
  ],
])("%s: %s", async (_name, marked, expected) => {
  const limits = { limit: 8, minimum: 4 };
  expect(await chunksOf(...parse(marked), limits)).toEqual(expected);
});

test("a minimum of 0 or 1 keeps every section apart, however short", async () => {
  const [text, seams] = parse("a|b|c/d");
  for (const minimum of [0, 1]) {
    const limits = { limit: 1000, minimum };
    expect(await chunksOf(text, seams, limits)).toEqual(["a", "b", "cd"]);
  }
});

/** The fewest chunks below the minimum that any packing has. */
function fewestShort(lengths: number[], limits: Required<Limits>): number {
  const best = [0];
  for (let j = 1; j <= lengths.length; j += 1) {
    best[j] = Infinity;
    let length = 0;
    for (let i = j - 1; i >= 0; i -= 1) {
      length += lengths[i];
      if (length > limits.limit && i < j - 1) break;
      const isShort = length < limits.minimum;
      best[j] = Math.min(best[j], best[i] + Number(isShort));
    }
  }
  return best[lengths.length];
}

test.each([
  ["characters", "x", characters],
  ["tokens", " word", tokenCounter("cl100k_base") as unknown as Length],
])("no packing has fewer short chunks (%s)", async (_name, unit, length) => {
  const units = fc.array(
    fc.record({
      length: fc.integer({ min: 1, max: 12 }),
      strength: fc.double({ min: 60, max: 100, noNaN: true }),
    }),
    { minLength: 1, maxLength: 30 }
  );
  const sizes = fc.record({
    limit: fc.integer({ min: 12, max: 40 }),
    minimum: fc.integer({ min: 0, max: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(units, sizes, async (parts, limits) => {
      let text = "";
      const seams = parts.map(({ length: count, strength }) => {
        const at = text.length;
        text += unit.repeat(count);
        return { at, strength };
      });
      const chunks = await chunksOf(text, seams, limits, length);
      expect(chunks.join("").replaceAll(" ", "")).toBe(
        text.replaceAll(" ", "")
      );
      const lengths = await Promise.all(
        chunks.map((chunk) => length(chunk.trimStart()))
      );
      const short = lengths.filter((each) => each < limits.minimum).length;
      const counts = parts.map((part) => part.length);
      expect(short).toBe(fewestShort(counts, limits));
      expect(Math.max(...lengths)).toBeLessThanOrEqual(limits.limit);
    }),
    { seed: 7 }
  );
});
