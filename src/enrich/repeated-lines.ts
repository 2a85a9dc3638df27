import type { Document, DocumentInterface } from "@langchain/core/documents";
import type { Pace } from "../concurrency.js";
import { checkInteger, optionError } from "../options.js";
import type { Span } from "../outline.js";
import { SourceFilter } from "./filter.js";
import { keepRest, keepSpans } from "./kept.js";

/** The options of `RepeatedLines`. */
export interface RepeatedLinesParams {
  /**
   * On how many of the pages a line has to stand, from above 0 up to 1; of the
   * odd or the even ones is enough. Default: 0.6.
   */
  minShare: number;
  /** With fewer pages nothing is taken out. From 2 up. Default: 3. */
  minPages: number;
  /** How many lines at each end of a page are looked at. Default: 3. */
  edgeLines: number;
}

/** A line at the top or the bottom of a page. */
interface Line extends Span {
  /** What it is the same by: its words, or those around the page number. */
  keys: string[];
}

/** What stands in front of the number of a page, and behind it. */
const BEFORE =
  /(?:^|[-–—|·•/[(]|(?:^|[^\p{L}])(?:page|pages|p[aá]gina|p[aá]g|pag|pg|p|hoja|folio|sheet|slide|diapositiva)\.?) ?$/u;
const BEHIND = /^ ?(?:$|[-–—|·•/\])]|(?:of|de) \d)/;
/** Longer lines have no page number. */
const MAX_NUMBERED = 200;

interface Page {
  document: number;
  /** Its place among the pages, blank ones counted. */
  number: number;
  top: Line[];
  bottom: Line[];
}

/**
 * Takes out the headers and footers that stand on most pages of a source, and
 * page numbers: lines at the edge of a page that are the same, or the same but
 * for a number that counts the pages ("Page 3 of 9", "- 3 -", "Report | 3").
 * Pages are documents of one `metadata.source`, or parts between form feeds.
 *
 * `metadata.loc.removed` counts `headers`, `footers` and `characters`;
 * `metadata.loc.kept` lets splitters give `loc` in the original. A document of
 * which nothing would be left stays whole.
 *
 * @example
 * ```ts
 * import { Document } from "@langchain/core/documents";
 * import { RepeatedLines } from "langchain-seams";
 *
 * const pageContent = ["One", "Two", "Three"]
 *   .map((words, page) => `Annual report\n${words}.\n${page + 1}\n`)
 *   .join("\f");
 * const [report] = await new RepeatedLines().invoke([
 *   new Document({ pageContent }),
 * ]);
 * console.log(report.pageContent); // "One.\n\fTwo.\n\fThree.\n"
 * ```
 *
 * @throws RangeError when an option is out of range.
 */
export class RepeatedLines extends SourceFilter implements RepeatedLinesParams {
  static override lc_name(): string {
    return "RepeatedLines";
  }

  minShare: number;
  minPages: number;
  edgeLines: number;

  constructor(fields: Partial<RepeatedLinesParams> = {}) {
    super(fields);
    const { minShare = 0.6, minPages = 3, edgeLines = 3 } = fields;
    if (!(minShare > 0 && minShare <= 1)) {
      throw optionError("minShare", "above 0 and at most 1", minShare);
    }
    checkInteger("minPages", minPages, 2);
    checkInteger("edgeLines", edgeLines, 1);
    this.minShare = minShare;
    this.minPages = minPages;
    this.edgeLines = edgeLines;
  }

  protected override async filter(
    documents: readonly DocumentInterface[],
    pace: Pace
  ): Promise<Document[]> {
    const groups = new Map<string, Page[]>();
    for (const [index, document] of documents.entries()) {
      await pace();
      const key = sourceOf(document, index);
      const group = groups.get(key) ?? [];
      const before = group[group.length - 1]?.number ?? 0;
      const pages = pagesOf(document, index, this.edgeLines, before + 1);
      for (const page of pages) group.push(page);
      groups.set(key, group);
    }
    const removed = documents.map((): Span[] => []);
    const counts = documents.map(() => ({ headers: 0, footers: 0 }));
    for (const pages of groups.values()) {
      if (pages.length < this.minPages) continue;
      for (const edge of ["top", "bottom"] as const) {
        const repeated = this.repeatedAt(pages.map((page) => page[edge]));
        for (const [index, page] of pages.entries()) {
          const keys = repeated[index % 2];
          for (const line of page[edge]) {
            // From the edge inwards: what stands behind text is text.
            if (!line.keys.some((key) => keys.has(key))) break;
            removed[page.document].push(line);
            const kind = edge === "top" ? "headers" : "footers";
            counts[page.document][kind] += 1;
          }
        }
      }
    }
    return documents.map((document, index) => {
      const { pageContent: text } = document;
      const kept = keepRest(text, removed[index]);
      return kept.some(({ start, end }) => text.slice(start, end).trim() !== "")
        ? keepSpans(document, kept, counts[index])
        : keepSpans(document, keepRest(text, []), { headers: 0, footers: 0 });
    });
  }

  /** The lines that stand on most pages, on most odd or most even ones. */
  private repeatedAt(edges: readonly Line[][]): [Set<string>, Set<string>] {
    const repeatedIn = (pages: readonly Line[][]): Set<string> => {
      const times = new Map<string, number>();
      for (const lines of pages) {
        for (const key of new Set(lines.flatMap((line) => line.keys))) {
          times.set(key, (times.get(key) ?? 0) + 1);
        }
      }
      const least = Math.max(this.minPages, this.minShare * pages.length);
      return new Set(
        [...times].filter(([, count]) => count >= least).map(([key]) => key)
      );
    };
    const all = repeatedIn(edges);
    const of = (parity: number): Set<string> => {
      const some = repeatedIn(edges.filter((_, k) => k % 2 === parity));
      return new Set([...all, ...some]);
    };
    return [of(0), of(1)];
  }
}

/** What tells one source from another; pages of no source belong together. */
function sourceOf({ metadata }: DocumentInterface, index: number): string {
  for (const value of [metadata?.doc_id, metadata?.source]) {
    if (typeof value === "string" && value !== "") return `source ${value}`;
  }
  return metadata?.loc?.pageNumber === undefined
    ? `document ${index}`
    : "pages";
}

function pagesOf(
  { pageContent: text, metadata }: DocumentInterface,
  document: number,
  edgeLines: number,
  first: number
): Page[] {
  const pages: Page[] = [];
  const given: unknown = metadata?.loc?.pageNumber;
  let number = Number.isInteger(given) ? (given as number) : first;
  let start = 0;
  for (const match of text.matchAll(/\f|$/g)) {
    const lines = linesIn(text, start, match.index, number);
    start = match.index + match[0].length;
    const half = Math.min(edgeLines, Math.ceil(lines.length / 2));
    const bottom = lines.slice(half).slice(-edgeLines).reverse();
    if (lines.length > 0) {
      pages.push({ document, number, top: lines.slice(0, half), bottom });
    }
    number += 1;
  }
  return pages;
}

/** The lines of a page that are not blank, their line breaks included. */
function linesIn(text: string, from: number, to: number, page: number): Line[] {
  const lines: Line[] = [];
  for (const match of text
    .slice(from, to)
    .matchAll(/[^\r\n]*(?:\r\n?|\n|$)/g)) {
    const words = match[0].trim().replace(/\s+/g, " ").toLowerCase();
    if (words === "") continue;
    const start = from + match.index;
    const keys = [words, ...numberedKeys(words, page)];
    lines.push({ start, end: start + match[0].length, keys });
  }
  return lines;
}

/** The words around a number, and how far it is from that of the page. */
function numberedKeys(words: string, page: number): string[] {
  if (words.length > MAX_NUMBERED) return [];
  const keys: string[] = [];
  for (const { 0: digits, index } of words.matchAll(/\d+/g)) {
    const before = words.slice(0, index);
    const behind = words.slice(index + digits.length);
    if (!BEFORE.test(before) || !BEHIND.test(behind)) continue;
    keys.push(`${before}\n${behind}\n${Number(digits) - page}`);
  }
  return keys;
}
