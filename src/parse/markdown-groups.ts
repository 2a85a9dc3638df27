import { Strength, type Outline, type Seam, type Span } from "../outline.js";

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
  const close = (index: number, end: number): void => {
    const { start } = open[index];
    open.length = index;
    while (elements[elements.length - 1]?.start > start) elements.pop();
    elements.push({ start, end });
  };
  for (const match of text.matchAll(TAG)) {
    const [tag, closes, opens, endsAtOnce] = match;
    const end = match.index + tag.length;
    while (code[nextCode]?.end <= match.index) nextCode += 1;
    if (code[nextCode]?.start <= match.index) continue;
    if (opens !== undefined) open.push({ name: opens, start: match.index });
    else if (endsAtOnce !== undefined && open.length > 0) {
      close(open.length - 1, end);
    } else if (closes !== undefined) {
      const from = Math.max(0, open.length - OPEN_TAGS);
      let index = open.length - 1;
      while (index >= from && open[index].name !== closes) index -= 1;
      if (index >= from) close(index, end);
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
export function keepGroupsWhole(text: string, outline: Outline): Outline {
  if (!/<(?:[A-Z]|details)/.test(text)) return outline;
  const { heads } = outline;
  const code = heads
    .filter(({ kind }) => kind === "code")
    .map(({ scope }) => scope)
    .sort((a, b) => a.start - b.start);
  const headings = heads.filter(({ kind }) => kind === "heading");
  const groups = elementsOf(text, code).filter(
    ({ start, end }) =>
      !headings.some((head) => head.start > start && head.start < end)
  );
  const seams = [...outline.seams].sort((a, b) => a.at - b.at);
  let next = 0;
  return {
    heads,
    seams: seams.map(({ at, strength }): Seam => {
      while (groups[next]?.end <= at) next += 1;
      const isInside = groups[next]?.start < at;
      return { at, strength: isInside ? deeper(strength) : strength };
    }),
  };
}
