import type { DocumentInterface } from "@langchain/core/documents";
import { objectAt } from "../splitters/metadata.js";
import { textWithoutPrefix } from "./prefix.js";

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Markup that is no word of a heading: link targets, tags, an `{#id}`. */
const MARKUP = /\]\([^)]*\)|<[^>]*>|\{#[^{}\s]+\}\s*$/g;

/** The words of a heading, so that two ways to write it are the same. */
const wordsOf = (text: string): string =>
  (
    text
      .replace(MARKUP, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ");

/** The title of the document and the headings over a chunk, outermost first. */
export function headingPath({ metadata }: DocumentInterface): string[] {
  const loc = objectAt(metadata ?? {}, "loc");
  const title = metadata?.title ?? objectAt(loc, "frontMatter").title;
  const { headings } = loc;
  return [title, ...(Array.isArray(headings) ? headings : [])]
    .filter((part) => typeof part === "string" || typeof part === "number")
    .map(String);
}

/**
 * A path without what would be said twice: parts that repeat the one before,
 * and headings that the chunk's text already starts with.
 */
export function withoutRepeats(
  path: readonly string[],
  chunk: DocumentInterface
): string[] {
  const shown = leadingLines(textWithoutPrefix(chunk), path.map(wordsOf));
  const kept: string[] = [];
  let before = "";
  for (const part of path.map(oneLine)) {
    const words = wordsOf(part) || part;
    if (part !== "" && words !== before && !shown.has(words)) kept.push(part);
    before = words;
  }
  return kept;
}

/** Those of some headings that the first lines of a text consist of. */
function leadingLines(text: string, headings: readonly string[]): Set<string> {
  const shown = new Set<string>();
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const words = wordsOf(line);
    // Blank, a rule, or the line under a heading.
    if (words === "") continue;
    if (!headings.includes(words)) break;
    shown.add(words);
  }
  return shown;
}
