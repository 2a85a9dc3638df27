/** A PDF of 50 pages, through LangChain's own loader. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Document } from "@langchain/core/documents";
import { PageTextSplitter } from "langchain-seams";
import { locOf } from "../support/chunks.js";
import { runSource } from "../support/child.js";

const WORDS = "el contador mide la energía que la línea lleva cada hora".split(
  " "
);

/** Sentences that say on which page and at which place they stand. */
function sentencesOf(page: number): string[] {
  return Array.from({ length: 12 }, (_, n) => {
    const words = Array.from(
      { length: 9 },
      (_, k) => WORDS[(page * 5 + n * 3 + k) % WORDS.length]
    );
    return `Frase ${page}-${n}: ${words.join(" ")}.`;
  });
}

/** Pages 7 and 20 are empty; on 13 a sentence begins that ends on 14. */
const EMPTY = [7, 20];
const pages = Array.from({ length: 50 }, (_, index) => {
  const page = index + 1;
  if (EMPTY.includes(page)) return [];
  const lines = sentencesOf(page);
  if (page === 13) lines.push("Esta frase empieza en la página trece");
  if (page === 14) lines.unshift("y acaba en la catorce.");
  return lines;
});

let loaded: Document[];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "seams-pdf-"));
  const file = join(folder, "pages.json");
  await writeFile(file, JSON.stringify(pages));
  const result = await runSource("__tests__/pages/read-pdf.ts", [file]);
  await rm(folder, { recursive: true });
  expect(result.stderr).toBe("");
  loaded = JSON.parse(result.stdout);
});

/** The pages on which the sentences of a chunk stand, by what they say. */
const pagesIn = (text: string): number[] =>
  [...text.matchAll(/Frase (\d+)-/g)].map(([, page]) => Number(page));

/** Whether every sentence is in one chunk, whole, and on its page. */
function expectAll(chunks: Document[], source: (chunk: Document) => string) {
  for (const chunk of chunks) {
    const { start, end, pageNumber, pageEnd } = locOf(chunk) as ReturnType<
      typeof locOf
    > & { pageEnd: number };
    expect(chunk.pageContent).toBe(source(chunk).slice(start, end));
    const found = pagesIn(chunk.pageContent);
    expect(found[0]).toBeGreaterThanOrEqual(pageNumber!);
    expect(found.at(-1)).toBeLessThanOrEqual(pageEnd);
  }
  const all = pages.flatMap((lines) => lines.filter((s) => /^Frase/.test(s)));
  const words = chunks.map((c) => c.pageContent.replace(/\s+/g, " "));
  for (const sentence of all) {
    expect(words.filter((text) => text.includes(sentence))).toHaveLength(1);
  }
}

const pageOf = (chunk: Document): string =>
  loaded.find((page) => locOf(page).pageNumber === locOf(chunk).pageNumber)!
    .pageContent;

test("the loader leaves empty pages out, and numbers the others", () => {
  expect(loaded).toHaveLength(48);
  expect(loaded.map((page) => locOf(page).pageNumber)).toEqual(
    pages.flatMap((lines, n) => (lines.length > 0 ? [n + 1] : []))
  );
});

test("a page is a chunk", async () => {
  const chunks = await new PageTextSplitter().splitDocuments(loaded);
  expect(chunks.map((c) => c.pageContent)).toEqual(
    loaded.map((page) => page.pageContent.trim())
  );
  expect(chunks.map((c) => locOf(c).pageNumber)).toEqual(
    loaded.map((page) => locOf(page).pageNumber)
  );
  expectAll(chunks, pageOf);
  for (const { metadata } of chunks) expect(metadata.pdf.totalPages).toBe(50);
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(48);
});

test("pages are cut when told, with overlap inside a page", async () => {
  const cut = new PageTextSplitter({ chunkSize: 150 });
  const chunks = await cut.splitDocuments(loaded);
  expect(chunks.length).toBeGreaterThanOrEqual(96);
  expectAll(chunks, pageOf);
  const overlapping = await new PageTextSplitter({
    chunkSize: 150,
    chunkOverlap: 40,
  }).splitDocuments(loaded);
  for (const [n, chunk] of overlapping.entries()) {
    const { start, end, pageNumber } = locOf(chunk);
    expect(chunk.pageContent).toBe(pageOf(chunk).slice(start, end));
    expect(new Set(pagesIn(chunk.pageContent))).toEqual(new Set([pageNumber]));
    const before = overlapping[n - 1];
    if (before && locOf(before).pageNumber === pageNumber) {
      expect(start).toBeLessThan(locOf(before).end);
    }
  }
});

test("pages are merged when told, by number", async () => {
  const splitter = new PageTextSplitter({ maxPagesPerChunk: 5 });
  const chunks = await splitter.splitDocuments(loaded);
  const first = loaded.map((page) => locOf(page).pageNumber!);
  const joined = loaded.reduce(
    (text, page, n) =>
      text +
      "\f".repeat(n === 0 ? 0 : first[n] - first[n - 1]) +
      page.pageContent,
    ""
  );
  expectAll(chunks, () => joined);
  expect(chunks.map((c) => locOf(c).pageNumber)).toEqual(
    // Page 20 is empty: what would start there starts on 21.
    [1, 6, 11, 16, 21, 26, 31, 36, 41, 46]
  );
  expect(chunks.map((c) => (locOf(c) as { pageEnd?: number }).pageEnd)).toEqual(
    [5, 10, 15, 19, 25, 30, 35, 40, 45, 50]
  );
});

test("a sentence across a border stays whole when told", async () => {
  const whole = /trece\s+y acaba en la catorce\./;
  const plain = await new PageTextSplitter().splitDocuments(loaded);
  expect(plain.filter((c) => whole.test(c.pageContent))).toHaveLength(0);
  const splitter = new PageTextSplitter({ joinAcrossPages: true });
  const chunks = await splitter.splitDocuments(loaded);
  expect(chunks).toHaveLength(48);
  const [joined] = chunks.filter((c) => whole.test(c.pageContent));
  expect(joined.metadata.loc).toMatchObject({ pageNumber: 13, pageEnd: 14 });
  const next = chunks[chunks.indexOf(joined) + 1];
  expect(next.pageContent).toMatch(/^Frase 14-0/);
  expect(next.metadata.loc).toMatchObject({ pageNumber: 14, pageEnd: 14 });
  for (const [n, chunk] of chunks.entries()) {
    expect(locOf(chunk).pageNumber).toBe(locOf(loaded[n]).pageNumber);
  }
});
