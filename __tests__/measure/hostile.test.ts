import { beforeAll, describe, expect, test } from "@jest/globals";
import { createMeasure, tokenCounter } from "../../src/measure/index.js";
import { oracleOf } from "./oracles.js";
import { randomUnits, texts } from "./texts.js";

const SIZE = 1_000_000;
/** Seconds of processor time; quadratic counting takes hours. */
const CEILING = 5;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const BASE64 = LETTERS + LETTERS.toUpperCase() + "0123456789+/";
const HAN = texts["chinese without punctuation"].replaceAll(" ", "");

function fill(pattern: string): string {
  return pattern.repeat(Math.ceil(SIZE / pattern.length)).slice(0, SIZE);
}

const inputs: Readonly<Record<string, () => string>> = {
  "one letter": () => fill("a"),
  "a blank and one letter": () => " " + fill("a"),
  spaces: () => fill(" "),
  "spaces and tabs": () => fill(" ".repeat(200) + "\t"),
  "spaces and line ends": () => fill(" ".repeat(200) + "\n"),
  "line ends": () => fill("\n"),
  "line ends of two units": () => fill("\r\n"),
  dashes: () => fill("-"),
  "equals signs and dashes": () => fill("=".repeat(40) + "-"),
  "one Han character": () => fill("字"),
  "Han without punctuation": () => fill(HAN),
  base64: () => randomUnits(BASE64, SIZE),
  "random letters": () => randomUnits(LETTERS, SIZE),
  "capitals after Han": () => fill("日" + "ABC".repeat(300)),
  emoji: () => fill("😀"),
  digits: () => fill("0123456789"),
  "5 M times ж": () => "ж".repeat(5_000_000),
};

/** Seconds of processor time that a task takes. */
async function timed(task: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

describe.each(["cl100k_base", "o200k_base"] as const)("hostile, %s", (name) => {
  beforeAll(async () => {
    await tokenCounter(name)("");
  });

  test.each(Object.keys(inputs))("%s: index and counts", async (kind) => {
    const text = inputs[kind]();
    let total = 0;
    const seconds = await timed(async () => {
      const measure = await createMeasure(text, tokenCounter(name), 400);
      total = Number(measure.count(0, text.length));
    });
    expect(seconds).toBeLessThan(CEILING);
    // The same text counted in another way, and a start of it by the oracle.
    expect(await tokenCounter(name)(text)).toBe(total);
    const start = text.slice(0, 500);
    expect(await tokenCounter(name)(start)).toBe(oracleOf(name).wasm(start));
  });
});

describe("hostile, in chunks", () => {
  test.each(Object.keys(inputs))(
    "%s: one chunk after another",
    async (kind) => {
      const text = inputs[kind]().slice(0, SIZE / 5);
      const measure = await createMeasure(text, tokenCounter(), 400);
      const seconds = await timed(async () => {
        for (let at = 0; at < text.length;) {
          const end = Number(measure.fit(at, 400));
          expect(end).toBeGreaterThan(at);
          expect(measure.count(at, end)).toBeLessThanOrEqual(400);
          at = end;
        }
      });
      expect(seconds).toBeLessThan(CEILING);
    }
  );
});

test("long runs have the tokens that a plain encoder finds", async () => {
  const oracle = oracleOf("cl100k_base");
  const count = tokenCounter();
  for (const character of ["a", " ", "\n", "-", "字", "ж", "=", "é"]) {
    for (const length of [65, 127, 128, 129, 500, 1025, 2500]) {
      const run = character.repeat(length);
      expect({ character, length, count: await count(run) }).toEqual({
        character,
        length,
        count: oracle.wasm(run),
      });
    }
  }
});
