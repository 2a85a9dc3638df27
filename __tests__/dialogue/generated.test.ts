/** Transcripts made at random: turns whole, names repeated, invariants kept. */
import fc from "fast-check";
import { DialogueTextSplitter } from "langchain-seams";
import { locOf } from "../support/chunks.js";
import {
  paragraph,
  sizeAndOverlap,
  withLineEnds,
} from "../support/documents.js";
import { checkInvariants } from "../support/invariants.js";
import { characters } from "../support/splitters.js";

const numRuns = Number(process.env.SEAMS_RUNS ?? 300);

const NAMES = [
  "ANA",
  "Luis Gil",
  "Speaker 1",
  "Marta de la Torre",
  "Hablante 2",
];

/** How a turn begins: in front of the name, and behind it. */
const STYLES: [string, string][] = [
  ["", ": "],
  ["[00:12:03] ", ": "],
  ["12/3/24, 21:45 - ", ": "],
  ["[12/3/24, 9:45 p. m.] ", ": "],
  ["", "  10:32 AM\n"],
  ["", ":\n"],
];

const transcript = fc.record({
  style: fc.constantFrom(...STYLES),
  turns: fc.array(
    fc.record({
      name: fc.constantFrom(...NAMES),
      words: fc
        .array(paragraph, { minLength: 1, maxLength: 3 })
        .map((paragraphs) => paragraphs.join("\n\n")),
    }),
    { minLength: 2, maxLength: 8 }
  ),
  gap: fc.constantFrom("\n", "\n\n"),
  end: fc.constantFrom("\n", "\n", "\r\n"),
});

test("turns that fit are whole, and the name goes with every part", async () => {
  const property = fc.asyncProperty(
    transcript,
    sizeAndOverlap,
    async ({ style: [before, behind], turns, gap, end }, options) => {
      const names = turns.map(({ name }) => name);
      // A name that is there once may be a mere word.
      fc.pre(
        names.every((name) => names.indexOf(name) !== names.lastIndexOf(name))
      );
      const written = turns.map(({ name, words }) =>
        withLineEnds(`${before}${name}${behind}${words}${gap}`, end)
      );
      const source = written.join("");
      const params = { ...options, lengthFunction: characters };
      const splitter = new DialogueTextSplitter(params);
      await checkInvariants(splitter, source, {
        ...params,
        length: characters,
        grain: "prose",
      });
      const chunks = await splitter.createDocuments([source]);
      let start = 0;
      for (const [n, text] of written.entries()) {
        const turn = { start, end: start + text.trimEnd().length };
        start += text.length;
        const parts = chunks.filter((chunk) => {
          const loc = locOf(chunk);
          return loc.start < turn.end && loc.end > turn.start;
        });
        if (turn.end - turn.start <= options.chunkSize) {
          const isWhole = parts.some(
            (chunk) =>
              locOf(chunk).start <= turn.start && locOf(chunk).end >= turn.end
          );
          expect(isWhole).toBe(true);
        }
        for (const { metadata, pageContent } of parts) {
          expect(metadata.speakers.split(", ")).toContain(names[n]);
          const label = withLineEnds(names[n] + behind, end);
          if (metadata.loc.start < turn.start + before.length + label.length) {
            continue;
          }
          const isNamed = pageContent.startsWith(label);
          expect(isNamed).toBe(metadata.header_omitted !== true);
        }
      }
    }
  );
  await fc.assert(property, { numRuns, seed: 5 });
}, 1_800_000);
