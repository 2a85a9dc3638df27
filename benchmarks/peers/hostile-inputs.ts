/** Inputs that make splitters slow: 1 MB each, unless it says otherwise. */
import { clip } from "../corpora.js";

const SIZE = 1_000_000;

const fill = (pattern: string, size = SIZE): string =>
  clip(pattern.repeat(Math.ceil(size / pattern.length)), size);

/** The lines that `make` makes of 0, 1, 2 ... until the text is full. */
function lines(make: (n: number) => string): string {
  const made: string[] = [];
  for (let size = 0, n = 0; size < SIZE; n += 1) {
    const line = make(n);
    made.push(line);
    size += line.length + 1;
  }
  return made.join("\n");
}

/** Letters that are the same in every run, without end (a Lehmer generator). */
function letters(alphabet: string): string {
  let state = 1;
  return Array.from({ length: SIZE }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return alphabet[state % alphabet.length];
  }).join("");
}

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const SENTENCE = "The quick brown fox jumps over the lazy dog near the river. ";
const FAMILY = "👨‍👩‍👧‍👦";

const inputs: Record<string, () => string> = {
  "200 KB of ZWJ emoji": () => fill(FAMILY, 200_000),
  "200 KB, one cluster of ZWJ": () => fill("👩‍", 200_000),
  "one line of sentences": () => fill(SENTENCE),
  "one line without marks": () => fill("word and another "),
  "deep indentation": () => lines((n) => `${" ".repeat(n % 1_000)}line ${n}`),
  "deeper and deeper": () => lines((n) => `${" ".repeat(n)}x`),
  "special tokens": () => fill(`${SENTENCE}<|endoftext|> `),
  "200,000 brackets": () => fill("[", 200_000),
  "200,000 pairs": () => "(".repeat(100_000) + ")".repeat(100_000),
  braces: () => fill("{"),
  spaces: () => fill(" "),
  "spaces, then a letter": () => fill(`${" ".repeat(9_999)}x`),
  "line ends": () => fill("\n"),
  "one word, one letter": () => fill("a"),
  "one word of letters": () => letters(LOWER),
  base64: () => letters(`${LOWER}${LOWER.toUpperCase()}0123456789+/`),
  "combining marks": () => `a${fill("\u0301")}`,
  "Han without marks": () => fill("人工智能正在改变世界的方式和结构"),
  headings: () => lines((n) => `${"#".repeat(1 + (n % 6))} Heading ${n}`),
  "headings and words": () => lines((n) => `## Heading ${n}\n\nText ${n}.\n`),
  "nested lists": () => lines((n) => `${"  ".repeat(n % 200)}- item ${n}`),
  "nested quotes": () => lines((n) => `${"> ".repeat(1 + (n % 200))}text ${n}`),
  "quotes in one line": () => fill("> "),
  "unclosed fences": () => lines((n) => `${"`".repeat(3 + (n % 500))}js`),
  backticks: () => lines((n) => `${"`".repeat(1 + (n % 700))}x`),
  emphasis: () => fill("*a _b **c __d "),
  links: () => fill("[a](<b "),
  "link definitions": () => lines((n) => `[a${n}]: /url "title ${n}"`),
  "a table of 1,000 columns": () =>
    [
      fill("| name ", 7_000),
      fill("| --- ", 6_000),
      lines(() => fill("| x ", 4_000)),
    ].join("\n"),
  "a table of rows": () =>
    `| a | b |\n| --- | --- |\n${lines((n) => `| ${n} | value ${n} |`)}`,
  "unclosed tags": () => fill("<div><p>a"),
  "unclosed strings": () => lines((n) => `const a${n} = "\`'`),
  "nested functions": () => fill("function a() { return ", 200_000),
  "one expression": () => fill("a + b * "),
  "one line of code": () => fill("function f(a){return a?b(c):d[e]};"),
  "speaker lines": () => lines((n) => `A${n % 50}: yes`),
};

export const hostileNames = Object.keys(inputs);

/** A hostile input by its name. */
export function hostileText(name: string): string {
  const make = inputs[name];
  if (make === undefined) throw new RangeError(`no hostile input ${name}`);
  return make();
}
