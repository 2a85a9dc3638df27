import type { Measure } from "../measure/index.js";
import type { Lines } from "../lines.js";
import {
  Strength,
  blockStrength,
  type Outline,
  type Seam,
  type Span,
} from "../outline.js";
import type { Definition } from "./definitions.js";

/** The outline of code, and what it names. */
export interface CodeOutline extends Outline {
  definitions: Definition[];
  /** What no grammar was used for, or understood: it is cut by lines. */
  byLines: Span[];
}

/** The length of a span as a share of the limit. */
export type ShareOf = (span: Span) => number;

/** The lengths of spans as shares of a limit. */
export const sharesOf =
  (measure: Measure, limit: number): ShareOf =>
  ({ start, end }) =>
    (measure.position(end) - measure.position(start)) / limit;

/** Estimates of lengths are this close. */
const MARGIN = 0.05;

/** Whether a span may be over the limit. */
export const mayBeLarge = (share: number): boolean => share > 1 - MARGIN;

/** Whether a span is over the limit for sure. */
export const isLarge = (share: number): boolean => share > 1 + MARGIN;

/** How a unit of code follows the one before it. */
export type Bond =
  /** A blank line stands between them, or one takes several lines. */
  | "apart"
  /** Both take one line each, without a blank line between them. */
  | "adjacent"
  /** The first one behind a signature, what closes a block. */
  | "edge"
  /** It belongs to the one before it: that is a comment about it. */
  | "joined";

const STEPS: Record<Bond, number> = {
  apart: 0,
  adjacent: 1,
  edge: 2,
  joined: 3,
};

/**
 * The strength of the seam between two units at a depth: those at depth 0 may
 * always be cut, if they are apart; the others only where what is around them
 * is over the limit, deeper ones later, without end.
 */
export const unitStrength = (depth: number, bond: Bond): number =>
  blockStrength((4 * depth + STEPS[bond]) / 2);

/** What only closes what stands above it. */
const CLOSER = /^(?:[\s)\]}>;,]|@?end\b|#endif.*)*$/;

export const isCloser = (line: string): boolean => CLOSER.test(line);

/** What goes on with what stands above it: `} else {`, `}).then(...)`. */
const GOES_ON = /^\s*[)\]}]/;

export const goesOn = (line: string): boolean =>
  isCloser(line) || GOES_ON.test(line);

/** Lines are indented under what they belong to: a cut is better further out. */
function lineStrength(line: string, isApart: boolean): number {
  const indent = line.length - line.trimStart().length;
  return Strength.line + 0.02 / (1 + indent) + (isApart ? 1e-6 : 0);
}

/**
 * Adds a seam in front of each line of what is over the limit and has no seam
 * inside, the weakest that code has.
 */
export function addLines(
  text: string,
  lines: Lines,
  seams: Seam[],
  shareOf: ShareOf
): void {
  seams.sort((a, b) => a.at - b.at);
  let start = 0;
  for (const { at: end } of [...seams, { at: text.length }]) {
    if (mayBeLarge(shareOf({ start, end }))) {
      for (let line = lines.at(start) + 1; lines.start(line) < end; line += 1) {
        const { start: at, end: to } = lines.trimmed(line);
        const words = text.slice(at, to);
        if (at === to || goesOn(words)) continue;
        const strength = lineStrength(words, lines.isBlank(line - 1));
        seams.push({ at, strength });
      }
    }
    start = end;
  }
}
