import { childrenOf, isElement, type HtmlNode } from "./html-table.js";

const HIDDEN = new Set(["script", "style", "template", "noscript", "head"]);

/** Elements that do not part the words on both sides of their tags. */
const INLINE = new Set(
  (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd " +
    "label mark q rp rt ruby s samp small span strike strong sub sup time tt " +
    "u var wbr"
  ).split(" ")
);

/** The words of a part of a page on one line, without recursion. */
export function htmlText(root: HtmlNode): string {
  const parts: string[] = [];
  const pending: (HtmlNode | string)[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node === "string") parts.push(node);
    else if ("value" in node) parts.push(node.value);
    else if (!isElement(node) || !HIDDEN.has(node.tagName)) {
      const border = isElement(node) && !INLINE.has(node.tagName) ? " " : "";
      pending.push(border);
      const children = childrenOf(node);
      for (let k = children.length - 1; k >= 0; k -= 1) {
        pending.push(children[k]);
      }
      parts.push(border);
    }
  }
  return parts.join("").replace(/\s+/g, " ").trim();
}
