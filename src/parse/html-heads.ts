/** The heads of a page: of sections, of lists and of code. */
import type { Head, Span } from "../outline.js";
import { headingLevel } from "./html-elements.js";
import { headingText } from "./html-text.js";
import { childrenOf, type HtmlElement } from "./html-tree.js";

/** The headings of a page, and the sections that they open. */
export class HtmlSections {
  private readonly headings: Head[] = [];

  constructor(private readonly heads: Head[]) {}

  open(element: HtmlElement, { start, end }: Span): void {
    const level = headingLevel(element.tagName);
    this.close(start, ({ level: other = 1 }) => other >= level);
    // Without the mark of a permalink that is no link.
    const title = headingText(element).replace(/\s*¶$/, "");
    const scope = { start, end };
    const head: Head = { kind: "heading", level, title, start, end, scope };
    this.heads.push(head);
    this.headings.push(head);
  }

  /** Ends the sections of the last headings for which `ends` holds. */
  close(end: number, ends: (head: Head) => boolean): void {
    for (;;) {
      const head = this.headings[this.headings.length - 1];
      if (head === undefined || !ends(head)) return;
      head.scope.end = end;
      this.headings.pop();
    }
  }
}

interface Item {
  /** Where its first line starts. */
  start?: number;
  /** How many lines of text there were in front of it. */
  lines: number;
  /** Where the list starts that its words announce. */
  lead?: number;
}

/** A term, and where what it means starts. */
interface Term extends Head {
  isOpen: boolean;
}

/**
 * The heads of lists: the words of an item that another list follows, and the
 * term that a definition explains.
 */
export class HtmlLists {
  private readonly items: Item[] = [];
  /** List by list of terms, the head of the last term. */
  private readonly terms: (Term | undefined)[] = [];

  constructor(private readonly heads: Head[]) {}

  /** What to call with the first line of an item. */
  openItem(lines: number): (at: number) => void {
    const item: Item = { lines };
    this.items.push(item);
    return (at) => {
      item.start = at;
    };
  }

  /** A list starts in an item: what to call with its first line. */
  openInner(lines: number): ((at: number) => void) | undefined {
    const item = this.items[this.items.length - 1];
    if (item?.start === undefined || item.lead !== undefined) return undefined;
    if (lines !== item.lines + 1) return undefined;
    return (at) => {
      item.lead = at;
    };
  }

  closeItem(end: number): void {
    const { start, lead } = this.items.pop() ?? {};
    if (start === undefined || lead === undefined) return;
    this.heads.push({ kind: "item", start, end: lead, scope: { start, end } });
  }

  openTerms(): void {
    this.terms.push(undefined);
  }

  /** A term starts with this line. Terms in a row share their definition. */
  term(at: number): void {
    const last = this.terms.length - 1;
    const head = this.terms[last];
    if (last < 0 || head?.isOpen) return;
    if (head !== undefined) head.scope.end = at;
    const scope: Span = { start: at, end: at };
    this.terms[last] = {
      kind: "item",
      start: at,
      end: at,
      scope,
      isOpen: true,
    };
  }

  /** The first line of a definition: here its term ends. */
  definition(at: number): void {
    const head = this.terms[this.terms.length - 1];
    if (!head?.isOpen) return;
    head.end = at;
    head.isOpen = false;
    this.heads.push(head);
  }

  closeTerms(end: number): void {
    const head = this.terms.pop();
    if (head !== undefined) head.scope.end = end;
  }
}

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
