import {
  Strength,
  sectionStrength,
  type Head,
  type Outline,
} from "../outline.js";
import { addHtmlTables, elementsOf, lineStart } from "./html-table.js";
import { parseTree } from "./html-tree.js";
import { htmlText } from "./html-text.js";

const BLOCKS = new Set(
  (
    "address article aside blockquote center dd details dialog dir div dl dt " +
    "fieldset figcaption figure footer form header hr li main menu nav ol p " +
    "pre section table ul"
  ).split(" ")
);

const HEADING = /^h([1-6])$/;

/**
 * The outline of the source of a page for the tables in it: their rows and
 * headers, and around them headings and blocks.
 */
export function parseHtmlPage(text: string): Outline {
  const outline: Outline = { seams: [], heads: [] };
  const tree = parseTree(text);
  addHtmlTables(outline, text, tree);
  const open: Head[] = [];
  let afterHeading = -1;
  for (const element of elementsOf(
    tree,
    ({ tagName }) => tagName !== "table"
  )) {
    const { tagName, sourceCodeLocation: place } = element;
    if (!place) continue;
    const start = lineStart(text, place.startOffset);
    // What stands between a heading and its first block: tags at the most.
    const between = afterHeading < 0 ? "" : text.slice(afterHeading, start);
    const isBlank = between.replace(/<[^<>]*>/g, "").trim() === "";
    const isFirst = afterHeading >= 0 && isBlank;
    afterHeading = isFirst ? start : -1;
    const level = Number(HEADING.exec(tagName)?.[1] ?? 0);
    if (level > 0) {
      while (open.length > 0 && (open[open.length - 1].level ?? 1) >= level) {
        const closed = open.pop();
        if (closed) closed.scope.end = start;
      }
      const scope = { start, end: text.length };
      const title = htmlText(element);
      const end = place.endOffset;
      const head: Head = { start, end, scope, kind: "heading", title, level };
      open.push(head);
      outline.heads.push(head);
      const strength = isFirst ? Strength.headings : sectionStrength(level);
      outline.seams.push({ at: start, strength });
      afterHeading = place.endOffset;
      continue;
    }
    if (!BLOCKS.has(tagName)) continue;
    const isTable = tagName === "table";
    const bond = isTable ? Strength.caption : Strength.bond;
    const strength = isFirst ? bond : Strength.block;
    outline.seams.push({ at: start, strength });
    if (isTable && place.endOffset < text.length) {
      outline.seams.push({ at: place.endOffset, strength: Strength.block });
    }
    if (isTable || tagName === "p") afterHeading = -1;
  }
  return outline;
}
