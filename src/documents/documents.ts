import { Document, type DocumentInterface } from "@langchain/core/documents";
import type { TextSplitterChunkHeaderOptions } from "@langchain/textsplitters";
import type { Measure } from "../measure/index.js";
import type { Outline, Span } from "../outline.js";
import type { PackedChunk } from "../pack.js";
import { uuidOf, type ChunkIds } from "./ids.js";
import { copyMetadata, jsonOf, objectAt, type Metadata } from "./metadata.js";
import { originalOf } from "./original.js";
import { placesOf } from "./sections.js";

/** A text to split, and what is known of it. */
export interface Source {
  text: string;
  metadata: Metadata;
  id?: string;
}

/** What is cut of a source: its own text, or one that was made of it. */
export interface Reading {
  text: string;
  outline: Outline;
  /** The lengths of its spans, if they were asked for. */
  measure?: Measure;
  /**
   * What of the source a span of the text stands for: the span itself, if this
   * is left out. A chunk that stands for nothing is none.
   */
  locate?: (span: Span) => Span | undefined;
}

/** Those that have content: loaders of JSON give null where there is none. */
export const withContent = (
  documents: readonly DocumentInterface[]
): DocumentInterface[] =>
  documents.filter(({ pageContent }) => pageContent != null);

/** The sources that documents are; those without content are none. */
export const sourcesOf = (documents: readonly DocumentInterface[]): Source[] =>
  withContent(documents).map(({ pageContent: text, metadata, id }) => ({
    text,
    metadata: metadata ?? {},
    id,
  }));

/** A chunk, and what a splitter of its own has to say of it. */
export interface LocatedChunk extends PackedChunk {
  /** At the top level of its metadata: scalars, what it is. */
  metadata?: Readonly<Record<string, string | number | boolean>>;
  /** Under `loc`: where it stands. */
  loc?: Readonly<Metadata>;
}

/** Which span of which text a chunk is. */
export interface Cut extends Span {
  text: string;
}

const cuts = new WeakMap<DocumentInterface, Cut>();

/** What a chunk was cut out of, as long as it is the very same object. */
export const cutOf = (chunk: DocumentInterface): Cut | undefined =>
  cuts.get(chunk);

/** What LangChain's options put in front of the chunks of a source, by index. */
export function headerOf({
  chunkHeader = "",
  chunkOverlapHeader = "(cont'd) ",
  appendChunkOverlapHeader = false,
}: TextSplitterChunkHeaderOptions): (index: number) => string {
  const continued = appendChunkOverlapHeader ? chunkOverlapHeader : "";
  return (index) => chunkHeader + (index > 0 ? continued : "");
}

export interface DocumentOptions {
  chunkSize: number;
  /** Between the headings of a path in `metadata.section`. */
  sectionSeparator: string;
  /** Put in front of each chunk, outside its length and its location. */
  header: (index: number) => string;
  ids: ChunkIds;
}

/** The id that a source was given, or where it is from: "" when neither. */
function givenIdOf({ id, metadata }: Source): string {
  for (const value of [metadata.doc_id, id, metadata.source]) {
    if (typeof value === "number") return String(value);
    if (typeof value === "string" && value !== "") return value;
  }
  return "";
}

/** What tells one source from another: "" when nothing does. */
function identityOf(source: Source): string {
  const id = givenIdOf(source);
  if (id !== "") return id;
  const known = Object.entries(source.metadata).filter(
    ([key]) => key !== "loc"
  );
  if (known.length === 0) return "";
  return jsonOf(known) ?? "";
}

/** The id of a source: its own, or that of its text. */
export const docIdOf = (source: Source): string =>
  givenIdOf(source) || uuidOf(source.text);

/** The documents of the chunks of one source. */
export function documentsOf(
  source: Source,
  { text, outline, locate = (span) => span }: Reading,
  packed: readonly LocatedChunk[],
  { chunkSize, sectionSeparator, header, ids }: DocumentOptions
): Document[] {
  const original = originalOf(source);
  const identity = identityOf(source);
  const docId = docIdOf(source);
  const chunks = packed.filter((chunk) => locate(chunk) !== undefined);
  const places = placesOf(text, outline.heads, chunks);
  return chunks.map((chunk, index) => {
    const { headings, kind, part } = places[index];
    const section = headings.join(sectionSeparator);
    const { heads, content, length } = chunk;
    const own = locate(chunk) ?? chunk;
    const metadata = copyMetadata(source.metadata);
    metadata.doc_id = docId;
    metadata.section = section || (metadata.section ?? "");
    metadata.kind = kind;
    metadata.n_tokens = length;
    if (part !== undefined) metadata.part = part;
    if (chunk.headerOmitted) metadata.header_omitted = true;
    if (length > chunkSize) metadata.oversize = true;
    Object.assign(metadata, chunk.metadata);
    const loc = objectAt(metadata, "loc");
    // They say where the source is from, not where the chunk is.
    delete loc.kept;
    delete loc.borders;
    metadata.loc = {
      ...loc,
      ...original.place(own),
      index,
      total: chunks.length,
      headings,
      heads: heads.map((head) => original.span(locate(head) ?? head)),
      ...chunk.loc,
    };
    const document = new Document({
      id: ids.next(identity, section, content),
      pageContent: header(index) + content,
      metadata,
    });
    cuts.set(document, { text, start: chunk.start, end: chunk.end });
    return document;
  });
}
