import { describe, expect, test } from "@jest/globals";
import { Classes } from "../../src/measure/classes.js";
import {
  Scanner100k,
  Scanner200k,
  Scanner50k,
} from "../../src/measure/scanner.js";
import { names, ranks } from "./oracles.js";
import { createRandom, texts } from "./texts.js";

const scanners = {
  cl100k_base: Scanner100k,
  o200k_base: Scanner200k,
  p50k_base: Scanner50k,
  r50k_base: Scanner50k,
};

/** Every kind of character that one of the patterns tells from another. */
const ALPHABET = [
  ..." \n\r\t\u00a0\u0085\ufeff\u3000\u2028abABsTlreVdm'1½-/_日жЖǅʰª❤",
  "\u0301",
  "\u200d",
  "\ufe0f",
  "😀",
  "𝐀",
  "𝟙",
  "\ud800",
  "\udc00",
];

/** The pattern with the white space of the reference implementation. */
function asInRust(pattern: string): string {
  return pattern
    .replaceAll("[^\\s", "[^\\p{White_Space}")
    .replaceAll("\\s", "\\p{White_Space}")
    .replaceAll("\\S", "\\P{White_Space}");
}

describe.each(names)("the scanner of %s", (name) => {
  test.each(["javascript", "rust"] as const)(
    "cuts where the pattern of js-tiktoken cuts, in the view of %s",
    (view) => {
      const source = ranks[name].pat_str;
      const pattern = new RegExp(
        view === "rust" ? asInRust(source) : source,
        "uy"
      );
      const scanner = new scanners[name](new Classes(view));
      const random = createRandom(23);
      for (let i = 0; i < 20_000; i++) {
        const few = Array.from(
          { length: 2 + random(6) },
          () => ALPHABET[random(ALPHABET.length)]
        );
        const length = 1 + random(10);
        const text = Array.from({ length }, () => few[random(few.length)]).join(
          ""
        );
        for (let at = 0; at < text.length;) {
          pattern.lastIndex = 0;
          const expected = pattern.exec(text.slice(at))?.[0].length ?? 0;
          const actual = scanner.next(text, at, text.length) - at;
          if (actual !== expected) {
            throw new Error(
              `${JSON.stringify(text)} at ${at}: ${actual}, not ${expected}`
            );
          }
          at += actual;
        }
      }
    }
  );

  test("says of closed pre-tokens that their prefixes are pre-tokens", () => {
    const scanner = new scanners[name](new Classes("javascript"));
    let closed = 0;
    for (const text of Object.values(texts)) {
      for (let at = 0; at < text.length;) {
        const end = scanner.next(text, at, text.length);
        if (end - at > 64 && scanner.isClosed(text, at, end)) {
          closed++;
          for (let cut = at + 1; cut < end; cut++) {
            // Between the units of a pair the cut changes the class.
            if (text.codePointAt(cut - 1) === text.charCodeAt(cut - 1)) {
              expect(scanner.next(text, at, cut)).toBe(cut);
            }
          }
        }
        at = end;
      }
    }
    expect(closed).toBeGreaterThan(0);
  });
});
