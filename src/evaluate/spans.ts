import type { Span } from "../outline.js";

/** Spans in order, those that touch or overlap joined, empty ones left out. */
export function union(spans: readonly Span[]): Span[] {
  const sorted = spans
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start);
  const joined: Span[] = [];
  for (const { start, end } of sorted) {
    const last = joined[joined.length - 1];
    if (last !== undefined && start <= last.end) {
      last.end = Math.max(last.end, end);
    } else {
      joined.push({ start, end });
    }
  }
  return joined;
}

/** The sum of the lengths of spans; what two of them hold counts twice. */
export function totalLength(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** What two lists of spans have in common. Both are as `union` gives them. */
export function intersection(
  these: readonly Span[],
  those: readonly Span[]
): Span[] {
  const common: Span[] = [];
  for (let i = 0, j = 0; i < these.length && j < those.length;) {
    const start = Math.max(these[i].start, those[j].start);
    const end = Math.min(these[i].end, those[j].end);
    if (end > start) common.push({ start, end });
    if (these[i].end < those[j].end) i += 1;
    else j += 1;
  }
  return common;
}

/** What of these spans is in none of those. Both are as `union` gives them. */
export function difference(
  these: readonly Span[],
  those: readonly Span[]
): Span[] {
  const left: Span[] = [];
  for (const { start, end } of these) {
    let from = start;
    for (const other of those) {
      if (other.end <= from) continue;
      if (other.start >= end) break;
      if (other.start > from) left.push({ start: from, end: other.start });
      from = other.end;
    }
    if (from < end) left.push({ start: from, end });
  }
  return left;
}

/**
 * Whether spans hold a span, but for white space: a splitter that trims its
 * chunks has cut nothing. The spans are as `union` gives them.
 */
export function holds(
  text: string,
  spans: readonly Span[],
  span: Span
): boolean {
  return difference([span], spans).every(
    ({ start, end }) => text.slice(start, end).trim() === ""
  );
}
