/**
 * The metrics of Chroma's evaluation over spans of characters, and those of
 * whole references.
 *
 * @see Smith and Troynikov, "Evaluating Chunking Strategies for Retrieval",
 * Chroma Technical Report, 2024
 */
import type { Span } from "../outline.js";
import {
  difference,
  holds,
  intersection,
  totalLength,
  union,
} from "./spans.js";
import type { MetricName } from "./metric-types.js";

/** The evidence of one question. */
export interface Evidence {
  /** The document it is in. */
  text: string;
  /** Where it stands, a span a reference, `undefined` where it is nowhere. */
  references: (Span | undefined)[];
  /** The characters of all references, those that are nowhere included. */
  characters: number;
}

/** What a chunk in a context shows. */
export interface ShownChunk {
  /** Of the document of the question, as `union` gives it. */
  spans: readonly Span[];
  /** The characters shown, of whichever document. */
  characters: number;
}

/** The references that are somewhere, joined, and the characters of the others. */
function locatedIn({ references, characters }: Evidence) {
  const located = references.filter((span) => span !== undefined);
  return { wanted: union(located), missing: characters - totalLength(located) };
}

const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : part / whole;

/** The metrics of one context. */
export function contextMetrics(
  evidence: Evidence,
  chunks: readonly ShownChunk[]
): Record<MetricName, number> {
  const { wanted, missing } = locatedIn(evidence);
  const all = union(chunks.flatMap(({ spans }) => spans));
  const found = totalLength(intersection(wanted, all));
  const left = totalLength(difference(wanted, all)) + missing;
  const paid = chunks.reduce((sum, { characters }) => sum + characters, 0);
  const { text, references } = evidence;
  const isIn = (chunk: ShownChunk, span: Span | undefined): boolean =>
    span !== undefined && holds(text, chunk.spans, span);
  const hits = references.filter((span) =>
    chunks.some((chunk) => isIn(chunk, span))
  );
  const isJoint =
    hits.length === references.length &&
    chunks.some((chunk) => references.every((span) => isIn(chunk, span)));
  return {
    recall: share(found, found + left),
    hit: share(hits.length, references.length),
    joint: isJoint ? 1 : 0,
    precision: share(found, paid),
    iou: share(found, paid + left),
  };
}

/**
 * Precision-omega: evidence in chunks, of all characters of the chunks that
 * hold some and of the evidence that is in none. Where the report's own code
 * also takes chunks that only touch a reference, these do not count here.
 */
export function precisionOmega(
  evidence: Evidence,
  chunks: readonly ShownChunk[]
): number {
  const { wanted, missing } = locatedIn(evidence);
  const holders = chunks.filter(
    ({ spans }) => intersection(wanted, spans).length > 0
  );
  const all = union(holders.flatMap(({ spans }) => spans));
  const found = totalLength(intersection(wanted, all));
  return share(found, totalLength(union([...all, ...wanted])) + missing);
}
