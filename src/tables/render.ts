import { Strength, itemStrength, type Outline, type Span } from "../outline.js";
import { cellStarts, pipeRow } from "../parse/table.js";
import { columnKeys } from "./data.js";
import type { SourceTable } from "./read.js";

/** How tables are written in chunks. */
export type TableSerialization = "source" | "markdown" | "records";

/** A part of a rendered text, and what of the source it stands for. */
interface Segment {
  /** Where it starts in the rendered text. */
  at: number;
  source: Span;
  /** Whether it is a copy, offset by offset. */
  isCopy: boolean;
}

/** A text whose tables are written anew, its outline, and the way back. */
export class RenderedTables {
  text = "";
  readonly outline: Outline = { seams: [], heads: [] };
  private readonly segments: Segment[] = [];

  constructor(
    private readonly source: string,
    private readonly sourceOutline: Outline,
    tables: readonly SourceTable[],
    private readonly serialize: Exclude<TableSerialization, "source">
  ) {
    let end = 0;
    for (const table of tables) {
      // A pipe table is Markdown as it is.
      if (serialize === "markdown" && table.syntax === "pipe") continue;
      this.copy({ start: end, end: table.start });
      this.addTable(table);
      end = table.end;
    }
    this.copy({ start: end, end: source.length });
  }

  /** What of the source a span of the rendered text stands for. */
  toSource({ start, end }: Span): Span {
    const first = this.segmentAt(start);
    const last = this.segmentAt(end - 1);
    const from = first.isCopy ? start - first.at : 0;
    return {
      start: first.source.start + from,
      end: last.isCopy ? last.source.start + end - last.at : last.source.end,
    };
  }

  private segmentAt(offset: number): Segment {
    let low = 0;
    let high = this.segments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.segments[middle].at <= offset) low = middle + 1;
      else high = middle;
    }
    return this.segments[low - 1];
  }

  /** Text around tables stays as it is, and so do its seams and headings. */
  private copy(span: Span): void {
    const { start, end } = span;
    const { seams, heads } = this.sourceOutline;
    const shift = this.text.length - start;
    this.add(this.source.slice(start, end), span, true);
    for (const { at, strength } of seams) {
      if (at < start || at > end) continue;
      this.outline.seams.push({ at: at + shift, strength });
    }
    for (const head of heads) {
      if (head.start < start || head.scope.end > end) continue;
      const { scope, tail } = head;
      const moved = (part: Span): Span => ({
        start: part.start + shift,
        end: part.end + shift,
      });
      this.outline.heads.push({
        ...head,
        ...moved(head),
        scope: moved(scope),
        ...(tail && { tail: moved(tail) }),
      });
    }
  }

  private add(text: string, source: Span, isCopy = false): void {
    if (text === "") return;
    this.segments.push({ at: this.text.length, source, isCopy });
    this.text += text;
  }

  private addSeam(strength: number, at = this.text.length): void {
    this.outline.seams.push({ at, strength });
  }

  /** A blank line between a table and what is around it: that is no row. */
  private addBreak(at: number, behind = ""): void {
    if (this.text === "") return;
    const lineBreaks =
      countBreaks(/[\r\n]*$/.exec(this.text.slice(-4))) +
      countBreaks(/^[\r\n]*/.exec(behind));
    this.add("\n".repeat(Math.max(0, 2 - lineBreaks)), { start: at, end: at });
  }

  private addTable(table: SourceTable): void {
    const { start, end, rows, columns, caption, syntax } = table;
    if (syntax !== "pipe") this.addBreak(start);
    const scope = { start: this.text.length, end: 0 };
    const top = { start, end: rows[0]?.start ?? end };
    if (caption !== undefined) {
      this.add(`${caption}\n\n`, top);
      this.addSeam(Strength.caption);
    }
    const keys = columnKeys(
      columns,
      rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
    );
    const headStart = this.text.length;
    if (this.serialize === "markdown") {
      const names = keys.map((_, index) => oneLine(columns[index] ?? ""));
      const rule = pipeRow(keys.map(() => "---"));
      this.addCells(`${pipeRow(names)}\n`, top);
      this.add(`${rule}\n`, top);
    } else if (rows.length === 0) this.add(`${columns.join(", ")}\n`, top);
    const headEnd = this.text.length;
    for (const [index, row] of rows.entries()) {
      if (index > 0) this.addSeam(itemStrength(0));
      else if (headEnd > headStart) this.addSeam(Strength.header);
      if (this.serialize === "markdown") {
        const cells = keys.map((_, k) => oneLine(row.cells[k] ?? ""));
        this.addCells(`${pipeRow(cells)}\n`, row);
      } else this.addRecord(keys, row);
    }
    // The last line break belongs to what follows.
    this.text = this.text.trimEnd();
    while (this.segments[this.segments.length - 1]?.at >= this.text.length) {
      this.segments.pop();
    }
    scope.end = this.text.length;
    const isRepeated = this.serialize === "markdown";
    this.outline.heads.push({
      start: isRepeated ? headStart : scope.start,
      end: isRepeated ? Math.min(headEnd, scope.end) : scope.start,
      scope,
      kind: "table",
    });
    if (syntax !== "pipe") this.addBreak(end, this.source.slice(end, end + 4));
  }

  private addCells(line: string, source: Span): void {
    const start = this.text.length;
    this.add(line, source);
    for (const at of cellStarts(line)) this.addSeam(Strength.cell, start + at);
  }

  private addRecord(
    keys: readonly string[],
    row: SourceTable["rows"][0]
  ): void {
    let isFirst = true;
    for (const [index, cell] of row.cells.entries()) {
      if (cell.trim() === "") continue;
      if (!isFirst) this.addSeam(Strength.line);
      isFirst = false;
      this.add(`${oneLine(keys[index])}: ${oneLine(cell)}\n`, row);
    }
    if (!isFirst) this.add("\n", row);
  }
}

const countBreaks = (match: RegExpExecArray | null): number =>
  match?.[0].match(/\r\n?|\n/g)?.length ?? 0;

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
