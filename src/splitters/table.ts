import type { Pace } from "../concurrency.js";
import type { LocatedChunk, Reading, Source } from "../documents/documents.js";
import type { Measure } from "../measure/index.js";
import { checkInteger, checkOneOf, checkBoolean } from "../options.js";
import type { Span } from "../outline.js";
import type { TableOutline } from "../parse/csv.js";
import type { TableFormat } from "../parse/table-format.js";
import { limitRows, withoutHeaders } from "../tables/outline.js";
import { checkTableSource, outlineOf, readTables } from "../tables/read.js";
import { RenderedTables, type TableSerialization } from "../tables/render.js";
import { SeamTextSplitter } from "./base.js";
import type { SeamTextSplitterParams } from "./params.js";

export interface TableTextSplitterParams extends SeamTextSplitterParams {
  /**
   * How tables are written: pipe tables and HTML tables in "markdown", "html",
   * "csv" (the delimiter is found) or "tsv". "auto" looks at each text; what
   * is none of the others is "markdown", plain text included. Default: "auto".
   */
  format: TableFormat | "auto";
  /**
   * The most rows of a table a chunk; it then holds nothing else but what
   * stands in front of the first ones. An integer from 1 up. Default: as many
   * as fit.
   */
  rowsPerChunk: number;
  /** Whether the header goes in front of every chunk. Default: true. */
  repeatHeader: boolean;
  /**
   * How tables are written in chunks: "source" as they are, each chunk with an
   * exact slice; "markdown" as pipe tables, whatever they were; "records" as a
   * line `column: value` for each cell that is not empty and a blank line
   * between rows. For the latter two `loc` still says which rows of the source
   * a chunk stands for, and what is around tables stays as it is. Default:
   * "source".
   */
  serialize: TableSerialization;
  /** What separates the cells of CSV. Default: `,` `;` `|` or tab, as found. */
  delimiter: string;
  /**
   * What to do with a quote of CSV that nothing closes: "error", or "keep" the
   * rest of the text as one record, with `unclosed_quote` in the metadata of
   * its chunks. Default: "error".
   */
  unclosedQuote: "error" | "keep";
}

const SERIALIZATIONS = ["source", "markdown", "records"];

/**
 * Splits tables between rows, the header in front of the rows of every chunk:
 * pipe tables of Markdown, tables of HTML (each chunk is a table with its tags)
 * and values separated by commas, semicolons or tabs. The caption and the text
 * around a table stay in order and are not repeated.
 *
 * `metadata.header_omitted` says that a header and one row do not fit together
 * in `chunkSize`; a row that is longer by itself is cut between its cells.
 * Rows that a `rowspan` ties stay together.
 *
 * @example
 * ```ts
 * import { TableTextSplitter } from "langchain-seams";
 *
 * const splitter = new TableTextSplitter({ rowsPerChunk: 1 });
 * const chunks = await splitter.splitText("sku,price\nA1,10\nB2,20\n");
 * console.log(chunks); // ["sku,price\nA1,10", "sku,price\nB2,20"]
 * ```
 *
 * @throws RangeError when an option is out of range.
 * @throws SyntaxError when a quote of CSV is not closed: it names the line.
 * @see GitHub Flavored Markdown 0.29 (tables), RFC 4180, HTML 4.9 (tables)
 */
export class TableTextSplitter
  extends SeamTextSplitter
  implements Pick<TableTextSplitterParams, "format" | "repeatHeader">
{
  static override lc_name(): string {
    return "TableTextSplitter";
  }

  format: TableFormat | "auto";
  /** {@link TableTextSplitterParams.rowsPerChunk} */
  rowsPerChunk?: number;
  repeatHeader: boolean;
  /** {@link TableTextSplitterParams.serialize} */
  serialize: TableSerialization;
  /** {@link TableTextSplitterParams.delimiter} */
  delimiter?: string;
  /** {@link TableTextSplitterParams.unclosedQuote} */
  unclosedQuote: "error" | "keep";

  constructor(fields: Partial<TableTextSplitterParams> = {}) {
    super(fields);
    const { rowsPerChunk, delimiter } = fields;
    const {
      format = "auto",
      repeatHeader = true,
      serialize = "source",
      unclosedQuote = "error",
    } = fields;
    checkTableSource({ format, delimiter, unclosedQuote });
    checkOneOf("serialize", serialize, SERIALIZATIONS);
    if (rowsPerChunk !== undefined) {
      checkInteger("rowsPerChunk", rowsPerChunk, 1);
    }
    checkBoolean("repeatHeader", repeatHeader);
    this.format = format;
    this.rowsPerChunk = rowsPerChunk;
    this.repeatHeader = repeatHeader;
    this.serialize = serialize;
    this.delimiter = delimiter;
    this.unclosedQuote = unclosedQuote;
  }

  protected override parse(text: string): TableOutline {
    return outlineOf(text, this);
  }

  protected override async read({ text }: Source): Promise<Reading> {
    const outline = this.parse(text);
    const { serialize } = this;
    if (serialize === "source")
      return { text, outline: this.packable(outline) };
    const tables = readTables(text, outline, this);
    const rendered = new RenderedTables(text, outline, tables, serialize);
    return {
      text: rendered.text,
      outline: this.packable(rendered.outline),
      locate: (span) => rendered.map.locate(span),
    };
  }

  protected override async chunk(
    text: string,
    outline: TableOutline,
    measure: Measure,
    pace: Pace
  ): Promise<LocatedChunk[]> {
    const chunks = await super.chunk(text, outline, measure, pace);
    const { unclosed } = outline;
    if (unclosed === undefined) return chunks;
    return chunks.map((chunk) =>
      overlaps(chunk, unclosed) ? { ...chunk, metadata: UNCLOSED } : chunk
    );
  }

  private packable(outline: TableOutline): TableOutline {
    const { repeatHeader, rowsPerChunk } = this;
    const kept = repeatHeader ? outline : withoutHeaders(outline);
    return rowsPerChunk === undefined ? kept : limitRows(kept, rowsPerChunk);
  }
}

const UNCLOSED = { unclosed_quote: true } as const;

const overlaps = (chunk: Span, span: Span): boolean =>
  chunk.start < span.end && span.start < chunk.end;
