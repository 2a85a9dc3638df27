import type { DefaultTreeAdapterTypes } from "parse5";
import type { Span } from "../outline.js";
import { BORDER } from "./html-parser.js";

export type HtmlNode = DefaultTreeAdapterTypes.Node;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlText = DefaultTreeAdapterTypes.TextNode;

export const isElement = (node: HtmlNode): node is HtmlElement =>
  "tagName" in node;

const isText = (node: HtmlNode): node is HtmlText => "value" in node;

/** Whether a node stands for a tag that was nested too deep. */
const isBorder = (node: HtmlNode): boolean =>
  "data" in node && node.data === BORDER;

const NONE: readonly HtmlNode[] = [];

export const childrenOf = (node: HtmlNode): readonly HtmlNode[] =>
  "childNodes" in node ? node.childNodes : NONE;

/** The value of an attribute, `undefined` for none. */
export const attribute = (
  element: HtmlElement,
  name: string
): string | undefined =>
  element.attrs.find((attr) => attr.name === name)?.value;

/** Where a node stands in the source; elements that are implied do not. */
export function placeOf(node: HtmlNode): Span | undefined {
  const location = node.sourceCodeLocation;
  if (location == null) return undefined;
  return { start: location.startOffset, end: location.endOffset };
}

/** The elements of a tree in the order of the document, without recursion. */
export function* elementsOf(root: HtmlNode): Generator<HtmlElement> {
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isElement(node)) yield node;
    const children = childrenOf(node);
    for (let k = children.length - 1; k >= 0; k -= 1) pending.push(children[k]);
  }
}

/** What is told of a tree, in the order of the document. */
export interface TreeVisitor {
  /** Returns whether to go into the element; `leave` is told if so. */
  enter(element: HtmlElement): boolean;
  leave(element: HtmlElement): void;
  text(text: HtmlText): void;
  /** The border of a block that has no element. */
  border(place: Span): void;
}

/** Walks a tree without recursion; the root itself is not told of. */
export function walkTree(root: HtmlNode, visitor: TreeVisitor): void {
  const open: HtmlNode[] = [root];
  const next: number[] = [0];
  while (open.length > 0) {
    const top = open.length - 1;
    const child = childrenOf(open[top])[next[top]];
    next[top] += 1;
    if (child === undefined) {
      next.pop();
      const node = open.pop();
      if (open.length > 0) visitor.leave(node as HtmlElement);
    } else if (isText(child)) visitor.text(child);
    else if (isElement(child)) {
      if (!visitor.enter(child)) continue;
      open.push(child);
      next.push(0);
    } else if (isBorder(child)) {
      visitor.border(placeOf(child) ?? { start: 0, end: 0 });
    }
  }
}
