import type { DocumentInterface } from "@langchain/core/documents";
import { objectAt, type Metadata } from "../documents/metadata.js";
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

/**
 * The title of the document and the headings over a chunk, outermost first; of
 * code its file and its symbols, in words that a question may have.
 */
export function headingPath(chunk: DocumentInterface): string[] {
  const metadata: Metadata = chunk.metadata ?? {};
  const loc = objectAt(metadata, "loc");
  const { headings } = loc;
  const symbols = symbolPath(metadata.symbol);
  const title = metadata.title ?? objectAt(loc, "frontMatter").title;
  const file = symbols.length > 0 ? fileOf(metadata) : undefined;
  return [title ?? file, ...(Array.isArray(headings) ? headings : [])]
    .filter((part) => typeof part === "string" || typeof part === "number")
    .map(String)
    .concat(symbols);
}

/** `HttpClient.getJSON` as "Http Client", "get JSON". */
function symbolPath(symbol: unknown): string[] {
  if (typeof symbol !== "string") return [];
  // Several definitions in one chunk are one part.
  const parts = symbol.includes(", ") ? [symbol] : symbol.split(".");
  return parts.map(inWords).filter((part) => part !== "");
}

/** An identifier in words: a search does not look inside of it. */
const inWords = (identifier: string): string =>
  identifier
    .replace(/(\p{Ll}|\d)(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$& ")
    .replace(/[\s._$#:]+/g, " ")
    .trim();

/** The name of the file of a document, without its folders. */
const fileOf = ({ source }: Metadata): string | undefined =>
  typeof source === "string" ? source.split(/[\\/]/).pop() : undefined;

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
