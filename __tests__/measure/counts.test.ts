import { describe, expect, test } from "@jest/globals";
import { createMeasure, tokenCounter } from "../../src/measure/index.js";
import { names, oracleOf } from "./oracles.js";
import { createRandom, texts } from "./texts.js";

/** Spans by kind of text; 50,000 in the long run. */
const SPANS = Number(process.env.SEAMS_SPANS ?? 1000);
const LONGEST = 160;
/** One span in this many is counted by js-tiktoken too, which is slow. */
const JAVASCRIPT_EVERY = 8;

describe.each(names)("counts of %s", (name) => {
  // The older encodings have a pattern of their own, but less depends on them.
  const isMain = name === "cl100k_base" || name === "o200k_base";
  const spans = isMain ? SPANS : Math.ceil(SPANS / 5);

  test.each(Object.keys(texts))(
    "random spans of %s",
    async (kind) => {
      const text = texts[kind];
      const isAmbiguous = /[\u0085\ufeff]/.test(text);
      const oracle = oracleOf(name);
      const measure = await createMeasure(text, tokenCounter(name), 400);
      const random = createRandom(17);
      const wrong: unknown[] = [];
      for (let i = 0; i < spans && wrong.length < 5; i++) {
        const start = random(text.length);
        const end = Math.min(text.length, start + random(random(LONGEST) + 2));
        const span = text.slice(start, end);
        let expected = oracle.wasm(span);
        if (isAmbiguous || i % JAVASCRIPT_EVERY === 0) {
          expected = Math.max(expected, oracle.javaScript(span));
        }
        const actual = measure.count(start, end);
        if (actual !== expected) wrong.push({ start, end, actual, expected });
        if (i % 4 === 0) {
          const counted = await measure.countText(span);
          if (counted !== expected) wrong.push({ span, counted, expected });
        }
      }
      expect(wrong).toEqual([]);
    },
    600_000
  );

  test("whole texts", async () => {
    const oracle = oracleOf(name);
    for (const text of Object.values(texts)) {
      const measure = await createMeasure(text, tokenCounter(name), 400);
      const expected = Math.max(
        oracle.wasm(text),
        /[\u0085\ufeff]/.test(text) ? oracle.javaScript(text) : 0
      );
      expect(measure.count(0, text.length)).toBe(expected);
      expect(await tokenCounter(name)(text)).toBe(expected);
    }
  });
});

describe("spans at the edge", () => {
  test("have the tokens of the slice", async () => {
    const measure = await createMeasure("a 😀 b", tokenCounter(), 400);
    expect(measure.count(0, 0)).toBe(0);
    expect(measure.count(6, 6)).toBe(0);
    expect(measure.count(4, 2)).toBe(0);
    expect(measure.count(-3, 100)).toBe(measure.count(0, 6));
    expect(measure.count(0, 3)).toBe(await measure.countText("a \ud83d"));
    const empty = await createMeasure("", tokenCounter(), 400);
    expect(empty.count(0, 0)).toBe(0);
    expect(empty.fit(0, 10)).toBe(0);
    expect(empty.position(0)).toBe(0);
    expect(await tokenCounter()("")).toBe(0);
  });

  test("may disagree between the two views of white space", async () => {
    // Otherwise the rule of the larger count would not be tested.
    const oracle = oracleOf("cl100k_base");
    const ambiguous = texts["U+0085"] + texts["U+FEFF"];
    const differences = [...ambiguous].map((_, at) => {
      const span = ambiguous.slice(at, at + 8);
      return oracle.wasm(span) - oracle.javaScript(span);
    });
    expect(Math.max(...differences)).toBeGreaterThan(0);
    expect(Math.min(...differences)).toBeLessThan(0);
  });
});

describe("positions", () => {
  const kinds = Object.keys(texts);

  test.each(kinds)("estimate the counts of %s", async (kind) => {
    const text = texts[kind];
    const measure = await createMeasure(text, tokenCounter(), 400);
    const random = createRandom(19);
    let outside = 0;
    let previous = 0;
    for (let offset = 0; offset <= text.length; offset++) {
      const position = measure.position(offset);
      expect(position).toBeGreaterThanOrEqual(previous);
      previous = position;
    }
    for (let i = 0; i < 1000; i++) {
      const start = random(text.length);
      const end = Math.min(text.length, start + random(1500));
      const estimate = measure.position(end) - measure.position(start);
      const error = Math.abs(estimate - Number(measure.count(start, end)));
      if (error > measure.slack) outside++;
      expect(error).toBeLessThan(40);
    }
    expect(outside).toBeLessThan(100);
  });
});
