import {
  Strength,
  blockStrength,
  type Head,
  type Seam,
  type Span,
} from "../outline.js";

// An element of MDX or `<details>`: opens, closes, or is closed at once.
const TAG =
  /<\/([A-Z][\w.]*|details)\s*>|^[ \t]*<([A-Z][\w.]*|details)(?=[\s/>]|$)|<[a-z][^<>]*\/>|(\/>)/gm;

/** How far up a closing tag looks for the one that opens it. */
const OPEN_TAGS = 100;

/** The outermost elements of MDX and `<details>` that span several lines. */
function elementsOf(text: string, code: readonly Span[]): Span[] {
  const elements: Span[] = [];
  const open: { name: string; start: number }[] = [];
  let nextCode = 0;
  for (const match of text.matchAll(TAG)) {
    const [, closes, opens, endsAtOnce] = match;
    while (code[nextCode]?.end <= match.index) nextCode += 1;
    if (code[nextCode]?.start <= match.index) continue;
    if (opens !== undefined) open.push({ name: opens, start: match.index });
    if (endsAtOnce !== undefined) open.pop();
    if (closes === undefined) continue;
    const from = Math.max(0, open.length - OPEN_TAGS);
    for (let k = open.length - 1; k >= from; k -= 1) {
      if (open[k].name !== closes) continue;
      const { start } = open[k];
      open.length = k;
      while (elements[elements.length - 1]?.start > start) elements.pop();
      elements.push({ start, end: match.index + match[0].length });
      break;
    }
  }
  return elements;
}

/** A strength one container deeper: weaker, in the same order. */
function deeper(strength: number): number {
  if (strength <= Strength.line || strength > Strength.block) return strength;
  const span = Strength.block - Strength.line;
  return Strength.line + span / (span / (strength - Strength.line) + 2);
}

/**
 * Weakens the seams inside elements of MDX and `<details>`, so that one is cut
 * only when it is over the limit. Elements that hold sections stay as they are.
 */
export function keepGroupsWhole(
  text: string,
  seams: readonly Seam[],
  headings: readonly Head[],
  heads: readonly Head[]
): Seam[] {
  if (!/<\/(?:[A-Z]|details)/.test(text)) return [...seams];
  const code = heads
    .filter(({ kind }) => kind === "code")
    .map(({ scope }) => scope)
    .sort((a, b) => a.start - b.start);
  const groups = elementsOf(text, code).filter(
    ({ start, end }) =>
      !headings.some((head) => head.start > start && head.start < end)
  );
  return [...seams]
    .sort((a, b) => a.at - b.at)
    .map((seam) => {
      while (groups[0]?.end <= seam.at) groups.shift();
      const isInside = groups[0]?.start < seam.at;
      return isInside && seam.strength <= blockStrength(0)
        ? { at: seam.at, strength: deeper(seam.strength) }
        : seam;
    });
}
