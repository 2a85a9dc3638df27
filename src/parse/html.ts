import { Strength, type Head, type Outline, type Span } from "../outline.js";
import {
  EXACT,
  LISTS,
  SECTIONS,
  headingLevel,
  isHidden,
  isInline,
} from "./html-elements.js";
import { HtmlLists, HtmlSections, codeHead } from "./html-heads.js";
import { HtmlSeams } from "./html-seams.js";
import { isLayoutTable } from "./html-table.js";
import { addHtmlTables, lineStart } from "./html-table-outline.js";
import { parseTree } from "./html-parser.js";
import {
  placeOf,
  walkTree,
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
  type TreeVisitor,
} from "./html-tree.js";

/** The outline of a text of HTML. */
export interface HtmlOutline extends Outline {
  /** Elements between blocks of which nothing is shown. */
  hidden: Span[];
}

/** A block that is open. */
interface Block {
  element: HtmlElement;
  /** Where its first line starts; `undefined` as long as there is none. */
  start?: number;
  /** How many lines of text there were in front of it. */
  lines: number;
}

/** Deeper than a section of any heading. */
const BARE_SECTION = 20;

/**
 * The outline of a text of HTML: seams in front of the first tag of sections,
 * blocks, items and lines, and the rows of its tables.
 *
 * @param tree The tree of the text, if there is one already.
 */
export function parseHtml(
  html: string,
  tree: HtmlNode = parseTree(html)
): HtmlOutline {
  return new HtmlOutliner(html).outline(tree);
}

class HtmlOutliner implements TreeVisitor {
  private readonly seams = new HtmlSeams();
  private readonly heads: Head[] = [];
  private readonly tables: Outline = { seams: [], heads: this.heads };
  private readonly hidden: Span[] = [];
  private readonly blocks: Block[] = [];
  private readonly lists = new HtmlLists(this.heads);
  private readonly sections = new HtmlSections(this.heads);
  private exactDepth = 0;
  private inlineDepth = 0;
  /** How many lines there were that are no headings. */
  private lines = 0;
  /** The last words. */
  private words = "";
  /** What waits for the next line. */
  private waiting: ((at: number) => void)[] = [];

  constructor(private readonly html: string) {}

  outline(tree: HtmlNode): HtmlOutline {
    walkTree(tree, this);
    this.sections.close(this.html.length, () => true);
    const { heads, hidden } = this;
    const seams = [...this.tables.seams, ...this.seams.all];
    return { seams, heads, hidden };
  }

  enter(element: HtmlElement): boolean {
    const { tagName } = element;
    const place = placeOf(element);
    if (isHidden(element)) {
      if (place && this.inlineDepth === 0) this.hidden.push(place);
      return false;
    }
    if (tagName === "br") {
      this.seams.breakAt(place?.end);
      return false;
    }
    if (isInline(tagName)) {
      this.inlineDepth += 1;
      return true;
    }
    this.seams.open(place && lineStart(this.html, place.start));
    if (tagName === "table" && place && !isLayoutTable(element)) {
      this.addTable(element, place);
      return false;
    }
    this.openBlock(element);
    return true;
  }

  leave(element: HtmlElement): void {
    if (isInline(element.tagName)) this.inlineDepth -= 1;
    else this.closeBlock(element);
  }

  text(node: HtmlText): void {
    const { seams, exactDepth } = this;
    if (exactDepth === 0 && !/[^ \t\n\f\r]/.test(node.value)) return;
    if (seams.isLineStart) this.startLine();
    this.words = node.value;
    if (exactDepth > 0) this.addLines(placeOf(node));
  }

  border({ end }: Span): void {
    this.seams.close(end);
  }

  private startLine(): void {
    const { seams, waiting } = this;
    if (seams.kind !== "heading") this.lines += 1;
    seams.announces = /[:：]\s*$/.test(this.words.slice(-20));
    const at = seams.line();
    this.waiting = [];
    for (const start of waiting) start(at);
  }

  /** The lines of a text whose line breaks are shown. */
  private addLines({ start, end }: Span = { start: 0, end: 0 }): void {
    const { html, seams } = this;
    for (const { 0: found, index } of html
      .slice(start, end)
      .matchAll(/\r\n?|\n/g)) {
      const at = start + index + found.length;
      if (at < end) seams.all.push({ at, strength: Strength.line });
    }
  }

  private addTable(element: HtmlElement, { end }: Span): void {
    const { seams, html } = this;
    seams.starts("table");
    seams.kind = "table";
    this.startLine();
    addHtmlTables(this.tables, html, element, seams.frame.depth);
    seams.kind = "paragraph";
    this.words = "";
    seams.close(end);
  }

  private openBlock(element: HtmlElement): void {
    const { seams, lists, waiting, lines } = this;
    const { tagName } = element;
    const block: Block = { element, lines };
    this.blocks.push(block);
    waiting.push((at) => {
      block.start = at;
    });
    const level = headingLevel(tagName);
    if (SECTIONS.has(tagName)) seams.border(BARE_SECTION);
    else if (level > 0 && seams.frame.depth === 0) {
      seams.starts("heading", level);
      seams.kind = "heading";
    } else if (LISTS.has(tagName)) {
      seams.starts("list");
      const lead = seams.frame.isItem && lists.openInner(lines);
      if (lead) waiting.push(lead);
    } else if (tagName === "li") {
      seams.startsPart(seams.itemStrength);
      seams.push(true);
      waiting.push(lists.openItem(lines));
    } else if (tagName === "dl") {
      seams.starts("terms");
      lists.openTerms();
    } else if (tagName === "dt") {
      seams.startsPart(seams.itemStrength);
      waiting.push((at) => lists.term(at));
    } else if (tagName === "dd") {
      seams.startsLeadOut();
      seams.push(true);
      waiting.push((at) => lists.definition(at));
    } else if (tagName === "blockquote") {
      seams.starts("quote");
      seams.push(false);
    } else if (EXACT.has(tagName)) {
      seams.starts("pre");
      seams.kind = "pre";
      this.exactDepth += 1;
    }
  }

  private closeBlock(element: HtmlElement): void {
    const { seams, lists, heads } = this;
    const { tagName } = element;
    const block = this.blocks.pop();
    const end = placeOf(element)?.end ?? this.html.length;
    if (/^(?:li|dd|blockquote)$/.test(tagName)) seams.pop();
    seams.close(placeOf(element)?.end);
    if (tagName === "li") lists.closeItem(end);
    else if (tagName === "dl") lists.closeTerms(end);
    else if (SECTIONS.has(tagName) && block) this.closeSection(block, end);
    else if (EXACT.has(tagName)) this.exactDepth -= 1;
    const isHeading = seams.kind === "heading" && headingLevel(tagName) > 0;
    if (isHeading || EXACT.has(tagName)) seams.kind = "paragraph";
    const start = block?.start;
    if (start === undefined) return;
    const scope = { start, end };
    const head = { start, end: start, scope };
    if (isHeading) this.sections.open(element, scope);
    else if (LISTS.has(tagName)) heads.push({ ...head, kind: "list" });
    else if (tagName === "blockquote") heads.push({ ...head, kind: "quote" });
    else if (EXACT.has(tagName)) this.addCode(element, scope);
  }

  private addCode(element: HtmlElement, scope: Span): void {
    const head = codeHead(element, scope);
    this.heads.push(head);
    const { all } = this.seams;
    const { end, tail } = head;
    if (end > head.start) all.push({ at: end, strength: Strength.fence });
    if (tail) all.push({ at: tail.start, strength: Strength.fence });
  }

  /** What follows a section belongs to what is around it, if it had text. */
  private closeSection({ start, lines }: Block, end: number): void {
    const { seams } = this;
    seams.border(BARE_SECTION);
    if (start === undefined || lines === this.lines) return;
    this.sections.close(end, ({ start: from, level = 1 }) => {
      if (from < start) return false;
      seams.border(level);
      return true;
    });
  }
}
