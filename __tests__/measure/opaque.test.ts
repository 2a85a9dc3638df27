import { describe, expect, jest, test } from "@jest/globals";
import type { LengthFunction } from "../../src/measure/index.js";
import { createMeasure } from "../../src/measure/index.js";
import { createRandom, texts } from "./texts.js";

const TEXT = (texts.english + texts.markdown + texts.chinese).repeat(4);

const characters = (text: string): number => text.length;
const words = (text: string): number => text.match(/\S+/g)?.length ?? 0;
const later = async (text: string): Promise<number> => words(text);
/** Neither additive nor monotone. */
const odd = (text: string): number =>
  10 + text.length - (text.endsWith("e") ? 30 : 0) * (text.length > 40 ? 1 : 0);

const functions: Readonly<Record<string, LengthFunction>> = {
  characters,
  words,
  later,
  odd,
};

describe.each(Object.keys(functions))("a length function of %s", (name) => {
  const lengthFunction = functions[name];

  test("is counted and fitted exactly", async () => {
    const measure = await createMeasure(TEXT, lengthFunction, 100);
    const random = createRandom(31);
    for (let i = 0; i < 50; i++) {
      const start = random(TEXT.length);
      const end = Math.min(TEXT.length, start + random(500));
      const expected =
        end > start ? await lengthFunction(TEXT.slice(start, end)) : 0;
      expect(await measure.count(start, end)).toBe(expected);
      const max = random(120);
      const fit = await measure.fit(start, max, end);
      expect(fit).toBeGreaterThanOrEqual(start);
      expect(fit).toBeLessThanOrEqual(end);
      if (fit > start) {
        expect(await measure.count(start, fit)).toBeLessThanOrEqual(max);
      }
      if (name !== "odd" && fit < end) {
        expect(await measure.count(start, fit + 1)).toBeGreaterThan(max);
      }
    }
  });

  test("is called in proportion to the number of chunks", async () => {
    const limit = 50;
    const counter = jest.fn((text: string) => lengthFunction(text));
    const measure = await createMeasure(TEXT, counter as LengthFunction, limit);
    const calibrations = counter.mock.calls.length;
    const total = await lengthFunction(TEXT);
    expect(calibrations).toBeLessThan((total / limit) * 2.5 + 5);
    let chunks = 0;
    for (let at = 0; at < TEXT.length; chunks++) {
      at = Math.max(at + 1, await measure.fit(at, limit));
    }
    const calls = counter.mock.calls.length - calibrations;
    expect(calls).toBeLessThan(chunks * 12);
    const sent = counter.mock.calls.reduce(
      (sum, [text]) => sum + text.length,
      0
    );
    expect(sent).toBeLessThan(TEXT.length * 14);
  });

  test("gives positions that do not fall", async () => {
    const measure = await createMeasure(TEXT, lengthFunction, 100);
    let previous = 0;
    for (let at = 0; at <= TEXT.length; at += 7) {
      const position = measure.position(at);
      expect(position).toBeGreaterThanOrEqual(previous);
      previous = position;
    }
  });
});

describe("an opaque measure", () => {
  test("has exact positions for characters", async () => {
    const measure = await createMeasure(TEXT, characters, 100);
    expect(measure.slack).toBe(0);
    expect(measure.indexed).toBe(false);
    for (let at = 0; at <= TEXT.length; at++) {
      expect(measure.position(at)).toBe(at);
    }
  });

  test("has some slack for anything else", async () => {
    for (const lengthFunction of [words, odd]) {
      const measure = await createMeasure(TEXT, lengthFunction, 100);
      expect(measure.slack).toBeGreaterThan(0);
      expect(measure.slack).toBeLessThan(50);
    }
  });

  test("is synchronous where the function is", async () => {
    const measure = await createMeasure(TEXT, words, 100);
    expect(typeof measure.count(0, 50)).toBe("number");
    expect(typeof measure.fit(0, 50)).toBe("number");
    expect(typeof measure.countText("one two")).toBe("number");
    const other = await createMeasure(TEXT, later, 100);
    expect(other.countText("one two")).toBeInstanceOf(Promise);
    expect(await other.countText("one two")).toBe(2);
  });

  test("remembers spans", async () => {
    const counter = jest.fn(words);
    const measure = await createMeasure(TEXT, counter, 100);
    measure.count(3, 90);
    const calls = counter.mock.calls.length;
    measure.count(3, 90);
    expect(counter.mock.calls.length).toBe(calls);
    for (let i = 0; i < 10_000; i++) measure.count(i % 90, 100 + i);
    const later = counter.mock.calls.length;
    measure.count(3, 90);
    expect(counter.mock.calls.length).toBe(later + 1);
  });

  test("does not call the function for blank text", async () => {
    const counter = jest.fn(words);
    const measure = await createMeasure(" \n\t ", counter, 100);
    expect(measure.position(4)).toBe(0);
    const empty = await createMeasure("", counter, 100);
    expect(empty.count(0, 0)).toBe(0);
    expect(empty.fit(0, 10)).toBe(0);
    expect(counter).not.toHaveBeenCalled();
  });

  test("does not measure every character when the limit is tiny", async () => {
    const counter = jest.fn(characters);
    await createMeasure(TEXT, counter, 1);
    expect(counter.mock.calls.length).toBeLessThan(TEXT.length / 30);
  });

  test("never measures half a pair to calibrate", async () => {
    const counter = jest.fn(characters);
    await createMeasure("a" + "😀".repeat(2000), counter, 99);
    for (const [text] of counter.mock.calls) {
      expect(text).not.toMatch(/\p{Cs}/u);
    }
    expect(counter.mock.calls.length).toBeGreaterThan(20);
  });

  test.each([
    Number.NaN,
    -1,
    Infinity,
    -Infinity,
    undefined,
    null,
    "3",
    3n,
    {},
  ])("rejects a length of %p", async (value) => {
    // In quotes a string can be told from a number.
    const shown = value === "3" ? '"3"' : String(value);
    const message =
      "Expected `lengthFunction` to return a finite number from 0 up, " +
      `got \`${shown}\``;
    const wrong = (() => value) as unknown as LengthFunction;
    const wrongLater = (async () => value) as unknown as LengthFunction;
    await expect(createMeasure("text", wrong, 9)).rejects.toThrow(message);
    await expect(createMeasure("text", wrongLater, 9)).rejects.toThrow(message);
    let calls = 0;
    const wrongThen = ((text: string) =>
      calls++ === 0 ? text.length : value) as unknown as LengthFunction;
    const measure = await createMeasure("text", wrongThen, 9);
    expect(() => measure.count(1, 3)).toThrow(message);
    expect(() => measure.countText("other")).toThrow(message);
  });

  test("passes on the error of a function", async () => {
    const failing = async (): Promise<number> => {
      throw new TypeError("no tokenizer");
    };
    await expect(createMeasure("text", failing, 9)).rejects.toThrow(
      "no tokenizer"
    );
  });
});
