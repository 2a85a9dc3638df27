import type { DocumentInterface } from "@langchain/core/documents";
import { Strength, type Span } from "../outline.js";
import { bodyEnd, bodyStart } from "../packing/body.js";
import { parseMarkdown } from "../parse/markdown.js";
import { isSpan, objectAt } from "../documents/metadata.js";
import { prefixOf, prefixText } from "../enrich/prefix.js";
import type { ContextMarks, ParagraphRange } from "./marks.js";

/** A document of which some paragraphs were left out. */
export interface ReducedDocument {
  /** The id of the document. */
  id: string;
  /** Which paragraphs are not in the context. */
  leftOut: ParagraphRange[];
  /** How many paragraphs it has. */
  paragraphs: number;
}

/**
 * A long document (a parent) in paragraphs, in the order in which they are
 * worth keeping: those that were hit first, then their neighbours. Headings
 * belong to the paragraph after them; a list, a table, a block of code is one.
 */
export class Paragraphs {
  private readonly prefix: string;
  private readonly text: string;
  private readonly spans: Span[];
  private readonly ranked: number[];

  constructor(document: DocumentInterface) {
    const prefix = prefixOf(document);
    this.prefix = prefix === "" ? "" : prefixText(prefix);
    this.text = document.pageContent.slice(this.prefix.length);
    this.spans = paragraphsOf(this.text);
    const hits = hitsOf(document);
    const isHit = ({ start, end }: Span): boolean =>
      hits.some((hit) => hit.start < end && start < hit.end);
    const found = [...this.spans.keys()].filter((k) => isHit(this.spans[k]));
    const centres = found.length > 0 ? found : [0];
    const distance = (k: number): number =>
      Math.min(...centres.map((centre) => Math.abs(k - centre)));
    this.ranked = [...this.spans.keys()].sort(
      (a, b) => distance(a) - distance(b) || b - a
    );
  }

  get count(): number {
    return this.spans.length;
  }

  /** The best `count` paragraphs in their order, with a mark for the rest. */
  best(count: number, marks: ContextMarks): string {
    const kept = new Set(this.ranked.slice(0, count));
    let text = this.prefix;
    let end = -1;
    for (const [k, span] of this.spans.entries()) {
      if (!kept.has(k)) continue;
      const isNext = kept.has(k - 1);
      if (end >= 0) text += isNext ? this.text.slice(end, span.start) : "\n\n";
      text += this.text.slice(span.start, span.end);
      end = span.end;
    }
    const mark = marks.paragraphs(this.leftOut(count), this.count);
    return `${text}\n\n${mark}`;
  }

  /** Which paragraphs are not among the best `count`. */
  leftOut(count: number): ParagraphRange[] {
    const ranges: [number, number][] = [];
    for (const k of this.ranked.slice(count).sort((a, b) => a - b)) {
      const last = ranges[ranges.length - 1];
      if (last !== undefined && last[1] === k) last[1] = k + 1;
      else ranges.push([k + 1, k + 1]);
    }
    return ranges;
  }
}

function paragraphsOf(text: string): Span[] {
  const borders = parseMarkdown(text)
    .seams.filter(({ strength }) => strength >= Strength.block)
    .map(({ at }) => at)
    .filter((at) => at > 0 && at < text.length)
    .sort((a, b) => a - b);
  const spans: Span[] = [];
  let from = 0;
  for (const to of [...borders, text.length]) {
    const start = bodyStart(text, from, to);
    if (start < to) spans.push({ start, end: bodyEnd(text, start, to) });
    from = to;
  }
  return spans;
}

/** What was found of a document (`loc.hits`), as offsets in its text. */
function hitsOf({ metadata }: DocumentInterface): Span[] {
  const { start = 0, hits } = objectAt(metadata ?? {}, "loc");
  if (!Array.isArray(hits) || typeof start !== "number") return [];
  return hits
    .filter(isSpan)
    .map((hit) => ({ start: hit.start - start, end: hit.end - start }));
}
