import { OffsetMap } from "../offset-map.js";
import { Strength, itemStrength, type Outline, type Span } from "../outline.js";
import type { TableOutline } from "../parse/csv.js";
import { cellStarts, pipeRow } from "../parse/table.js";
import { countUpTo } from "../sorted.js";
import { columnKeys, type TableRow } from "./data.js";
import type { SourceTable } from "./read.js";

/** How tables are written in chunks. */
export type TableSerialization = "source" | "markdown" | "records";

/** A text whose tables are written anew, its outline, and the way back. */
export class RenderedTables {
  readonly text: string;
  readonly outline: TableOutline;
  /** What of the source the parts of the text stand for. */
  readonly map = new OffsetMap();
  private readonly parts: string[] = [];
  /** The last characters so far. */
  private end = "";
  /** The seams and heads of the tables that are written anew. */
  private readonly own: Outline = { seams: [], heads: [] };

  constructor(
    private readonly source: string,
    sourceOutline: TableOutline,
    tables: readonly SourceTable[],
    private readonly serialize: Exclude<TableSerialization, "source">
  ) {
    // A pipe table is Markdown as it is.
    const written = tables.filter(
      ({ syntax }) => serialize === "records" || syntax !== "pipe"
    );
    let end = 0;
    for (const table of written) {
      this.copy({ start: end, end: table.start });
      this.addTable(table);
      end = table.end;
    }
    this.copy({ start: end, end: source.length });
    this.text = this.parts.join("");
    const { seams, heads } = this.map.project(around(written, sourceOutline));
    const { unclosed } = sourceOutline;
    this.outline = {
      seams: [...seams, ...this.own.seams],
      heads: [...heads, ...this.own.heads],
      ...(unclosed && {
        unclosed: {
          start: this.map.find(unclosed.start),
          end: this.map.find(unclosed.end),
        },
      }),
    };
  }

  private copy(span: Span): void {
    this.add(this.source.slice(span.start, span.end), span, true);
  }

  private add(text: string, source: Span, isCopy = false): void {
    this.map.add(text.length, source, isCopy);
    this.parts.push(text);
    this.end = (this.end + text).slice(-4);
  }

  private addSeam(strength: number, at = this.map.length): void {
    this.own.seams.push({ at, strength });
  }

  /** A blank line between a table and what is around it: that is no row. */
  private addBreak(at: number, behind = ""): void {
    if (this.map.length === 0) return;
    const lineBreaks =
      countBreaks(/[\r\n]*$/.exec(this.end)) +
      countBreaks(/^[\r\n]*/.exec(behind));
    this.add("\n".repeat(Math.max(0, 2 - lineBreaks)), { start: at, end: at });
  }

  private addTable(table: SourceTable): void {
    const { start, end, rows, columns, caption, syntax } = table;
    const isMarkdown = this.serialize === "markdown";
    if (syntax !== "pipe") this.addBreak(start);
    const from = this.map.length;
    /** Starts a line of the table, or a record, behind those before it. */
    const breakLine = (at: number, breaks: number, strength?: number): void => {
      if (this.map.length === from) return;
      this.add("\n".repeat(breaks), { start: at, end: at });
      if (strength !== undefined) this.addSeam(strength);
    };
    const top = { start, end: rows[0]?.start ?? end };
    if (caption !== undefined) {
      this.add(caption, top);
      breakLine(start, 2, Strength.caption);
    }
    const width = rows.reduce(
      (most, { cells }) => Math.max(most, cells.length),
      0
    );
    const keys = columnKeys(columns, width);
    const head = { start: from, end: from };
    if (isMarkdown) {
      head.start = this.map.length;
      this.addCells(
        keys.map((_, index) => columns[index] ?? ""),
        top
      );
      breakLine(start, 1);
      this.add(pipeRow(keys.map(() => "---")), top);
    } else if (rows.length === 0) this.add(columns.join(", "), top);
    let strength: number = Strength.header;
    for (const row of rows) {
      const isBlank = row.cells.every((cell) => cell.trim() === "");
      if (isBlank && !isMarkdown) continue;
      breakLine(row.start, isMarkdown ? 1 : 2, strength);
      if (strength === Strength.header) head.end = this.map.length;
      strength = itemStrength(0);
      if (isMarkdown)
        this.addCells(
          keys.map((_, k) => row.cells[k] ?? ""),
          row
        );
      else this.addRecord(keys, row);
    }
    const scope = { start: from, end: this.map.length };
    const own = isMarkdown ? head : { start: from, end: from };
    this.own.heads.push({ ...own, scope, kind: "table" });
    if (syntax !== "pipe") this.addBreak(end, this.source.slice(end, end + 4));
  }

  private addCells(cells: readonly string[], source: Span): void {
    const start = this.map.length;
    const line = pipeRow(cells.map(oneLine));
    this.add(line, source);
    for (const at of cellStarts(line)) this.addSeam(Strength.cell, start + at);
  }

  private addRecord(keys: readonly string[], row: TableRow): void {
    let isFirst = true;
    for (const [index, cell] of row.cells.entries()) {
      if (cell.trim() === "") continue;
      if (!isFirst) {
        this.add("\n", row);
        this.addSeam(Strength.line);
      }
      isFirst = false;
      this.add(`${oneLine(keys[index])}: ${oneLine(cell)}`, row);
    }
  }
}

/** An outline without what it says of these tables. */
function around(tables: readonly Span[], { seams, heads }: Outline): Outline {
  const starts = tables.map(({ start }) => start);
  const isInside = (at: number, isStart: boolean): boolean => {
    const table = tables[countUpTo(starts, at) - 1];
    return (
      table !== undefined && at < table.end && (isStart || at > table.start)
    );
  };
  return {
    seams: seams.filter(({ at }) => !isInside(at, false)),
    heads: heads.filter(
      ({ scope, kind }) => !isInside(scope.start, kind === "table")
    ),
  };
}

const countBreaks = (match: RegExpExecArray | null): number =>
  match?.[0].match(/\r\n?|\n/g)?.length ?? 0;

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
