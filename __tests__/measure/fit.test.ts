import { describe, expect, test } from "@jest/globals";
import type { Measure } from "../../src/measure/index.js";
import { createMeasure, tokenCounter } from "../../src/measure/index.js";
import { createRandom, texts } from "./texts.js";

/** The furthest end that fits, by trying every one. */
function bruteForce(
  measure: Measure,
  start: number,
  max: number,
  end: number
): number {
  let furthest = start;
  for (let at = start; at <= end; at++) {
    if (Number(measure.count(start, at)) <= max) furthest = at;
  }
  return furthest;
}

const FITS = 20;

describe.each(["cl100k_base", "o200k_base", "p50k_base"])("fit, %s", (name) => {
  test.each(Object.keys(texts))(
    "finds the furthest end in %s",
    async (kind) => {
      const text = texts[kind];
      const measure = await createMeasure(text, tokenCounter(name), 400);
      const random = createRandom(29);
      for (let i = 0; i < FITS; i++) {
        const start = random(text.length);
        const max = random(random(50) + 2);
        const end = Math.min(text.length, start + 400);
        const expected = bruteForce(measure, start, max, end);
        const actual = measure.fit(start, max, end);
        expect({ start, max, actual }).toEqual({
          start,
          max,
          actual: expected,
        });
      }
    }
  );
});

describe("fit", () => {
  test("sees beyond prefixes that have more tokens", async () => {
    const text = "indistinguishable";
    const measure = await createMeasure(text, tokenCounter(), 400);
    const counts = Array.from({ length: text.length }, (_, i) =>
      Number(measure.count(0, i + 1))
    );
    const falls = counts.filter((count, i) => i > 0 && count < counts[i - 1]);
    expect(falls.length).toBeGreaterThan(1);
    for (let max = 0; max <= 4; max++) {
      const expected = counts.findLastIndex((count) => count <= max) + 1;
      expect(measure.fit(0, max)).toBe(expected);
    }
  });

  test("looks past white space that joins at the end", async () => {
    const text = "Word".repeat(20) + "   \n  \t x" + "字".repeat(300);
    const measure = await createMeasure(text, tokenCounter(), 400);
    for (let max = 0; max < 40; max++) {
      for (const start of [3, 41, 79, 81, 84]) {
        const expected = bruteForce(measure, start, max, 400);
        expect(measure.fit(start, max, 400)).toBe(expected);
      }
    }
  });

  test("gives the start when nothing fits, and the end when all does", async () => {
    const measure = await createMeasure("猫が好き", tokenCounter(), 400);
    expect(measure.fit(0, 2)).toBe(0);
    expect(measure.fit(0, 0)).toBe(0);
    expect(measure.fit(0, -1)).toBe(0);
    expect(measure.fit(0, Number.NaN)).toBe(0);
    expect(measure.fit(0, 4)).toBe(2);
    expect(measure.fit(0, Infinity)).toBe(4);
    expect(measure.fit(1, 100, 3)).toBe(3);
    expect(measure.fit(3, 100, 1)).toBe(3);
  });

  test("fills chunks of a long text that join to the text", async () => {
    const text = texts.chinese.repeat(5) + texts.markdown + "a".repeat(5000);
    const measure = await createMeasure(text, tokenCounter(), 100);
    let chunks = 0;
    for (let at = 0; at < text.length; chunks++) {
      const end = Number(measure.fit(at, 100));
      expect(measure.count(at, end)).toBeLessThanOrEqual(100);
      if (end < text.length) {
        expect(measure.count(at, end + 1)).toBeGreaterThan(100);
      }
      at = end;
    }
    const all = Number(measure.count(0, text.length));
    expect(chunks).toBeLessThan(all / 95);
  });
});
