import { serialize } from "parse5";
import type { Span } from "../outline.js";
import { parseTree } from "../parse/html-parser.js";
import {
  placeOf,
  walkTree,
  type HtmlElement,
  type HtmlNode,
} from "../parse/html-tree.js";
import type { RemovedParts } from "./kept.js";

const MARK = "data-seams-element";

async function load() {
  try {
    // Bundlers take what is tried for something that may be missing.
    const { Readability } = await import("@mozilla/readability");
    const { parseHTML } = await import("linkedom");
    return { Readability, parseHTML };
  } catch (cause) {
    throw new Error(
      'The mode "readability" needs two packages: ' +
        "npm install @mozilla/readability linkedom",
      { cause }
    );
  }
}

/**
 * The parts of a page that Mozilla's Readability leaves out: it reads a copy
 * whose elements are numbered, and what it keeps says which they are.
 */
export async function partsWithoutReadability(
  html: string
): Promise<RemovedParts> {
  const { Readability, parseHTML } = await load();
  const tree = parseTree(html);
  const elements: HtmlElement[] = [];
  walkTree(tree, {
    enter(element) {
      element.attrs.push({ name: MARK, value: String(elements.length) });
      elements.push(element);
      return true;
    },
    leave() {},
    text() {},
    border() {},
  });
  const { document } = parseHTML(serialize(tree));
  const article = new Readability<Element>(document as unknown as Document, {
    serializer: (node) => node as Element,
  }).parse();
  if (!article?.content) return { spans: [], counts: { parts: 0 } };
  const kept = new Set<HtmlNode>();
  const marked = article.content.querySelectorAll(`[${MARK}]`);
  for (const element of Array.from(marked)) {
    kept.add(elements[Number(element.getAttribute(MARK))]);
  }
  const spans = spansWithout(tree, kept);
  return { spans, counts: { parts: spans.length } };
}

/** The parts of a tree that neither are nor hold kept elements. */
function spansWithout(tree: HtmlNode, kept: ReadonlySet<HtmlNode>): Span[] {
  const holds = new Set<HtmlNode>();
  for (const element of kept) {
    let node: HtmlNode | null = element;
    while (node !== null && !holds.has(node)) {
      holds.add(node);
      node = "parentNode" in node ? node.parentNode : null;
    }
  }
  const spans: Span[] = [];
  walkTree(tree, {
    enter(element) {
      if (holds.has(element)) return true;
      const span = placeOf(element);
      if (span) spans.push(span);
      return false;
    },
    leave() {},
    text(node) {
      const { parentNode } = node;
      if (parentNode === null || kept.has(parentNode)) return;
      const span = placeOf(node);
      if (span) spans.push(span);
    },
    border() {},
  });
  return spans;
}
