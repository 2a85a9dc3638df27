import type { Language, Node } from "web-tree-sitter";
import type { Lines } from "../lines.js";
import { Strength, type Span } from "../outline.js";
import { countUpTo } from "../sorted.js";
import { isFunctionType } from "./definitions.js";
import { mayBeLarge, type CodeOutline, type ShareOf } from "./units.js";

/** Above all lines of one unit: see `addLines`. */
const STRENGTH = Strength.line + 0.03;

/** What stays with a function that it stands in front of: `(function () {`. */
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
  { seams, byLines }: Pick<CodeOutline, "seams" | "byLines">,
  shareOf: ShareOf
): void {
  seams.sort((a, b) => a.at - b.at);
  const borders = [0, ...seams.map(({ at }) => at), text.length];
  const gaps = borders
    .slice(1)
    .map((end, index) => ({ start: borders[index], end }))
    .filter((gap) => mayBeLarge(shareOf(gap)));
  if (gaps.length === 0) return;
  const errors = [...byLines].sort((a, b) => a.start - b.start);
  const starts = errors.map((error) => error.start);
  for (const { start, end, gap } of functionsIn(gaps, root, shareOf)) {
    // What is no code has no functions inside of its lines.
    if (start < (errors[countUpTo(starts, start) - 1]?.end ?? 0)) continue;
    const line = lines.start(lines.at(start));
    const isFirst = OPENERS.test(text.slice(line, start));
    const fits = isFirst && shareOf({ start: line, end }) <= 1;
    for (const at of [fits ? line : start, end]) {
      const isInside = at > gap.start && at < gap.end;
      if (isInside) seams.push({ at, strength: STRENGTH });
    }
  }
}

/** The outermost functions in some gaps that fit. */
function functionsIn(
  gaps: readonly Span[],
  root: Node,
  shareOf: ShareOf
): (Span & { gap: Span })[] {
  const found: (Span & { gap: Span })[] = [];
  const types = functionTypes(root.tree.language);
  let index = 0;
  let covered = 0;
  // Each node comes before those in it, so that they are in order.
  for (const node of root.descendantsOfType(types)) {
    // The word `function` is of the same type as what it begins.
    if (!node?.isNamed) continue;
    const { startIndex: start, endIndex: end } = node;
    while (index < gaps.length && gaps[index].end <= start) index += 1;
    const gap = gaps[index];
    if (gap === undefined) break;
    if (start < Math.max(gap.start, covered) || end > gap.end) continue;
    if (shareOf({ start, end }) > 1) continue;
    found.push({ start, end, gap });
    covered = end;
  }
  return found;
}

const typesOfLanguages = new WeakMap<Language, string[]>();

function functionTypes(language: Language): string[] {
  const known = typesOfLanguages.get(language);
  if (known !== undefined) return known;
  const types = [...new Set(language.types)].filter(isFunctionType);
  typesOfLanguages.set(language, types);
  return types;
}
