import type { Node } from "web-tree-sitter";
import type { Lines } from "../lines.js";
import { Strength, type Seam, type Span } from "../outline.js";
import { isFunction } from "./definitions.js";
import { mayBeLarge, type ShareOf } from "./units.js";

/** Above all lines of one unit: see `addLines`. */
const STRENGTH = Strength.line + 0.03;

const OPENERS = /^[\s([{!+~-]{0,200}$/;

/**
 * Adds a seam at both ends of each function that fits, in what is over the limit
 * and has no seam inside: a function in the middle of a long line or of a
 * template is not cut where words or lines are.
 */
export function keepFunctions(
  text: string,
  lines: Lines,
  root: Node,
  seams: Seam[],
  shareOf: ShareOf
): void {
  seams.sort((a, b) => a.at - b.at);
  const ends = [...seams.map(({ at }) => at), text.length];
  let start = 0;
  for (const end of ends) {
    const gap = { start, end };
    start = end;
    if (!mayBeLarge(shareOf(gap))) continue;
    const around = root.descendantForIndex(gap.start, gap.end - 1) ?? root;
    for (const { start, end } of functionsIn(around, gap, shareOf)) {
      // A bracket in front of it stays with it: `(function () {`.
      const line = lines.start(lines.at(start));
      const isFirst = OPENERS.test(text.slice(line, start));
      const fits = isFirst && shareOf({ start: line, end }) <= 1;
      for (const at of [fits ? line : start, end]) {
        const isInside = at > gap.start && at < gap.end;
        if (isInside) seams.push({ at, strength: STRENGTH });
      }
    }
  }
}

/** The outermost functions in a gap that fit. */
function functionsIn(around: Node, gap: Span, shareOf: ShareOf): Span[] {
  const found: Span[] = [];
  const open = [around];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { startIndex: start, endIndex: end } = node;
    if (end <= gap.start || start >= gap.end) continue;
    const isInside = start >= gap.start && end <= gap.end;
    if (isInside && isFunction(node) && shareOf({ start, end }) <= 1) {
      found.push({ start, end });
      continue;
    }
    for (const child of node.namedChildren) if (child) open.push(child);
  }
  return found;
}
