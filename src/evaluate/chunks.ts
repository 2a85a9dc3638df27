import type { DocumentInterface } from "@langchain/core/documents";
import type { TextSplitter } from "@langchain/textsplitters";
import {
  Locator,
  shown,
  type Location,
  type Piece,
} from "../documents/locate.js";
import {
  createMeasure,
  type LengthFunction,
  type Measure,
} from "../measure/index.js";
import type { Span } from "../outline.js";
import type { EvaluatedDocument } from "./data/index.js";
import type { ChunkTransform } from "./options.js";
import { totalLength, union } from "./spans.js";

/** A chunk as it is indexed, and where its text comes from. */
export interface EvaluatedChunk {
  /** Its place among all chunks of the splitter. */
  id: number;
  /** Index of its document, -1 for one that is of none. */
  corpus: number;
  /** Its place among the chunks of its document. */
  index: number;
  /** What is indexed: the object that the retriever gets. */
  document: DocumentInterface;
  /** The tokens of its content. */
  tokens: number;
  /** `undefined` when its text could not be found in its document. */
  location: Location | undefined;
  /** What of the document it shows. */
  spans: Span[];
  /** The characters of the document it shows. */
  characters: number;
}

/** Makes evaluated chunks, and cuts them to fit a budget. */
export class ChunkMaker {
  private readonly measures = new WeakMap<EvaluatedChunk, Measure>();

  constructor(private readonly lengthFunction: LengthFunction) {}

  async make(
    id: number,
    corpus: number,
    index: number,
    document: DocumentInterface,
    location: Location | undefined
  ): Promise<EvaluatedChunk> {
    const tokens = await this.lengthFunction(document.pageContent);
    const spans = this.spansOf(location?.pieces ?? [], Infinity);
    const characters = totalLength(spans);
    return { id, corpus, index, document, tokens, location, spans, characters };
  }

  /** What of the document is left when the content is cut to fit `room`. */
  async cut(chunk: EvaluatedChunk, room: number): Promise<Span[]> {
    const to = await this.fit(chunk, room);
    return this.spansOf(chunk.location?.pieces ?? [], to);
  }

  /** The beginning of the content that fits in `room`. */
  async cutContent(chunk: EvaluatedChunk, room: number): Promise<string> {
    return chunk.document.pageContent.slice(0, await this.fit(chunk, room));
  }

  private async fit(chunk: EvaluatedChunk, room: number): Promise<number> {
    let measure = this.measures.get(chunk);
    if (measure === undefined) {
      const { pageContent } = chunk.document;
      const limit = Math.max(1, chunk.tokens);
      measure = await createMeasure(pageContent, this.lengthFunction, limit);
      this.measures.set(chunk, measure);
    }
    return measure.fit(0, room);
  }

  private spansOf(pieces: readonly Piece[], to: number): Span[] {
    return union(shown(pieces, to));
  }
}

/** The chunks that a splitter makes of a document, and how long it takes. */
export async function splitDocument(
  splitter: TextSplitter,
  { document }: EvaluatedDocument
): Promise<{ chunks: DocumentInterface[]; milliseconds: number }> {
  const before = performance.now();
  const chunks = await splitter.splitDocuments([document]);
  return { chunks, milliseconds: performance.now() - before };
}

/**
 * The chunks as they are indexed, each with where it stands in its document.
 * Chunks are located before the transform, since that may put text around
 * them; a chunk that the transform makes itself is located as it is.
 */
export async function locateChunks(
  { text, document }: EvaluatedDocument,
  chunks: DocumentInterface[],
  transform: ChunkTransform | undefined
): Promise<{ document: DocumentInterface; location: Location | undefined }[]> {
  const locator = new Locator(text);
  const originals = chunks.map((chunk) => ({
    content: chunk.pageContent,
    location: locator.locate(chunk),
  }));
  if (transform === undefined) {
    return chunks.map((chunk, index) => ({
      document: chunk,
      location: originals[index].location,
    }));
  }
  const transformed =
    typeof transform === "function"
      ? await transform(chunks, document)
      : await transform.transformDocuments(chunks);
  let next = 0;
  return transformed.map((chunk) => {
    const contains = ({ content }: { content: string }) =>
      content.trim() !== "" && chunk.pageContent.includes(content);
    let index = originals.findIndex((one, k) => k >= next && contains(one));
    if (index === -1) index = originals.findIndex(contains);
    if (index === -1) {
      return { document: chunk, location: locator.locate(chunk) };
    }
    next = index + 1;
    const { content, location } = originals[index];
    // What a transform adds, it mostly adds in front.
    const shift = chunk.pageContent.lastIndexOf(content);
    return {
      document: chunk,
      location: location && {
        ...location,
        pieces: location.pieces.map((piece) => ({
          ...piece,
          from: piece.from + shift,
          to: piece.to + shift,
        })),
      },
    };
  });
}
