import type { DocumentInterface } from "@langchain/core/documents";
import { partsOf, type ChunkParts } from "./chunk-parts.js";
import { prefixText } from "./prefix.js";

/** Text of one source without a gap, and the chunks that it is made of. */
export interface Passage {
  text: string;
  documents: DocumentInterface[];
}

/**
 * Joins the chunks of a source that overlap or follow each other: what the
 * second repeats (overlap, heads, a prefix, `chunkHeader`) is said once. Other
 * chunks are passages of their own, word for word. Sources in the order in
 * which they come first; within a source in the order of the text.
 */
export function joinChunks(documents: readonly DocumentInterface[]): Passage[] {
  const groups = new Map<unknown, ChunkParts[]>();
  const alone = new Map<unknown, Passage>();
  for (const document of documents) {
    const parts = partsOf(document);
    if (parts === undefined) {
      alone.set(document, {
        text: document.pageContent,
        documents: [document],
      });
      groups.set(document, []);
      continue;
    }
    const group = groups.get(parts.docId);
    if (group === undefined) groups.set(parts.docId, [parts]);
    else group.push(parts);
  }
  return [...groups].flatMap(([key, group]) => {
    const passage = alone.get(key);
    return passage === undefined ? joinParts(group) : [passage];
  });
}

function joinParts(chunks: ChunkParts[]): Passage[] {
  chunks.sort((a, b) => a.start - b.start || b.end - a.end);
  const passages: OpenPassage[] = [];
  for (const chunk of chunks) {
    const last = passages[passages.length - 1];
    if (last === undefined || !last.add(chunk)) {
      passages.push(new OpenPassage(chunk));
    }
  }
  return passages.map((passage) => passage.close());
}

/** A passage that the next chunk may go on. */
class OpenPassage {
  private readonly documents: DocumentInterface[];
  private readonly start: number;
  /** All that is written, but for the tail. */
  private text: string;
  /** The source from `start` on, as far as it is known. */
  private source: string;
  /** The chunk that reaches furthest. */
  private reach: ChunkParts;

  constructor(first: ChunkParts) {
    const { prefix, header, headText, body } = first;
    this.documents = [first.document];
    this.start = first.start;
    const front = prefix === "" ? "" : prefixText(prefix);
    this.text = front + header + headText + body;
    this.source = body;
    this.reach = first;
  }

  /** Adds a chunk that overlaps or follows; `false` if it does not. */
  add(chunk: ChunkParts): boolean {
    const { reach } = this;
    if (!isSameHeader(reach.header, chunk.header)) return false;
    const repeated = Math.min(chunk.end, reach.end) - chunk.start;
    if (repeated > 0) {
      // Believed only where both chunks say the same.
      const own = chunk.body.slice(0, repeated);
      if (!isSame(this.slice(chunk.start, repeated), own)) return false;
    } else if (chunk.start !== reach.end && !isNext(reach, chunk)) {
      return false;
    }
    this.documents.push(chunk.document);
    if (chunk.end <= reach.end) return true;
    const rest = chunk.body.slice(Math.max(0, repeated));
    this.text += (repeated > 0 ? "" : this.transition(chunk)) + rest;
    this.source += " ".repeat(Math.max(0, -repeated)) + rest;
    this.reach = chunk;
    return true;
  }

  private slice(start: number, length: number): string {
    const from = start - this.start;
    return from < 0 ? "" : this.source.slice(from, from + length);
  }

  /** What stands between the text so far and that of a chunk that follows. */
  private transition(chunk: ChunkParts): string {
    const { reach } = this;
    const gap = gapBetween(reach, chunk);
    const isNewLine = gap.includes("\n") || reach.body.endsWith("\n");
    // In the middle of a line, another prefix would break a sentence.
    const isOther = chunk.prefix !== "" && chunk.prefix !== reach.prefix;
    const prefix = isOther && isNewLine ? prefixText(chunk.prefix) : "";
    return gap + prefix + (this.showsHeads(chunk) ? "" : chunk.headText);
  }

  /** Whether the text so far says all heads of a chunk that follows. */
  private showsHeads({ heads, headText }: ChunkParts): boolean {
    let from = 0;
    return heads.every(({ start, end }) => {
      const head = headText.slice(from, from + end - start);
      from += end - start;
      return (
        isSame(this.slice(start, end - start), head) ||
        this.reach.headText.includes(head)
      );
    });
  }

  close(): Passage {
    return { text: this.text + this.reach.tail, documents: this.documents };
  }
}

/** A chunk leaves out the white space at its end, a head does not. */
const isSame = (one: string, other: string): boolean =>
  one === other || singleSpaced(one) === singleSpaced(other);

const singleSpaced = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Whether two chunks of one call have the same `chunkHeader`, continued. */
const isSameHeader = (first: string, next: string): boolean =>
  next === first || next === `${first}(cont'd) `;

/** Whether only white space stands between two chunks. */
const isNext = (before: ChunkParts, { index, start }: ChunkParts): boolean =>
  before.index !== undefined &&
  index === before.index + 1 &&
  start >= before.end;

/** The white space between two chunks that follow each other. */
function gapBetween(before: ChunkParts, after: ChunkParts): string {
  const length = after.start - before.end;
  if (before.lines === undefined || after.lines === undefined) {
    return "\n".repeat(Math.min(length, 2));
  }
  const breaks = after.lines.from - before.lines.to;
  return breaks > 0
    ? "\n".repeat(Math.min(length, breaks))
    : " ".repeat(length);
}
