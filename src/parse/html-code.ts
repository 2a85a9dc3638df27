import type { Head, Span } from "../outline.js";
import { childrenOf, type HtmlElement } from "./html-tree.js";

/** The head of a block of code: its tags, those of a lone `code` included. */
export function codeHead(element: HtmlElement, scope: Span): Head {
  const outer = element.sourceCodeLocation;
  if (!outer?.startTag) {
    return { kind: "code", start: scope.start, end: scope.start, scope };
  }
  const [child, ...others] = childrenOf(element);
  const isOnly = others.length === 0 && child?.nodeName === "code";
  const inner = (isOnly && child.sourceCodeLocation) || outer;
  const start = outer.startTag.startOffset;
  const { endOffset: end } =
    ("startTag" in inner && inner.startTag) || outer.startTag;
  if (!outer.endTag) return { kind: "code", start, end, scope };
  const closing = ("endTag" in inner && inner.endTag) || outer.endTag;
  const tail = { start: closing.startOffset, end: outer.endTag.endOffset };
  return { kind: "code", start, end, scope, tail };
}
