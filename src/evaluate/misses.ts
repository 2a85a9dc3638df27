import type { Span } from "../outline.js";
import type { EvaluatedChunk } from "./chunks.js";
import type { Context } from "./context.js";
import type { Evidence } from "./metrics.js";
import { holds, intersection, totalLength, union } from "./spans.js";
import type { ChunkBorder, Excerpt, Miss, MissClass } from "./miss-types.js";
import type { LoadedData } from "./data/index.js";
import type { SplitterRun } from "./run.js";
import type { ReportReference } from "./types.js";

/** A miss, of one question of one splitter. */
export interface QuestionMiss {
  /** Index of the reference. */
  reference: number;
  class: MissClass;
  rank: number | null;
  recall: number;
  truncated: boolean;
  chunks: ChunkBorder[];
}

/** Characters that an excerpt shows on either side of its reference. */
const AROUND = 600;

/** What of a document is shown with a reference: whole words. */
function excerptSpan(text: string, { start, end }: Span): Span {
  let from = Math.max(0, start - AROUND);
  let to = Math.min(text.length, end + AROUND);
  const furthest = 40;
  for (let k = 0; k < furthest && from > 0; k += 1) {
    if (/\s/.test(text[from - 1])) break;
    from -= 1;
  }
  for (let k = 0; k < furthest && to < text.length; k += 1) {
    if (/\s/.test(text[to])) break;
    to += 1;
  }
  if (from > 0 && isLowSurrogate(text, from)) from -= 1;
  if (to < text.length && isLowSurrogate(text, to)) to += 1;
  return { start: from, end: to };
}

const isLowSurrogate = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00;

/** The references that are not whole in one chunk of the context, and why. */
export function findMisses({
  evidence,
  own,
  ranking,
  corpus,
  ranks,
  context,
}: {
  evidence: Evidence;
  /** The chunks of the question's document. */
  own: readonly EvaluatedChunk[];
  ranking: readonly EvaluatedChunk[];
  corpus: number;
  /** The rank of each chunk by its id. */
  ranks: ReadonlyMap<number, number>;
  context: Context;
}): QuestionMiss[] {
  const { text, references } = evidence;
  // A retriever of one's own may find more than what was indexed.
  const known = new Set(own);
  const others = ranking.filter(
    (chunk) => chunk.corpus === corpus && !known.has(chunk)
  );
  const candidates = [...own, ...others];
  const misses: QuestionMiss[] = [];
  for (const [reference, span] of references.entries()) {
    if (span === undefined) {
      misses.push({
        reference,
        class: "absent",
        rank: null,
        recall: 0,
        truncated: false,
        chunks: [],
      });
      continue;
    }
    const { shown } = context;
    if (shown.some(({ spans }) => holds(text, spans, span))) continue;
    const near = candidates.filter(
      ({ spans }) => intersection([span], spans).length > 0
    );
    const whole = near.filter(({ spans }) => holds(text, spans, span));
    const all = union(near.flatMap(({ spans }) => spans));
    const inContext = union(shown.flatMap(({ spans }) => spans));
    const isAbsent = !holds(text, all, span);
    misses.push({
      reference,
      class: isAbsent ? "absent" : whole.length > 0 ? "notRetrieved" : "cut",
      rank: bestRank(whole.length > 0 ? whole : near, ranks),
      recall:
        totalLength(intersection([span], inContext)) / (span.end - span.start),
      truncated: whole.some((chunk) => context.chunks.includes(chunk)),
      chunks: bordersIn(excerptSpan(text, span), candidates, ranks, context),
    });
  }
  return misses;
}

function bestRank(
  chunks: readonly EvaluatedChunk[],
  ranks: ReadonlyMap<number, number>
): number | null {
  const found = chunks
    .map(({ id }) => ranks.get(id))
    .filter((rank) => rank !== undefined);
  return found.length === 0 ? null : Math.min(...found);
}

/** The chunks with text of their own in a part of their document, in order. */
function bordersIn(
  { start, end }: Span,
  chunks: readonly EvaluatedChunk[],
  ranks: ReadonlyMap<number, number>,
  context: Context
): ChunkBorder[] {
  return chunks
    .flatMap((chunk) => {
      const { location, index, tokens, id } = chunk;
      if (location === undefined) return [];
      const { body, heads } = location;
      if (body.start >= end || body.end <= start) return [];
      return {
        index,
        ...body,
        heads,
        tokens,
        rank: ranks.get(id) ?? null,
        inContext: context.chunks.includes(chunk),
      };
    })
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The misses of all splitters, and the parts of sources they refer to. */
export class MissCollector {
  readonly misses: Miss[] = [];
  readonly excerpts: Excerpt[] = [];
  private readonly known = new Map<string, number>();

  constructor(
    private readonly data: LoadedData,
    private readonly maxMisses: number
  ) {}

  /** Adds the misses of one splitter, the first questions first. */
  add(splitter: string, { results }: SplitterRun): void {
    let count = 0;
    for (const [question, { misses }] of results.entries()) {
      const { corpus, references } = this.data.questions[question];
      for (const miss of misses) {
        if (count === this.maxMisses) return;
        count += 1;
        const excerpt = this.excerptOf(corpus, references[miss.reference]);
        this.misses.push({ splitter, question, ...miss, excerpt });
      }
    }
  }

  private excerptOf(
    corpus: number,
    { start, end }: ReportReference
  ): number | null {
    if (start === null || end === null) return null;
    const key = `${corpus} ${start} ${end}`;
    let index = this.known.get(key);
    if (index === undefined) {
      const { name, text } = this.data.corpora[corpus];
      const span = excerptSpan(text, { start, end });
      index = this.excerpts.length;
      this.excerpts.push({
        corpus: name,
        ...span,
        text: text.slice(span.start, span.end),
      });
      this.known.set(key, index);
    }
    return index;
  }
}
