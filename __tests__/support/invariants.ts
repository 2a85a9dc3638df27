/**
 * The five invariants of a splitter, as checks on what it returns. Each one
 * computes what it expects from the source text, and throws an error with the
 * few characters around the fault.
 */
import { isDeepStrictEqual } from "node:util";
import type { Document } from "@langchain/core/documents";
import type { TextSplitter } from "@langchain/textsplitters";
import { PageTextSplitter } from "langchain-seams";
import {
  fail,
  isBlank,
  locOf,
  readChunks,
  show,
  squeeze,
  type Chunk,
  type Expectation,
} from "./chunks.js";
import { lineAt, lineStarts, readStructure } from "./structure.js";
import { checkWhole } from "./whole.js";

/** 1. Bodies are slices in order that lose no character and repeat none. */
export async function checkLossless(
  source: string,
  chunks: Chunk[],
  { chunkSize, chunkOverlap, grain, length }: Expectation
): Promise<void> {
  const starts = lineStarts(source);
  let covered = 0;
  for (const [n, chunk] of chunks.entries()) {
    const { start, end, body, after, document } = chunk;
    const loc = locOf(document);
    const previous = chunks[n - 1];
    if (previous && (start <= previous.start || end <= previous.end)) {
      fail(
        "lossless",
        `chunk ${n} (${start}..${end}) does not go on from ` +
          `${previous.start}..${previous.end}`
      );
    }
    if (chunkOverlap === 0 && start < covered) {
      fail("lossless", `${show(source.slice(start, covered))} stands twice`);
    }
    const gap = source.slice(covered, start);
    if (!isBlank(gap)) fail("lossless", `${show(gap)} is in no chunk`);
    covered = end;

    if (grain === "windows") {
      if (gap !== "") fail("lossless", `${show(gap)} is in no window`);
    } else {
      if (body !== body.trimEnd() || isBlank(body)) {
        fail("lossless", `white space at the end of ${show(body)}`);
      }
      if (/^[^\S\r\n]*[\r\n]/.test(body)) {
        fail("lossless", `a blank line in front of ${show(body)}`);
      }
      // A cut within a line eats the space there; the indent of a line stays.
      // A form feed ends a page, as a line break ends a line.
      const line = starts[lineAt(starts, start) - 1];
      const indent = source.slice(line, start).replace(/^.*\f/s, "");
      if (indent !== "" && (previous?.end ?? 0) <= line && isBlank(indent)) {
        const isWide = (await length(indent + body[0])) * 8 > chunkSize;
        const whole = chunk.before + indent + body + after;
        if (!isWide && (await length(whole)) <= chunkSize) {
          fail("lossless", `${show(indent)} is lost in front of ${show(body)}`);
        }
      }
    }
    const lines = { from: lineAt(starts, start), to: lineAt(starts, end - 1) };
    if (!isDeepStrictEqual(loc.lines, lines)) {
      fail(
        "lossless",
        `lines ${JSON.stringify(loc.lines)} of ${show(body)}, not ` +
          JSON.stringify(lines)
      );
    }
    if (loc.index !== n || loc.total !== chunks.length) {
      fail("lossless", `${loc.index} of ${loc.total} at ${n}/${chunks.length}`);
    }
    const tail = squeeze(after);
    // An open block has no closing line to repeat: its marker will do.
    const closes = /^(?:>*`{3,}|>*~{3,})?$/.test(tail);
    if (!closes && !squeeze(source.slice(end)).includes(tail)) {
      fail("lossless", `${show(after)} behind ${show(body)} is not its tail`);
    }
  }
  const rest = source.slice(covered);
  const isLost = grain === "windows" ? rest !== "" : !isBlank(rest);
  if (isLost && !(isBlank(source) && chunks.length === 0)) {
    fail("lossless", `${show(rest)} at the end is in no chunk`);
  }
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Can the text be cut, or is it one cluster (or nothing)? */
function isOneCluster(text: string): boolean {
  const cluster = graphemes.segment(text).containing(0);
  return cluster === undefined || cluster.segment.length === text.length;
}

/** 2. No chunk over the limit, but for one cluster that cannot be cut. */
export async function checkBounded(
  source: string,
  chunks: Chunk[],
  { chunkSize, chunkOverlap, length }: Expectation
): Promise<void> {
  for (const [n, { content, document, start }] of chunks.entries()) {
    const size = await length(content);
    const oversize = document.metadata.oversize === true;
    if (size > chunkSize !== oversize) {
      fail(
        "bounded",
        `${show(content)} is ${size} of ${chunkSize}, ` +
          `oversize: ${document.metadata.oversize}`
      );
    }
    if (oversize && !isOneCluster(content.trim())) {
      fail("bounded", `${show(content)} (${size}) can be cut`);
    }
    const overlap = n > 0 ? source.slice(start, chunks[n - 1].end) : "";
    const repeated = overlap === "" ? 0 : await length(overlap);
    if (repeated > chunkOverlap) {
      fail(
        "bounded",
        `overlap ${show(overlap)} is ${repeated} of ${chunkOverlap}`
      );
    }
  }
}

/** Freezes a value and all that it holds. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}

const UUID =
  /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Caller's metadata for a check: nested, frozen, with a loader's `loc`. */
export const sourceMetadata = () =>
  deepFreeze({
    source: "docs/guide.md",
    tags: ["x", { deep: true }],
    loc: { pageNumber: 3 },
  });

/** 4. The same result twice; the caller's metadata is copied, not shared. */
export async function checkPure(
  splitter: TextSplitter,
  source: string,
  documents: Document[]
): Promise<void> {
  const again = await splitter.createDocuments([source], [sourceMetadata()]);
  if (!isDeepStrictEqual(again, documents)) {
    const n = documents.findIndex(
      (document, i) => !isDeepStrictEqual(document, again[i])
    );
    fail(
      "pure",
      `chunk ${n} of ${documents.length} differs the second time ` +
        `(${again.length} chunks)`
    );
  }
  const texts = await splitter.splitText(source);
  const contents = documents.map(({ pageContent }) => pageContent);
  if (!isDeepStrictEqual(texts, contents)) {
    fail("pure", "splitText and createDocuments give different texts");
  }
  const { source: name, tags } = sourceMetadata();
  const shared = new Set<unknown>();
  for (const { metadata } of documents) {
    // As text: jest's structuredClone makes objects of another realm.
    const isKept = JSON.stringify(metadata.tags) === JSON.stringify(tags);
    if (metadata.source !== name || !isKept) {
      fail("pure", `metadata lost: ${JSON.stringify(metadata)}`);
    }
    const { start, pageNumber } = locOf({ metadata } as Document);
    const isPaged = splitter instanceof PageTextSplitter;
    const pages = isPaged ? source.slice(0, start).split("\f").length : 1;
    if (pageNumber !== 2 + pages) {
      fail("pure", `loc.pageNumber lost: ${JSON.stringify(metadata.loc)}`);
    }
    for (const value of [metadata, metadata.tags, metadata.loc]) {
      if (shared.has(value) || Object.isFrozen(value)) {
        fail("pure", "two chunks share one metadata object");
      }
      shared.add(value);
    }
    for (const [key, value] of Object.entries(metadata)) {
      const isOurs = key !== "loc" && key !== "tags";
      if (isOurs && typeof value === "object" && value !== null) {
        fail("pure", `metadata.${key} is not a scalar`);
      }
    }
  }
}

/** Ids of chunks by section and text, in order, with their kind. */
function idsByText(documents: Document[]): Map<string, [unknown, string][]> {
  const ids = new Map<string, [unknown, string][]>();
  for (const { id, metadata, pageContent } of documents) {
    const { section, kind, header_omitted } = metadata;
    const key = JSON.stringify([section, pageContent]);
    const entry: [unknown, string] = [id, `${kind} ${header_omitted}`];
    ids.set(key, [...(ids.get(key) ?? []), entry]);
  }
  return ids;
}

/** 5. Ids are unique UUIDs; a paragraph at the top leaves the others alone. */
export async function checkStable(
  splitter: TextSplitter,
  source: string,
  documents: Document[]
): Promise<void> {
  const seen = new Set<string>();
  for (const { id } of documents) {
    if (id === undefined || !UUID.test(id)) fail("stable", `id ${id}: no UUID`);
    if (seen.has(id)) fail("stable", `id ${id} stands twice`);
    seen.add(id);
  }
  // Front matter and a byte order mark are only such at the very top.
  const hasFront = documents[0]?.metadata.kind === "frontmatter";
  const top = readStructure(source, hasFront).front?.end ?? 0;
  const at = Math.max(top, source.startsWith("\uFEFF") ? 1 : 0);
  const above = source.slice(0, at) + (top > 0 ? "\n\n" : "");
  const longer = await splitter.createDocuments(
    [`${above}Un párrafo nuevo.\n\n${source.slice(at)}`],
    [sourceMetadata()]
  );
  const before = idsByText(documents);
  for (const [key, now] of idsByText(longer)) {
    const known = before.get(key);
    // Of another kind is another chunk: the short ones turn up anywhere.
    const isSame =
      known?.length === now.length &&
      known.every(([, kind], n) => kind === now[n][1]);
    if (isSame && !isDeepStrictEqual(known, now)) {
      const change = `${JSON.stringify(known)} is now ${JSON.stringify(now)}`;
      fail("stable", `${show(key)} is the same chunk, but ${change}`);
    }
  }
}

/**
 * Splits a text and checks all five invariants (`checkWhole` is the third,
 * "terminating" is the time limit of the test).
 */
export async function checkInvariants(
  splitter: TextSplitter,
  source: string,
  expectation: Expectation
): Promise<void> {
  const documents = await splitter.createDocuments(
    [source],
    [sourceMetadata()]
  );
  if (isBlank(source) !== (documents.length === 0)) {
    fail("lossless", `${documents.length} chunks of ${show(source)}`);
  }
  const chunks = readChunks(source, documents);
  await checkLossless(source, chunks, expectation);
  await checkBounded(source, chunks, expectation);
  await checkWhole(source, chunks, expectation);
  await checkPure(splitter, source, documents);
  await checkStable(splitter, source, documents);
}
