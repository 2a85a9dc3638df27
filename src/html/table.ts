import {
  placesOf,
  type CellPlace,
  readHtmlTable,
  type HtmlTable,
} from "../parse/html-table.js";
import { placeOf, type HtmlElement } from "../parse/html-tree.js";
import type { Flow } from "./flow.js";

/**
 * Writes a table of data: a row is a line, tabs stand between its cells, and
 * borders of blocks in a cell are spaces.
 */
export class TableWriter {
  protected readonly shape: HtmlTable;
  protected cell?: HtmlElement;
  /** How many columns lie in front of the last word of this row. */
  protected written = 0;
  protected readonly places: ReadonlyMap<HtmlElement, CellPlace>;

  constructor(
    readonly element: HtmlElement,
    protected readonly flow: Flow
  ) {
    this.shape = readHtmlTable(element);
    const { header, rows } = this.shape;
    this.places = placesOf([...header, ...rows]);
  }

  enter(element: HtmlElement): boolean {
    const { flow } = this;
    if (this.cell === undefined && this.places.has(element)) {
      this.cell = element;
      flow.startCell();
      flow.inCell = true;
      return true;
    }
    flow.break(1);
    if (this.cell === undefined) this.written = 0;
    return true;
  }

  leave(element: HtmlElement): void {
    if (element === this.cell) {
      this.cell = undefined;
      this.flow.inCell = false;
    } else this.flow.break(1);
  }

  /** What stands between the last word and the next one. */
  writeGap(): void {
    const gap = this.nextGap();
    if (gap > 0) this.mark("\t".repeat(gap));
  }

  /** The columns from the last word up to the next one. */
  protected nextGap(): number {
    const place = this.cell && this.places.get(this.cell);
    const column = place?.column ?? this.written;
    const gap = column - this.written;
    this.written = column;
    return gap;
  }

  protected mark(text: string, element = this.cell): void {
    const at = element && placeOf(element)?.start;
    this.flow.mark(text, at ?? this.flow.sourceEnd);
  }
}
