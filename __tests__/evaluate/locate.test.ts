/** Chunks of splitters that say nothing of offsets, found in their source. */
import { Document } from "@langchain/core/documents";
import {
  MarkdownTextSplitter,
  RecursiveCharacterTextSplitter,
} from "@langchain/textsplitters";
import fc from "fast-check";
import {
  StructuralHTMLTextSplitter,
  StructuralMarkdownTextSplitter,
} from "langchain-seams";
import { Locator, shown } from "../../src/documents/locate.js";
import { union } from "../../src/evaluate/spans.js";

const document = (pageContent: string, loc?: unknown) =>
  new Document({ pageContent, metadata: loc === undefined ? {} : { loc } });

/** What a chunk shows of its source. */
function spansOf(locator: Locator, content: string, loc?: unknown) {
  const location = locator.locate(document(content, loc));
  return location && union(shown(location.pieces, Infinity));
}

test("repeated text is found where its turn is", () => {
  const locator = new Locator("Yes.\n\nYes.\n\nNo.\n\nYes.");
  const starts = ["Yes.", "Yes.", "No.", "Yes."].map(
    (content) => spansOf(locator, content)?.[0].start
  );
  expect(starts).toEqual([0, 6, 12, 17]);
});

test("overlapping chunks are found inside the chunk before", () => {
  const text = "a b c d e f g h a b c d e f g h";
  const locator = new Locator(text);
  expect(spansOf(locator, "a b c d e")).toEqual([{ start: 0, end: 9 }]);
  expect(spansOf(locator, "d e f g h")).toEqual([{ start: 6, end: 15 }]);
  expect(spansOf(locator, "g h a b c")).toEqual([{ start: 12, end: 21 }]);
});

test("what was written anew is where it says", async () => {
  const html = "<h1>A</h1><p>one &amp; <b>two</b></p><p>three &lt; four</p>";
  const splitter = new StructuralHTMLTextSplitter({
    chunkSize: 14,
    lengthFunction: (text) => text.length,
  });
  const locator = new Locator(html);
  const places = (await splitter.createDocuments([html])).map((chunk) => {
    const { start = 0, end = 0 } = locator.locate(chunk)?.body ?? {};
    return html.slice(start, end);
  });
  expect(places).toEqual(["A</h1><p>one &amp; <b>two", "three &lt; four"]);
});

test("white space may differ", () => {
  const text = "One  two\r\nthree.\n\n\tFour five.";
  const locator = new Locator(text);
  expect(spansOf(locator, "One two three.")).toEqual([{ start: 0, end: 16 }]);
  expect(spansOf(locator, "Four\nfive.")).toEqual([{ start: 19, end: 29 }]);
});

test("what is cut is mapped through white space that differs", () => {
  const text = "One  two\r\nthree.";
  const location = new Locator(text).locate(document("One two three."));
  const cut = union(shown(location?.pieces ?? [], 7));
  expect(cut).toEqual([{ start: 0, end: 8 }]);
});

test("a repeated header is found line by line", () => {
  const text = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |";
  const locator = new Locator(text);
  locator.locate(document("| a | b |\n|---|---|\n| 1 | 2 |"));
  expect(spansOf(locator, "| a | b |\n|---|---|\n| 3 | 4 |")).toEqual([
    { start: 0, end: 19 },
    { start: 30, end: 39 },
  ]);
});

test("text that is not there is not found", () => {
  const locator = new Locator("One two three.");
  expect(locator.locate(document("Something else."))).toBeUndefined();
  expect(locator.locate(document(" "))).toBeUndefined();
  expect(locator.locate(document(""))).toBeUndefined();
});

test("offsets are believed only where the text agrees", () => {
  const locator = new Locator("One two. One two.");
  const right = { start: 9, end: 17 };
  expect(spansOf(locator, "One two.", right)).toEqual([right]);
  const wrong = { start: 3, end: 11 };
  expect(spansOf(locator, "One two.", wrong)).toEqual([{ start: 0, end: 8 }]);
});

test("our chunks: heads, body and tail", async () => {
  const rows = Array.from({ length: 40 }, (_, k) => `| ${k} | value ${k} |`);
  const text = `# T\n\n| n | v |\n| --- | --- |\n${rows.join("\n")}\n`;
  const splitter = new StructuralMarkdownTextSplitter({ chunkSize: 80 });
  const chunks = await splitter.createDocuments([text]);
  const locator = new Locator(text);
  const header = { start: text.indexOf("| n"), end: text.indexOf("| 0") };
  for (const chunk of chunks.slice(1)) {
    const location = locator.locate(chunk);
    expect(location?.heads).toEqual([header]);
    const [first, second] = location?.pieces ?? [];
    expect(first).toMatchObject(header);
    const { start, end } = chunk.metadata.loc;
    expect(second).toMatchObject({ start, end });
    const shownText = chunk.pageContent.slice(second.from, second.to);
    expect(shownText).toBe(text.slice(start, end));
  }
});

describe.each([0, 30])("LangChain's splitters, overlap %d", (chunkOverlap) => {
  const word = fc.constantFrom("a", "b", "be", "que", "é", "🙂", ".", "\n\n");
  const texts = fc
    .array(word, { minLength: 1, maxLength: 200 })
    .map((words) => words.join(" "));

  test.each([RecursiveCharacterTextSplitter, MarkdownTextSplitter])(
    "%p",
    async (Splitter) => {
      const splitter = new Splitter({ chunkSize: 60, chunkOverlap });
      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          const chunks = await splitter.createDocuments([text]);
          const locator = new Locator(text);
          const spans = chunks.map((chunk) => {
            const found = spansOf(locator, chunk.pageContent);
            expect(found).toHaveLength(1);
            const [{ start, end }] = found ?? [];
            const there = text.slice(start, end).replace(/\s/g, "");
            expect(there).toBe(chunk.pageContent.replace(/\s/g, ""));
            return { start, end };
          });
          // Nothing is lost between them: they are where they belong.
          let covered = 0;
          for (const { start, end } of spans) {
            if (start > covered) {
              expect(text.slice(covered, start).trim()).toBe("");
            }
            covered = Math.max(covered, end);
          }
          expect(text.slice(covered).trim()).toBe("");
        }),
        { numRuns: 150, seed: 1 }
      );
    }
  );
});
