import {
  EXACT,
  LISTS,
  isApart,
  isHidden,
  isInline,
} from "../parse/html-elements.js";
import { isLayoutTable } from "../parse/html-table.js";
import { partsOf } from "../parse/html-text.js";
import {
  walkTree,
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
  type TreeVisitor,
} from "../parse/html-tree.js";
import { Flow, type Rendered } from "./flow.js";
import { TableWriter } from "./table.js";

/** What a browser shows of HTML; tabs stand between the cells of a row. */
export function renderText(html: string, tree: HtmlNode): Rendered {
  const writer = new TextWriter(html);
  walkTree(tree, writer);
  return writer.flow.build();
}

class TextWriter implements TreeVisitor {
  readonly flow = new Flow();
  private table?: TableWriter;
  private exactDepth = 0;
  /** Of the items and quotes around: whether each is an item. */
  private readonly isItem: boolean[] = [];

  constructor(private readonly html: string) {
    this.flow.onWord = () => this.table?.writeGap();
  }

  enter(element: HtmlElement): boolean {
    const { tagName } = element;
    if (isHidden(element)) return false;
    if (tagName === "br") {
      this.flow.lineBreak();
      return false;
    }
    if (isInline(tagName)) return true;
    if (EXACT.has(tagName)) this.exactDepth += 1;
    if (this.table) return this.table.enter(element);
    this.breakAt(tagName);
    if (tagName === "table" && !isLayoutTable(element)) {
      this.table = new TableWriter(element, this.flow);
    } else if (tagName === "blockquote") this.isItem.push(false);
    else if (tagName === "li" || tagName === "dd") this.isItem.push(true);
    return true;
  }

  leave(element: HtmlElement): void {
    const { tagName } = element;
    if (isInline(tagName)) return;
    if (EXACT.has(tagName)) this.exactDepth -= 1;
    if (this.table && this.table.element !== element) {
      this.table.leave(element);
      return;
    }
    this.table = undefined;
    if (/^(?:li|dd|blockquote)$/.test(tagName)) this.isItem.pop();
    this.breakAt(tagName);
  }

  text(node: HtmlText): void {
    const parts = partsOf(this.html, node);
    if (this.exactDepth > 0) this.flow.exact(parts);
    else this.flow.inline(parts);
  }

  border(): void {
    this.flow.break(1);
  }

  /** A list in an item follows its words without a blank line. */
  private breakAt(tagName: string): void {
    const isInner = LISTS.has(tagName) && this.isItem[this.isItem.length - 1];
    this.flow.break(isApart(tagName) && !isInner ? 2 : 1);
  }
}
