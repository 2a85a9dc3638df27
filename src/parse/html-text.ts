import { parseFragment } from "parse5";
import type { Span } from "../outline.js";
import { isHidden, isInline } from "./html-elements.js";
import {
  attribute,
  placeOf,
  walkTree,
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
} from "./html-tree.js";

/** The words of a part of a page on one line; `skip`: what is none of them. */
export function htmlText(
  root: HtmlNode,
  skip: (element: HtmlElement) => boolean = isHidden
): string {
  let text = "";
  const border = (name = ""): void => {
    if (!isInline(name)) text += " ";
  };
  walkTree(root, {
    enter(element) {
      if (skip(element)) return false;
      border(element.tagName);
      return true;
    },
    leave: ({ tagName }) => border(tagName),
    text({ value }) {
      text += value;
    },
    border: () => border(),
  });
  return text.replace(/\s+/g, " ").trim();
}

/** Whether a link only points to the heading that it stands in: `¶`, `#`. */
export const isPermalink = (element: HtmlElement): boolean =>
  element.tagName === "a" &&
  attribute(element, "href")?.startsWith("#") === true &&
  /^[#¶§🔗⚓\ufe0e\ufe0f]+$/u.test(htmlText(element));

/** The words of a heading. */
export const headingText = (heading: HtmlElement): string =>
  htmlText(heading, (each) => isHidden(each) || isPermalink(each));

/** A part of a text and its source; `isCopy`: they are the same. */
export interface TextPart {
  text: string;
  source: Span;
  isCopy: boolean;
}

/** What a source text may differ at from what it stands for. */
const DIFFERENT = /&(?:#[xX]?[0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);?|\r\n?/g;

const decoded = new Map<string, string>();

/** The text of a character reference: `&amp;`, `&#8212;`, `&notit;`. */
function decode(reference: string): string {
  let text = decoded.get(reference);
  if (text === undefined) {
    text = parseFragment(reference)
      .childNodes.map((node) => ("value" in node ? node.value : ""))
      .join("");
    if (decoded.size < 4096) decoded.set(reference, text);
  }
  return text;
}

/**
 * A text part by part. The parser knows where it starts and ends, but not where
 * references stand in it.
 */
export function partsOf(html: string, node: HtmlText): TextPart[] {
  const place = placeOf(node);
  if (place === undefined) return [];
  const { value: text } = node;
  const raw = html.slice(place.start, place.end);
  if (raw === text) return [{ text, source: place, isCopy: true }];
  const parts = decodedParts(raw, place.start);
  // A "<" at the very end has no extent for the parser.
  if (parts.length === 0) {
    const start = Math.max(0, place.start - 1);
    return [{ text, source: { start, end: start + 1 }, isCopy: false }];
  }
  const lengthOf = (): number =>
    parts.reduce((sum, part) => sum + part.text.length, 0);
  // The first line break of `pre` is dropped.
  if (parts[0].text.startsWith("\n") && lengthOf() === text.length + 1) {
    parts[0] = withoutFirst(parts[0]);
  }
  // Never the wrong words: rather a place that is less exact.
  return parts.map((part) => part.text).join("") === text
    ? parts
    : [{ text, source: place, isCopy: false }];
}

function decodedParts(raw: string, start: number): TextPart[] {
  const parts: TextPart[] = [];
  const add = (text: string, from: number, to: number): void => {
    if (from === to) return;
    const source = { start: start + from, end: start + to };
    parts.push({ text, source, isCopy: text.length === to - from });
  };
  let from = 0;
  for (const { 0: found, index } of raw.matchAll(DIFFERENT)) {
    add(raw.slice(from, index), from, index);
    from = index + found.length;
    add(found.startsWith("\r") ? "\n" : decode(found), index, from);
  }
  add(raw.slice(from), from, raw.length);
  return parts;
}

function withoutFirst({ text, source, isCopy }: TextPart): TextPart {
  const start = isCopy ? source.start + 1 : source.end;
  return { text: text.slice(1), source: { ...source, start }, isCopy };
}
