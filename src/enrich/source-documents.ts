import { Document, type DocumentInterface } from "@langchain/core/documents";
import type { MaybePromise } from "../measure/index.js";
import {
  copyMetadata,
  headingsOf,
  type Metadata,
} from "../documents/metadata.js";
import { joinChunks } from "./passages.js";
import { removePrefix } from "./prefix.js";

/** What splitters say of a chunk, and not of its document. */
const KEYS_OF_CHUNKS = [
  "section",
  "kind",
  "n_tokens",
  "part",
  "prefix",
  "prefix_failed",
  "header_omitted",
  "oversize",
  "loc",
];

/**
 * The documents that chunks come from, made of the chunks themselves: splitters
 * lose nothing, so that all chunks of a source give its text again, but for
 * white space.
 */
export class SourceDocuments {
  private readonly places = new Map<DocumentInterface, [Source, number]>();

  constructor(
    chunks: readonly DocumentInterface[],
    count: (text: string) => MaybePromise<number>,
    maxTokens: number
  ) {
    const sources = new Map<unknown, Source>();
    for (const [index, plain] of removePrefix(chunks).entries()) {
      const { doc_id: docId, source: name } = plain.metadata;
      const key = docId ?? name ?? plain;
      const source = sources.get(key) ?? new Source(count, maxTokens);
      sources.set(key, source);
      this.places.set(chunks[index], [source, source.chunks.length]);
      source.chunks.push(plain);
    }
  }

  /**
   * The document of a chunk. One that is longer than `maxTokens` is cut down to
   * the largest section around the chunk that is not, or to neighbours of the
   * chunk within its smallest section.
   */
  async of(chunk: DocumentInterface): Promise<Document> {
    const place = this.places.get(chunk);
    if (place === undefined) throw new RangeError("a chunk of another call");
    const [source, index] = place;
    return source.around(index);
  }
}

/** The chunks of one source, in the order in which they came. */
class Source {
  readonly chunks: Document[] = [];
  private readonly made = new Map<string, Document>();
  /** The running length of the chunks before each. */
  private positions: Promise<number[]> | undefined;

  constructor(
    private readonly count: (text: string) => MaybePromise<number>,
    private readonly maxTokens: number
  ) {}

  async around(index: number): Promise<Document> {
    if (this.maxTokens === Infinity) {
      return this.documentOf(0, this.chunks.length);
    }
    this.positions ??= this.measure();
    const [from, to] = this.rangeAround(index, await this.positions);
    return this.documentOf(from, to);
  }

  private async measure(): Promise<number[]> {
    const positions = [0];
    for (const { pageContent } of this.chunks) {
      // Lengths do not add up: two more for what stands between two chunks.
      const length = (await this.count(pageContent)) + 2;
      positions.push(positions[positions.length - 1] + length);
    }
    return positions;
  }

  private rangeAround(index: number, positions: number[]): [number, number] {
    const fits = (from: number, to: number): boolean =>
      positions[to] - positions[from] <= this.maxTokens;
    const path = headingsOf(this.chunks[index].metadata);
    let [from, to] = [0, this.chunks.length];
    for (let depth = 0; !fits(from, to) && depth < path.length; depth += 1) {
      // The chunks around that have the same heading at this depth too.
      const isInside = (k: number): boolean =>
        headingsOf(this.chunks[k].metadata)[depth] === path[depth];
      let [start, end] = [index, index + 1];
      while (start > from && isInside(start - 1)) start -= 1;
      while (end < to && isInside(end)) end += 1;
      [from, to] = [start, end];
    }
    // Groups of neighbours that are the same for all of them: a model's cache
    // of what it has read goes by equal beginnings.
    let start = from;
    for (let end = from + 1; end <= to; end += 1) {
      if (end === start + 1 || fits(start, end)) continue;
      if (index < end - 1) return [start, end - 1];
      start = end - 1;
    }
    return [start, to];
  }

  private documentOf(from: number, to: number): Document {
    const key = `${from}-${to}`;
    let document = this.made.get(key);
    if (document === undefined) {
      const chunks = this.chunks.slice(from, to);
      const pageContent = joinChunks(chunks)
        .map(({ text }) => text)
        .join("\n\n");
      document = new Document({ pageContent, metadata: sourceOf(chunks[0]) });
      this.made.set(key, document);
    }
    return document;
  }
}

function sourceOf({ metadata }: DocumentInterface): Metadata {
  const copy = copyMetadata(metadata);
  for (const key of KEYS_OF_CHUNKS) delete copy[key];
  return copy;
}
