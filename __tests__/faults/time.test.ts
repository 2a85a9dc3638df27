/**
 * Reported faults about time: input on which other splitters take minutes.
 * The ceilings are some ten times what a slow machine needs: it is the power
 * of the growth that they catch, not a few per cent.
 */
import {
  cpuTime,
  rulers,
  subjects,
  type Options,
} from "../support/splitters.js";
import { bodies } from "../support/split.js";

const LIMIT_MS = 8_000;

const base64 = (length: number): string => {
  const letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  let state = 1;
  let text = "";
  for (let n = 0; n < length; n += 1) {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    text += letters[(state >> 16) % 64];
  }
  return text;
};

const inputs: [string, () => string][] = [
  ["one letter", () => "a".repeat(100_000)],
  ["Chinese without marks", () => "字".repeat(20_000)],
  ["spaces", () => `a${" ".repeat(50_000)}b`],
  ["dashes", () => "-".repeat(50_000)],
  ["1 MB of base64", () => base64(1_000_000)],
  ["a string of code", () => `const x = "${"a".repeat(50_000)}";`],
  ["family emoji", () => "👩‍👩‍👧‍👦".repeat(4_000)],
  ["emoji", () => "😀".repeat(20_000)],
  ["combining marks", () => "e\u0301".repeat(20_000)],
  ["one cluster", () => `a${"\u0301".repeat(5_000)} b`],
  [
    "deep indentation",
    () => {
      const lines = Array.from({ length: 300 }, (_, n) => `${" ".repeat(n)}x`);
      return lines.join("\n");
    },
  ],
  ["nested quotes", () => `${">".repeat(5_000)} x\n`.repeat(3)],
  [
    "nested lists",
    () =>
      Array.from({ length: 150 }, (_, n) => `${"  ".repeat(n)}- x`).join("\n"),
  ],
  [
    "a long table",
    () => `| a | b |\n|---|---|\n${"| uno | dos |\n".repeat(4_000)}`,
  ],
  ["an unclosed fence", () => `\`\`\`\n${"let a = 1;\n".repeat(8_000)}`],
  ["many headings", () => "# A\n".repeat(8_000)],
  ["blank lines", () => `a${"\n".repeat(200_000)}b`],
  ["one line of prose", () => "El gato duerme. ".repeat(8_000)],
  ["brackets", () => "[".repeat(50_000)],
  ["stars and ticks", () => "*`_".repeat(20_000)],
  ["open tags", () => "<a ".repeat(20_000)],
  ["comment starts", () => "<!-- ".repeat(20_000)],
  ["pipes", () => "|".repeat(20_000)],
  ["dollar signs", () => "$$\n\n".repeat(10_000)],
  ["colons", () => ":::\n".repeat(10_000)],
  ["open directives", () => ":::a\n\n".repeat(5_000)],
  ["open tags on lines", () => "<Tab>\n\n".repeat(5_000)],
  ["footnotes", () => "[^1]: a\n".repeat(10_000)],
  ["dashes on lines", () => "---\n".repeat(20_000)],
  ["dots", () => "e.g. ".repeat(20_000)],
];

describe.each(subjects)("$name ends soon, with all of", ({ make, grain }) => {
  it.each(inputs)("%s", async (_, build) => {
    const source = build();
    for (const { lengthFunction, length } of rulers.slice(0, 2)) {
      const options: Options = { chunkSize: 256, chunkOverlap: 0 };
      if (lengthFunction !== undefined) options.lengthFunction = lengthFunction;
      const started = cpuTime();
      const documents = await make(options).createDocuments([source]);
      expect(cpuTime() - started).toBeLessThan(LIMIT_MS);
      const joined = bodies(source, documents).join("");
      if (grain === "windows") expect(joined === source).toBe(true);
      const isSame = joined.replace(/\s+/g, "") === source.replace(/\s+/g, "");
      expect(isSame).toBe(true);
      const sizes = await Promise.all(
        documents
          .filter(({ metadata }) => metadata.oversize !== true)
          .map(({ pageContent }) => length(pageContent))
      );
      expect(Math.max(...sizes, 0)).toBeLessThanOrEqual(256);
    }
  });

  it("asks a slow length function in step with the text", async () => {
    const callsFor = async (paragraphs: number) => {
      let calls = 0;
      let asked = 0;
      const splitter = make({
        chunkSize: 300,
        chunkOverlap: 0,
        lengthFunction: async (text) => {
          calls += 1;
          asked += text.length;
          return text.length;
        },
      });
      const source = Array.from(
        { length: paragraphs },
        (_, n) => `## Título ${n}\n\nEl gato ${n} duerme. Y el perro no.`
      ).join("\n\n");
      const chunks = await splitter.splitText(source);
      return {
        perChunk: calls / chunks.length,
        perCharacter: asked / source.length,
      };
    };
    const small = await callsFor(100);
    const large = await callsFor(800);
    expect(large.perChunk).toBeLessThan(2 * small.perChunk + 5);
    expect(large.perCharacter).toBeLessThan(2 * small.perCharacter + 5);
  });
});
