import { Lines } from "../lines.js";
import type { Span } from "../outline.js";
import { countUpTo } from "../sorted.js";
import { objectAt, type Metadata } from "./metadata.js";

/**
 * A range of the original that a source filter kept. What a filter hands on is
 * its ranges one after the other; they stand in `metadata.loc.kept`.
 */
export interface KeptRange extends Span {
  /** The line of the original at which it starts, from 1. */
  line: number;
}

/** Where a chunk stands in the original that a filter had. */
interface OriginalPlace extends Span {
  lines: { from: number; to: number };
}

/** Finds the places of spans of a text in its original. */
export interface Original {
  span: (span: Span) => Span;
  place: (span: Span) => OriginalPlace;
}

/** The ranges that filters kept of a text: all of it when none ran. */
export function keptOf(text: string, metadata: Metadata): KeptRange[] {
  const { kept } = objectAt(metadata, "loc");
  const isKept = Array.isArray(kept) && kept.every(isRange);
  const length = isKept
    ? kept.reduce((sum, { start, end }) => sum + end - start, 0)
    : -1;
  return length === text.length
    ? (kept as KeptRange[])
    : [{ start: 0, end: text.length, line: 1 }];
}

const isRange = (value: unknown): value is KeptRange => {
  if (typeof value !== "object" || value === null) return false;
  const { start, end, line } = value as Metadata;
  return [start, end, line].every((number) => Number.isSafeInteger(number));
};

/** The original of a text: itself, when no filter ran. */
export function originalOf({
  text,
  metadata,
}: {
  text: string;
  metadata: Metadata;
}): Original {
  const lines = new Lines(text);
  const ranges = keptOf(text, metadata);
  /** Where each range starts in the text. */
  const starts: number[] = [];
  let length = 0;
  for (const { start, end } of ranges) {
    starts.push(length);
    length += end - start;
  }
  const rangeAt = (offset: number): number => countUpTo(starts, offset) - 1;
  const offsetOf = (offset: number): number => {
    const index = rangeAt(offset);
    return ranges[index].start + offset - starts[index];
  };
  const lineOf = (offset: number): number => {
    const index = rangeAt(offset);
    return ranges[index].line + lines.at(offset) - lines.at(starts[index]);
  };
  // The end belongs to the range of the last character.
  const span = ({ start, end }: Span): Span => ({
    start: offsetOf(start),
    end: end > start ? offsetOf(end - 1) + 1 : offsetOf(start),
  });
  const place = ({ start, end }: Span): OriginalPlace => ({
    lines: { from: lineOf(start), to: lineOf(Math.max(start, end - 1)) },
    ...span({ start, end }),
  });
  return { span, place };
}
