import type { Span } from "../outline.js";
import {
  EXACT,
  LISTS,
  headingLevel,
  isHidden,
  isInline,
} from "../parse/html-elements.js";
import { isLayoutTable } from "../parse/html-table.js";
import { isPermalink, partsOf, type TextPart } from "../parse/html-text.js";
import {
  attribute,
  placeOf,
  walkTree,
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
  type TreeVisitor,
} from "../parse/html-tree.js";
import { Flow, type Rendered } from "./flow.js";
import { Marks } from "./markdown-marks.js";
import { finishLine } from "./markdown-line.js";
import { MarkdownTableWriter } from "./markdown-table.js";
import { escapeWord, fenceFor, linkTarget } from "./markdown-words.js";

/** A list that is open. */
interface List {
  /** The number of the next item, `undefined` for bullets. */
  next?: number;
}

/** What starts on the next line, without a blank one. */
const NEAR = /^(?:dd|option|legend)$/;

/** Containers further inside are not indented any more. */
const MAX_INDENTS = 32;

/** HTML as GitHub Flavored Markdown. */
export function renderMarkdown(html: string, tree: HtmlNode): Rendered {
  const writer = new MarkdownWriter(html);
  walkTree(tree, writer);
  return writer.flow.build();
}

class MarkdownWriter implements TreeVisitor {
  readonly flow = new Flow();
  private readonly marks = new Marks(this.flow);
  private readonly lists: List[] = [];
  /** Whether each open container has a prefix. */
  private readonly indents: boolean[] = [];
  private table?: MarkdownTableWriter;
  private exact?: { element: HtmlElement; parts: TextPart[] };

  constructor(private readonly html: string) {
    const { flow, marks } = this;
    flow.onWord = () => {
      this.table?.writeGap();
      marks.open();
    };
    flow.onLine = finishLine;
    flow.escape = (word, isFirst, behind) =>
      marks.isCode
        ? word.replace(/\|/g, flow.inCell ? "\\|" : "|")
        : escapeWord(word, {
            isFirst: isFirst && !marks.isHeading,
            isCell: flow.inCell,
            isLink: marks.isLink,
            behind,
          });
  }

  enter(element: HtmlElement): boolean {
    const { tagName } = element;
    if (isHidden(element)) return false;
    if (this.marks.isHeading && isPermalink(element)) return false;
    const at = this.flow.sourceEnd;
    const source = placeOf(element) ?? { start: at, end: at };
    if (tagName === "br") this.writeBreak(source);
    else if (tagName === "hr") this.writeRule(source);
    else if (tagName === "img") this.writeImage(element, source);
    else if (this.exact !== undefined) return true;
    else if (isInline(tagName)) this.marks.enter(element);
    else return this.openBlock(element);
    return tagName !== "br" && tagName !== "hr" && tagName !== "img";
  }

  leave(element: HtmlElement): void {
    if (this.exact !== undefined) {
      if (this.exact.element === element) this.writeExact(element);
    } else if (isInline(element.tagName)) this.marks.leave(element);
    else this.closeBlock(element);
  }

  text(node: HtmlText): void {
    const parts = partsOf(this.html, node);
    if (this.exact) this.exact.parts.push(...parts);
    else this.flow.inline(parts);
  }

  border(): void {
    this.marks.close();
    this.flow.break(2);
  }

  private openBlock(element: HtmlElement): boolean {
    const { flow, marks, lists } = this;
    const { tagName } = element;
    marks.close();
    if (this.table) return this.table.enter(element);
    const level = headingLevel(tagName);
    if (EXACT.has(tagName)) this.exact = { element, parts: [] };
    else if (LISTS.has(tagName)) {
      flow.break(lists.length > 0 ? 1 : 2);
      const start = Number.parseInt(attribute(element, "start") ?? "1", 10);
      lists.push(tagName === "ol" ? { next: start >= 0 ? start : 1 } : {});
    } else if (tagName === "li") this.openItem();
    else flow.break(NEAR.test(tagName) ? 1 : 2);
    if (level > 0 && this.indents.length === 0) {
      marks.isHeading = true;
      flow.lead = `${"#".repeat(level)} `;
    } else if (tagName === "blockquote") this.indent("> ", "> ");
    else if (tagName === "dt") marks.enter(element);
    else if (tagName === "table" && !isLayoutTable(element)) {
      this.table = new MarkdownTableWriter(element, flow);
    }
    return true;
  }

  private closeBlock(element: HtmlElement): void {
    const { flow, marks, lists } = this;
    const { tagName } = element;
    marks.close();
    if (this.table && this.table.element !== element) {
      this.table.leave(element);
      return;
    }
    this.table = undefined;
    if (headingLevel(tagName) > 0) {
      marks.isHeading = false;
      flow.lead = "";
    }
    if (LISTS.has(tagName)) lists.pop();
    if (tagName === "li" || tagName === "blockquote") this.outdent();
    if (tagName === "dt") marks.leave(element);
    const isInner = LISTS.has(tagName) && lists.length > 0;
    flow.break(isInner || /^(?:li|dt|option)$/.test(tagName) ? 1 : 2);
  }

  private openItem(): void {
    const list = this.lists[this.lists.length - 1];
    let marker = "- ";
    if (list?.next !== undefined) {
      marker = `${list.next}. `;
      list.next += 1;
    }
    this.flow.break(1);
    this.indent(marker, " ".repeat(marker.length));
  }

  private indent(first: string, rest: string): void {
    const { prefixes } = this.flow;
    const isIndented = prefixes.length < MAX_INDENTS;
    this.indents.push(isIndented);
    if (isIndented) prefixes.push({ first, rest });
  }

  private outdent(): void {
    if (this.indents.pop()) this.flow.prefixes.pop();
  }

  private writeBreak(source: Span): void {
    const { flow } = this;
    if (this.exact) {
      this.exact.parts.push({ text: "\n", source, isCopy: false });
    } else if (flow.inCell) {
      if (flow.isAtStart) return;
      this.marks.close();
      flow.mark("<br>", source.start);
    } else if (this.marks.isHeading) {
      flow.inline([{ text: " ", source, isCopy: false }]);
    } else {
      this.marks.close();
      flow.hardBreak();
    }
  }

  private writeRule(source: Span): void {
    if (this.exact || this.table) return;
    this.marks.close();
    this.flow.break(2);
    // Not `---`: at the top of a text that would be front matter.
    this.flow.line("***", source);
    this.flow.break(2);
  }

  private writeImage(element: HtmlElement, source: Span): void {
    const alt = (attribute(element, "alt") ?? "").replace(/\s+/g, " ").trim();
    const target = linkTarget(attribute(element, "src"));
    if (this.exact || !target || alt === "") return;
    const words = alt.replace(/[[\]|]/g, "\\$&");
    this.flow.markFor(`![${words}](${target})`, source);
  }

  /** A fenced block; nothing without words in it. */
  private writeExact(element: HtmlElement): void {
    const { flow } = this;
    const parts = this.exact?.parts ?? [];
    this.exact = undefined;
    const text = parts.map((part) => part.text).join("");
    if (text.trim() === "") return;
    const { open, close } = fenceFor(element, text);
    flow.break(2);
    flow.fence(open, parts, close);
    flow.break(2);
  }
}
