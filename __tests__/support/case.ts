/** What the checks of the third invariant look at, and how they look. */
import { fail, isBlank, show, type Chunk, type Expectation } from "./chunks.js";
import type { Span, Structure } from "./structure.js";

/** A source, its chunks and its structure: what each check below looks at. */
export interface Case extends Expectation, Structure {
  source: string;
  chunks: Chunk[];
}

export const slice = ({ source }: Case, { start, end }: Span): string =>
  source.slice(start, end);

export async function fits(check: Case, text: string): Promise<boolean> {
  return (await check.length(text)) <= check.chunkSize;
}

/** The chunks that hold some of a span: they are in order. */
export function chunksOver({ chunks }: Case, span: Span): Chunk[] {
  let low = 0;
  let high = chunks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (chunks[middle].end <= span.start) low = middle + 1;
    else high = middle;
  }
  const first = low;
  while (low < chunks.length && chunks[low].start < span.end) low += 1;
  return chunks.slice(first, low);
}

/** Is all of the unit, white space around it aside, in one chunk? */
export function isWhole(check: Case, unit: Span): boolean {
  return chunksOver(check, unit).some(
    ({ start, end }) => start <= unit.start && unit.end <= end
  );
}

/** The cut that goes through a unit, for a message. */
function cutIn(check: Case, unit: Span): string {
  const left = check.chunks.findLast(({ start }) => start <= unit.start);
  const at = Math.max(unit.start, left?.end ?? 0);
  const before = check.source.slice(Math.max(unit.start, at - 30), at);
  const after = check.source.slice(at, Math.min(unit.end, at + 30));
  return `${show(before)} ✂ ${show(after)} at ${at}`;
}

export function failCut(check: Case, name: string, unit: Span): never {
  return fail(
    "whole",
    `${name} ${show(slice(check, unit))} fits in ${check.chunkSize} ` +
      `and is cut: ${cutIn(check, unit)}`
  );
}

/** The start of the run of headings that stands right above an offset. */
export function leadOf(check: Case, offset: number): number {
  let start = offset;
  for (const heading of [...check.headings].reverse()) {
    if (heading.nested || heading.end > start) continue;
    if (!isBlank(check.source.slice(heading.end, start))) break;
    start = heading.start;
  }
  return start;
}

/** The end of a unit and of the empty lines of its quote behind it. */
export function quoteEnd({ source }: Case, { end }: Span): number {
  const [rest] = /^(?:(?:\r\n|\n|\r)[ \t>]*(?=[\r\n]|$))*/.exec(
    source.slice(end, end + 200)
  )!;
  return end + rest.trimEnd().length;
}
