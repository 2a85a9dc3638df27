import type { Head, Span } from "../outline.js";
import { headingLevel } from "./html-elements.js";
import { htmlText } from "./html-text.js";
import type { HtmlElement } from "./html-tree.js";

/** The headings of a page, and the sections that they open. */
export class HtmlSections {
  private readonly headings: Head[] = [];

  constructor(private readonly heads: Head[]) {}

  open(element: HtmlElement, { start, end }: Span): void {
    const level = headingLevel(element.tagName);
    this.close(start, ({ level: other = 1 }) => other >= level);
    // Without the mark of a permalink.
    const title = htmlText(element).replace(/\s*¶$/, "");
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
