import { ladder } from "../ladder/index.js";
import { Strength, type Outline, type Seam } from "../outline.js";
import type { HtmlOutline } from "../parse/html.js";
import type { Rendered } from "./flow.js";

/**
 * The outline of HTML whose chunks are slices of it. Elements that show nothing
 * stand alone, to be left out. Sentences and words are seams too, since what
 * would be looked for in the source otherwise stands in tags as well.
 */
export function sourceOutline(
  outline: HtmlOutline,
  { text, map }: Rendered
): Outline {
  const hidden = outline.hidden.flatMap(({ start, end }): Seam[] => [
    { at: start, strength: Strength.always },
    { at: end, strength: Strength.always },
  ]);
  const behind = (at: number): number =>
    map.locate({ start: at - 1, end: at })?.end ?? 0;
  const words: Seam[] = [];
  const starts = map.project(outline).seams.map(({ at }) => at);
  let start = 0;
  for (const end of [...starts.sort((a, b) => a - b), text.length]) {
    if (end <= start) continue;
    for (const at of ladder[0].find(text, start, end, 1)) {
      words.push({ at: behind(at), strength: Strength.sentence });
    }
    for (const at of ladder[1].find(text, start, end, 1)) {
      // Stronger than words, so that no word of the source is looked for.
      words.push({ at: behind(at), strength: Strength.sentence - 1 });
    }
    start = end;
  }
  // The words of an item, without its end tag, are no head in HTML.
  const heads = outline.heads.map((head) =>
    head.kind === "item" ? { ...head, end: head.start } : head
  );
  return { seams: [...outline.seams, ...words, ...hidden], heads };
}
