import type { Span } from "../outline.js";
import type { HtmlElement, HtmlNode } from "../parse/html-tree.js";
import { columnNames } from "../tables/html-grid.js";
import type { Flow } from "./flow.js";
import { escapeWord } from "./markdown-words.js";
import { TableWriter } from "./table.js";

/**
 * Writes a table of data as a pipe table. GFM asks for one header row: several
 * are joined ("Sales > 2024"), and where there is none it has empty cells.
 */
export class MarkdownTableWriter extends TableWriter {
  /** The row whose cells are being read. */
  private row: HtmlNode | null = null;
  private readonly headerCells: ReadonlySet<HtmlElement>;
  private readonly names: string[];
  private hasHeader = false;
  private hasWords = false;

  constructor(element: HtmlElement, flow: Flow) {
    super(element, flow);
    const { header } = this.shape;
    this.headerCells = new Set(header.flatMap(({ cells }) => cells));
    const names = columnNames(header, this.places).map(escapeCell);
    const width = [...this.places.values()].reduce(
      (most, { column }) => Math.max(most, column + 1),
      names.length
    );
    this.names = Array.from({ length: width }, (_, k) => names[k] ?? "");
  }

  override enter(element: HtmlElement): boolean {
    if (this.headerCells.has(element)) {
      if (!this.hasHeader) this.writeHeader();
      return false;
    }
    const isCell = this.cell === undefined && this.places.has(element);
    if (isCell && element.parentNode !== this.row) {
      this.row = element.parentNode;
      this.written = 0;
      this.hasWords = false;
      this.flow.break(this.hasHeader ? 1 : 2);
    }
    return super.enter(element);
  }

  override leave(element: HtmlElement): void {
    if (element === this.row) this.endRow(element);
    super.leave(element);
  }

  override writeGap(): void {
    if (this.cell === undefined) return;
    const gap = this.nextGap();
    if (this.hasWords && gap === 0) return;
    if (!this.hasWords && !this.hasHeader) {
      this.mark(this.headerLine());
      this.endHeader();
      this.flow.newLine();
    }
    this.mark((this.hasWords ? " " : "| ") + "| ".repeat(gap));
    this.hasWords = true;
  }

  private writeHeader(): void {
    if (this.names.every((name) => name === "")) return;
    const { header } = this.shape;
    const { start } = header[0];
    const place: Span = { start, end: header[header.length - 1].end };
    this.flow.break(2);
    this.flow.line(this.headerLine(), place);
    this.endHeader();
    this.flow.break(1);
  }

  private headerLine(): string {
    return `|${this.names.map((name) => ` ${name} |`).join("")}`;
  }

  private endHeader(): void {
    this.hasHeader = true;
    this.flow.newLine();
    this.mark(`|${" --- |".repeat(this.names.length)}`);
  }

  private endRow(row: HtmlElement): void {
    this.row = null;
    if (!this.hasWords) return;
    const behind = Math.max(0, this.names.length - 1 - this.written);
    this.mark(` |${"  |".repeat(behind)}`, row);
  }
}

const escapeCell = (text: string): string =>
  escapeWord(text, { isFirst: false, isCell: true, behind: "" });
