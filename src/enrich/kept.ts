import type { DocumentInterface } from "@langchain/core/documents";
import { Document } from "@langchain/core/documents";
import type { Span } from "../outline.js";
import { copyMetadata, objectAt } from "../documents/metadata.js";
import { keptOf, originalOf, type KeptRange } from "../documents/original.js";

/** How many things of each kind a filter took out. */
export type RemovedCounts = Record<string, number>;

/** What a filter takes out of a text. */
export interface RemovedParts {
  spans: Span[];
  counts: RemovedCounts;
}

/** Spans in order that hold what `removed` does not; overlaps are joined. */
export function keepRest(text: string, removed: readonly Span[]): Span[] {
  const kept: Span[] = [];
  let from = 0;
  for (const { start, end } of [...removed].sort((a, b) => a.start - b.start)) {
    if (start > from) kept.push({ start: from, end: start });
    from = Math.max(from, end);
  }
  if (from < text.length) kept.push({ start: from, end: text.length });
  return kept;
}

/**
 * A document of the kept spans of another one, put one behind the other, with
 * `metadata.loc.kept` (the ranges of the original, for splitters to give `loc`
 * in it) and `metadata.loc.removed` (counts; those of filters before are
 * added to). Both are under `loc`, so that LangChain's `index()` hashes
 * neither. Without anything removed the document stays what it was.
 */
export function keepSpans(
  document: DocumentInterface,
  spans: readonly Span[],
  counts: RemovedCounts
): Document {
  const { pageContent: text, metadata: before, id } = document;
  const metadata = copyMetadata(before ?? {});
  const loc = objectAt(metadata, "loc");
  const pageContent = spans
    .map(({ start, end }) => text.slice(start, end))
    .join("");
  const removed: RemovedCounts = {
    ...(objectAt(loc, "removed") as RemovedCounts),
  };
  const all = { ...counts, characters: text.length - pageContent.length };
  for (const [kind, count] of Object.entries(all)) {
    removed[kind] = (removed[kind] ?? 0) + count;
  }
  const kept = rangesOf(text, metadata, spans);
  metadata.loc = { ...loc, removed, kept };
  return new Document({ pageContent, metadata, ...(id && { id }) });
}

/** The ranges of the original: also when a filter ran before this one. */
function rangesOf(
  text: string,
  metadata: Record<string, unknown>,
  spans: readonly Span[]
): KeptRange[] {
  const original = originalOf({ text, metadata });
  let length = 0;
  const borders = keptOf(text, metadata).map(
    ({ start, end }) => (length += end - start)
  );
  const ranges: KeptRange[] = [];
  let next = 0;
  for (const { start, end } of spans) {
    for (let at = start; at < end;) {
      while (borders[next] <= at) next += 1;
      const part = { start: at, end: Math.min(end, borders[next]) };
      const { lines, ...span } = original.place(part);
      ranges.push({ ...span, line: lines.from });
      at = part.end;
    }
  }
  return ranges;
}
