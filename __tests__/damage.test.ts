/** What the benchmark of peers counts, on examples that are counted by hand. */
import {
  altered,
  brokenCharacters,
  cutFences,
  cutFunctions,
  endsInSentence,
  overLimit,
  rowsWithoutHeader,
  wrongLines,
  type Piece,
} from "../benchmarks/damage.js";

const split = (source: string, pieces: (string | Piece)[], limit = 100) => ({
  source,
  limit,
  count: (text: string) => text.length,
  pieces: pieces.map((one) => (typeof one === "string" ? { text: one } : one)),
});

test("chunks over the limit", async () => {
  const made = split("abcdef gh", ["abcdef", "gh"], 5);
  expect(await overLimit(made)).toEqual({ bad: 1, of: 2 });
});

test("fences that are cut, if they fit", async () => {
  const fence = "```js\na();\n\nb();\n```";
  const source = `Text.\n\n${fence}\n\nMore.`;
  const cut = ["Text.\n\n```js\na();", "b();\n```\n\nMore."];
  expect(await cutFences(split(source, cut))).toEqual({ bad: 1, of: 1 });
  expect(await cutFences(split(source, cut, 15))).toEqual({ bad: 0, of: 0 });
  const whole = ["Text.", fence, "More."];
  expect(await cutFences(split(source, whole))).toEqual({ bad: 0, of: 1 });
});

test("functions and classes that are cut, if they fit", async () => {
  const source = "function a() {\n  return 1;\n}\n\nclass B {\n  c() {}\n}\n";
  const whole = ["function a() {\n  return 1;\n}", "class B {\n  c() {}\n}"];
  expect(await cutFunctions(split(source, whole))).toEqual({ bad: 0, of: 3 });
  const cut = ["function a() {\n  return 1;", "}\n\nclass B {", "c() {}\n}"];
  expect(await cutFunctions(split(source, cut))).toEqual({ bad: 2, of: 3 });
});

test("rows without their header, which may be repeated", async () => {
  const head = "| a | b |\n| - | - |\n";
  const source = `${head}| 1 | 2 |\n| 3 | 4 |\n`;
  const start = head.length + "| 1 | 2 |\n".length;
  const repeated: Piece = {
    text: `${head}| 3 | 4 |`,
    body: "| 3 | 4 |",
    start,
    end: source.length,
  };
  const first = `${head}| 1 | 2 |`;
  const good = split(source, [first, repeated]);
  expect(await rowsWithoutHeader(good)).toEqual({ bad: 0, of: 2 });
  const bad = split(source, [first, "| 3 | 4 |"]);
  expect(await rowsWithoutHeader(bad)).toEqual({ bad: 1, of: 2 });
});

test("chunks that end inside a sentence, if it fits", async () => {
  const source = "One is here. Two goes on, and on.\nA line without a mark  ";
  const good = [
    "One is here.",
    "Two goes on, and on.",
    "A line without a mark",
  ];
  expect(await endsInSentence(split(source, good))).toEqual({ bad: 0, of: 3 });
  const bad = ["One is here. Two goes", "on, and on.\nA line without a mark"];
  expect(await endsInSentence(split(source, bad))).toEqual({ bad: 1, of: 2 });
  expect((await endsInSentence(split(source, bad, 10))).bad).toBe(0);
});

test("lines that are not those of the text", () => {
  const source = "a\nb\nsame\nsame\n";
  const at = (text: string, from: number, to: number): Piece => ({
    text,
    lines: { from, to },
  });
  const pieces = [at("a\nb", 1, 2), at("same", 3, 3), at("same", 4, 4)];
  expect(wrongLines(split(source, pieces))).toEqual({ bad: 0, of: 3 });
  const wrong = [at("a\nb", 1, 3), at("same", 3, 4), at("same", 0, 0), "a"];
  expect(wrongLines(split(source, wrong))).toEqual({ bad: 3, of: 3 });
});

test("halves of characters, where the source has whole ones", () => {
  const pieces = ["a \uD83D", "\uDE00 b", "a \uFFFD", "a 😀"];
  const made = split("a 😀 b", pieces);
  expect(brokenCharacters(made)).toEqual({ bad: 3, of: 4 });
  const broken = split("a \uFFFD b", pieces);
  expect(brokenCharacters(broken)).toEqual({ bad: 0, of: 4 });
});

test("what the source does not hold, white space aside", () => {
  const made = split("one  two\nthree", ["one two", "three", "four"]);
  expect(altered(made)).toEqual({ bad: 1, of: 3 });
});
