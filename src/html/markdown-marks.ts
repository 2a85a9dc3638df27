import { attribute, type HtmlElement } from "../parse/html-tree.js";
import type { Flow } from "./flow.js";
import type { Piece } from "./pieces.js";
import { linkTarget } from "./markdown-words.js";

/** A mark around words: written in front of the first and behind the last. */
interface Mark {
  element: HtmlElement;
  open: string;
  close: string;
  /** Where it was opened, if it is open. */
  opened?: Piece;
}

const CODE = /^(?:code|kbd|samp|tt)$/;

/** What stands around words by their elements. */
const AROUND = new Map([
  ["strong", "**"],
  ["b", "**"],
  ["dt", "**"],
  ["em", "*"],
  ["i", "*"],
  ["del", "~~"],
  ["s", "~~"],
]);

/** The marks around words: emphasis, code, links. */
export class Marks {
  /** Headings have no bold words. */
  isHeading = false;
  private readonly marks: Mark[] = [];
  private codeDepth = 0;

  constructor(private readonly flow: Flow) {}

  get isCode(): boolean {
    return this.codeDepth > 0;
  }

  get isLink(): boolean {
    return this.marks.some(({ open }) => open === "[");
  }

  enter(element: HtmlElement): void {
    const { tagName } = element;
    if (CODE.test(tagName)) {
      if (this.codeDepth === 0) this.add(element, "`", "`");
      this.codeDepth += 1;
      return;
    }
    if (this.codeDepth > 0) return;
    const mark = AROUND.get(tagName);
    if (mark !== undefined) this.add(element, mark, mark);
    if (tagName !== "a") return;
    const target = linkTarget(attribute(element, "href"));
    if (target) this.add(element, "[", `](${target})`);
  }

  leave(element: HtmlElement): void {
    if (CODE.test(element.tagName)) this.codeDepth -= 1;
    const mark = this.marks[this.marks.length - 1];
    if (mark?.element !== element) return;
    this.marks.pop();
    this.end(mark);
  }

  /** A word comes. */
  open(): void {
    for (const mark of this.marks) {
      mark.opened ??= this.write(mark.open, "open");
    }
  }

  /** A block ends the marks around its words; they start again in the next. */
  close(): void {
    for (const mark of [...this.marks].reverse()) this.end(mark);
  }

  /** Marks of the same kind do not nest. */
  private add(element: HtmlElement, open: string, close: string): void {
    if (this.marks.some((mark) => mark.open === open)) return;
    if (this.isHeading && open === "**") return;
    this.marks.push({ element, open, close });
  }

  private end(mark: Mark): void {
    const { opened } = mark;
    if (opened === undefined) return;
    opened.partner = this.write(mark.close, "close");
    opened.partner.partner = opened;
    mark.opened = undefined;
  }

  private write(text: string, kind: Piece["kind"]): Piece {
    return this.flow.mark(text, this.flow.sourceEnd, kind);
  }
}
