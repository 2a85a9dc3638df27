import type { Document } from "@langchain/core/documents";
import type { Pace } from "../concurrency.js";
import type { LocatedChunk, Source } from "../documents/documents.js";
import { jsonOf, objectAt, type Metadata } from "../documents/metadata.js";
import { originalOf } from "../documents/original.js";
import type { Measure } from "../measure/index.js";
import { checkInteger, checkBoolean } from "../options.js";
import { Strength, type Outline } from "../outline.js";
import { pageStarts, parsePages } from "../parse/pages.js";
import { SeamTextSplitter } from "./base.js";
import type { SeamTextSplitterParams, SplitRun } from "./params.js";

export interface PageTextSplitterParams extends SeamTextSplitterParams {
  /**
   * The limit of a chunk: a longer page is cut at paragraphs and sentences. An
   * integer from 1 up. Default: none, a page is a chunk however long it is.
   */
  chunkSize: number;
  /**
   * The most pages that are merged into one chunk, as far as `chunkSize` lets
   * them. An integer from 1 up. Default: 1.
   */
  maxPagesPerChunk: number;
  /**
   * Whether a sentence that goes over the border of two pages stays whole, in
   * the chunk of the first of them. Default: false.
   */
  joinAcrossPages: boolean;
}

/** A limit that no text reaches. */
const NONE = Number.MAX_SAFE_INTEGER;

/**
 * Splits a text at its pages: form feeds, or the documents that loaders of PDF
 * give, one a page. `loc.pageNumber` is the page on which a chunk starts,
 * `loc.pageEnd` the one on which it ends, counted from the `loc.pageNumber` of
 * the document (from 1 without one). Empty pages count and give no chunk; text
 * is not repeated across a border of pages.
 *
 * With `joinAcrossPages` or `maxPagesPerChunk`, documents of one source (the
 * same metadata but for `loc`) that follow each other are split as one text,
 * with a form feed for each border: `loc.start`, `loc.end` and `loc.lines` are
 * places in that text.
 *
 * @example
 * ```ts
 * import { PageTextSplitter } from "langchain-seams";
 *
 * const splitter = new PageTextSplitter();
 * const chunks = await splitter.createDocuments(["One.\f\fThree."]);
 * console.log(chunks.map(({ metadata }) => metadata.loc.pageNumber)); // [1, 3]
 * ```
 *
 * @throws RangeError when an option is out of range.
 */
export class PageTextSplitter
  extends SeamTextSplitter
  implements Omit<PageTextSplitterParams, "encoding">
{
  static override lc_name(): string {
    return "PageTextSplitter";
  }

  maxPagesPerChunk: number;
  joinAcrossPages: boolean;

  constructor(fields: Partial<PageTextSplitterParams> = {}) {
    const { chunkSize = NONE } = fields;
    super({ ...fields, chunkSize });
    const { maxPagesPerChunk = 1, joinAcrossPages = false } = fields;
    checkInteger("maxPagesPerChunk", maxPagesPerChunk, 1);
    checkBoolean("joinAcrossPages", joinAcrossPages);
    this.maxPagesPerChunk = maxPagesPerChunk;
    this.joinAcrossPages = joinAcrossPages;
  }

  protected override parse(text: string): Outline {
    const outline = parsePages(text, this.joinAcrossPages);
    if (this.chunkSize < NONE) return outline;
    const isBorder = ({ strength }: { strength: number }): boolean =>
      strength >= Strength.page;
    return { ...outline, seams: outline.seams.filter(isBorder) };
  }

  protected override async chunk(
    text: string,
    outline: Outline,
    measure: Measure,
    pace: Pace
  ): Promise<LocatedChunk[]> {
    const grouped = this.groupPages(text, outline, measure);
    return super.chunk(text, grouped, measure, pace);
  }

  protected override async *split(
    sources: Iterable<Source>,
    run: SplitRun = {}
  ): AsyncGenerator<Document[]> {
    const isOneText = this.joinAcrossPages || this.maxPagesPerChunk > 1;
    const texts = (isOneText ? joinPages(sources) : [...sources]).filter(
      ({ text }) => text.trim() !== ""
    );
    let index = 0;
    for await (const documents of super.split(texts, run)) {
      numberPages(documents, texts[index]);
      index += 1;
      yield documents;
    }
  }

  /** Cuts in any case where a chunk would have too many pages or overflow. */
  private groupPages(
    text: string,
    outline: Outline,
    measure: Measure
  ): Outline {
    const borders = outline.seams
      .filter(({ strength }) => strength >= Strength.page)
      .map(({ at }) => at);
    const starts = pageStarts(text);
    const closed = new Set<number>();
    let page = 0;
    let first = { at: 0, page: 0 };
    for (const [index, at] of borders.entries()) {
      while (starts[page] <= at) page += 1;
      const end = borders[index + 1] ?? text.length;
      const length = measure.position(end) - measure.position(first.at);
      const isFull = page - first.page >= this.maxPagesPerChunk;
      if (!isFull && length <= this.chunkSize) continue;
      closed.add(at);
      first = { at, page };
    }
    const seams = outline.seams.map((seam) =>
      closed.has(seam.at) ? { ...seam, strength: Strength.always } : seam
    );
    return { ...outline, seams };
  }
}

/** Says on which pages the chunks of a text are: they are in order. */
function numberPages(documents: readonly Document[], source: Source): void {
  // Places of chunks are those of the text before any filter.
  const original = originalOf(source);
  const starts = pageStarts(source.text).map(
    (at) => original.span({ start: at - 1, end: at }).end
  );
  const firstPage = pageNumberOf(source) ?? 1;
  let first = 0;
  let last = 0;
  for (const { metadata } of documents) {
    const loc = objectAt(metadata, "loc");
    const { start, end } = loc as { start: number; end: number };
    while (starts[first] <= start) first += 1;
    while (starts[last] < end) last += 1;
    loc.pageNumber = firstPage + first;
    loc.pageEnd = firstPage + last;
  }
}

/** The page that a loader says a document is. */
function pageNumberOf({ metadata }: Source): number | undefined {
  const { pageNumber } = objectAt(metadata, "loc");
  return Number.isSafeInteger(pageNumber) ? (pageNumber as number) : undefined;
}

/** All that documents of one source have in common. */
const commonOf = (metadata: Metadata): string | undefined =>
  jsonOf({ ...metadata, loc: undefined });

/**
 * Joins the pages of a source that follow each other, a form feed for each
 * border, so that pages which a loader left out still count.
 */
function joinPages(sources: Iterable<Source>): Source[] {
  const joined: Source[] = [];
  let previous: { common?: string; page?: number } = {};
  for (const source of sources) {
    const page = pageNumberOf(source);
    const common = page === undefined ? undefined : commonOf(source.metadata);
    const gap = (page ?? 0) - (previous.page ?? Infinity);
    if (common !== undefined && common === previous.common && gap > 0) {
      const last = joined[joined.length - 1];
      last.text += "\f".repeat(gap) + source.text;
      if (last.id !== source.id) last.id = undefined;
    } else {
      joined.push({ ...source });
    }
    const own = pageStarts(source.text).length;
    previous = { common, page: page === undefined ? page : page + own };
  }
  return joined;
}
