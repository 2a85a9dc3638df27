/** Faults of page splitters: wrong, missing and trimmed page numbers. */
import { Document } from "@langchain/core/documents";
import {
  PageTextSplitter,
  QuotedReplies,
  RepeatedLines,
  type PageTextSplitterParams,
} from "langchain-seams";
import { locOf, type Loc } from "../support/chunks.js";

type Params = Partial<PageTextSplitterParams>;
type PageLoc = Loc & { pageEnd: number };

/** Each chunk with the page it starts on and the page it ends on. */
async function split(
  text: string,
  params: Params = {},
  metadata: Record<string, unknown> = {}
): Promise<[string, number?, number?][]> {
  const splitter = new PageTextSplitter(params);
  const documents = await splitter.createDocuments([text], [metadata]);
  return documents.map((document) => {
    const { start, end, pageNumber, pageEnd } = locOf(document) as PageLoc;
    expect(document.pageContent).toBe(text.slice(start, end));
    return [document.pageContent, pageNumber, pageEnd];
  });
}

const characters = (text: string): number => text.length;

test("numbers are right with overlap, and never too high", async () => {
  const text = "p1 a.\fp2 b sigue\fp3 c.";
  const expected = [
    ["p1 a.", 1, 1],
    ["p2 b sigue", 2, 2],
    ["p3 c.", 3, 3],
  ];
  for (const params of [
    {},
    { chunkOverlap: 5 },
    { chunkSize: 20, chunkOverlap: 10 },
    { chunkSize: 10, chunkOverlap: 9, lengthFunction: characters },
  ]) {
    expect(await split(text, params)).toEqual(expected);
  }
});

test("an empty page counts and gives no chunk", async () => {
  expect(await split("a\f\fb")).toEqual([
    ["a", 1, 1],
    ["b", 3, 3],
  ]);
  expect(await split("\f \n\f\n\tb\f")).toEqual([["\tb", 3, 3]]);
  expect(await split("a\r\n\f\r\n\r\n\fb\f\f")).toEqual([
    ["a", 1, 1],
    ["b", 3, 3],
  ]);
  expect(await split("\f\f")).toEqual([]);
});

test("a text without form feeds is page 1", async () => {
  expect(await split("Una.\n\nDos.")).toEqual([["Una.\n\nDos.", 1, 1]]);
});

test("pages count from the number that the loader gave", async () => {
  const metadata = { loc: { pageNumber: 7, extra: "x" } };
  expect(await split("a\fb", {}, metadata)).toEqual([
    ["a", 7, 7],
    ["b", 8, 8],
  ]);
  expect(metadata).toEqual({ loc: { pageNumber: 7, extra: "x" } });
});

test("a page that is cut keeps its number", async () => {
  const text = "Uno dos tres. Cuatro cinco seis.\fSiete ocho.";
  const params = { chunkSize: 20, lengthFunction: characters };
  expect(await split(text, params)).toEqual([
    ["Uno dos tres.", 1, 1],
    ["Cuatro cinco seis.", 1, 1],
    ["Siete ocho.", 2, 2],
  ]);
});

test("a page is never cut unless told", async () => {
  const page = "palabra ".repeat(3000).trim();
  expect(await split(`${page}\f${page}`)).toEqual([
    [page, 1, 1],
    [page, 2, 2],
  ]);
});

test("the indentation of the first line of a page is kept", async () => {
  const text = "  a\n b\n\f    c\n  d";
  expect(await split(text)).toEqual([
    ["  a\n b", 1, 1],
    ["    c\n  d", 2, 2],
  ]);
});

test("pages merge up to a number, and up to the limit", async () => {
  const text = "uno\f\fdos\ftres\fcuatro";
  expect(await split(text, { maxPagesPerChunk: 2 })).toEqual([
    ["uno", 1, 1],
    ["dos\ftres", 3, 4],
    ["cuatro", 5, 5],
  ]);
  const limited = { maxPagesPerChunk: 9, lengthFunction: characters };
  expect(await split(text, { ...limited, chunkSize: 9 })).toEqual([
    ["uno\f\fdos", 1, 3],
    ["tres", 4, 4],
    ["cuatro", 5, 5],
  ]);
  expect(await split(text, { maxPagesPerChunk: 9 })).toEqual([[text, 1, 5]]);
});

test.each([
  ["lower case goes on", "Dice\fque sí. Otra.", "Dice\fque sí."],
  ["an abbreviation is no end", "Según el art.\f5 vale. Otra.", undefined],
  ["a sentence over three pages", "Dice\fque\fsí. Otra.", "Dice\fque\fsí."],
  ["line breaks around", "Dice \n\f\nque sí. Otra.", "Dice \n\f\nque sí."],
])("joinAcrossPages: %s", async (_, text, first) => {
  const chunks = await split(text, { joinAcrossPages: true });
  expect(chunks[0][0]).toBe(first ?? text.slice(0, text.indexOf(" Otra")));
  expect(chunks.at(-1)![0]).toBe("Otra.");
});

test.each([
  ["an end of sentence", "Dice sí.\fOtra cosa. Más.", "Dice sí."],
  ["a heading", "Capítulo 1\fEl texto empieza.", "Capítulo 1"],
  ["a question", "¿Dice sí?\fOtra cosa.", "¿Dice sí?"],
])("joinAcrossPages leaves %s", async (_, text, first) => {
  const chunks = await split(text, { joinAcrossPages: true });
  expect(chunks.map(([, page]) => page)).toEqual([1, 2]);
  expect(chunks[0][0]).toBe(first);
});

test("pages of two files, or without numbers, are not joined", async () => {
  const splitter = new PageTextSplitter({ maxPagesPerChunk: 4 });
  const page = (source: string, pageNumber?: number) =>
    new Document({
      pageContent: `${source} ${pageNumber}`,
      metadata: { source, loc: { pageNumber } },
    });
  const documents = [
    ...[page("a", 1), page("a", 2), page("b", 1), page("b", 2)],
    ...[page("b", 2), page("c"), page("c")],
  ];
  const chunks = await splitter.invoke(documents);
  expect(chunks.map((chunk) => chunk.pageContent)).toEqual([
    "a 1\fa 2",
    "b 1\fb 2",
    "b 2",
    "c undefined",
    "c undefined",
  ]);
  expect(chunks.map(({ metadata }) => metadata.loc.pageNumber)).toEqual([
    1, 1, 2, 1, 1,
  ]);
});

test("bad options say which, what is expected and what was given", () => {
  const make = (params: object) => () => new PageTextSplitter(params);
  expect(make({ maxPagesPerChunk: 0 })).toThrow(
    "Expected `maxPagesPerChunk` to be an integer from 1 up, got `0`"
  );
  expect(make({ joinAcrossPages: "yes" })).toThrow(RangeError);
});

test.each([
  [new RepeatedLines(), ["Uno.", "Dos.", "Tres.", "Cuatro."], "Cabecera\n"],
  [new QuotedReplies(), ["Hola.", "Dos.", "Tres."], "> cita\n> cita\n\n"],
])("%s in front of it changes no number", async (filter, words, out) => {
  const pages = words.map((word) => `${out}${word}\n`);
  const pageContent = pages.join("\f");
  const filtered = await filter.invoke([
    new Document({ pageContent, metadata: {} }),
  ]);
  expect(filtered[0].pageContent.length).toBeLessThan(pageContent.length);
  const documents = await new PageTextSplitter().splitDocuments(filtered);
  expect(
    documents.map((document) => {
      const { pageNumber, pageEnd, start, end } = locOf(document) as PageLoc;
      return [pageContent.slice(start, end), pageNumber, pageEnd];
    })
  ).toEqual(words.map((word, index) => [word, index + 1, index + 1]));
});
