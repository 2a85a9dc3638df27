import type { DocumentInterface } from "@langchain/core/documents";
import { Locator, type Location } from "../documents/locate.js";
import type { Span } from "../outline.js";
import { layOut, type Shown } from "./lay-out.js";

/** A chunk where it stands in the source, and what is in it beside that. */
export interface PlacedChunk extends Span {
  document: DocumentInterface;
  /** Its place among the chunks, from 0. */
  index: number;
  /** Whether its text was found: otherwise `start` and `end` are one place. */
  located: boolean;
  /** In front of its heads: a contextual prefix, a chunk header. */
  prefix: string;
  /** The text of the heads that it repeats. */
  heads: string[];
  /** Behind its own text: the closing lines of what was cut. */
  tail: string;
  /** How many of its own characters chunks before it hold too. */
  overlap: number;
  shown: Shown;
}

/**
 * The chunks of a text in the order of the text. Those that do not say where
 * they stand are looked for; those that are not found stand behind the chunk
 * before them.
 */
export function placeChunks(
  text: string,
  documents: readonly DocumentInterface[]
): PlacedChunk[] {
  const locator = new Locator(text);
  let last = 0;
  const chunks = documents.map((document, index): PlacedChunk => {
    const location = locator.locate(document);
    const start = location?.body.start ?? last;
    const end = location?.body.end ?? last;
    last = end;
    return {
      document,
      index,
      located: location !== undefined,
      start,
      end,
      ...addedOf(text, document.pageContent, location),
      overlap: 0,
      shown: { sharedUntil: start, heldUntil: end, until: end },
    };
  });
  chunks.sort((a, b) => a.start - b.start || a.index - b.index);
  layOut(chunks, text.length).forEach(({ overlap, ...shown }, index) => {
    chunks[index].overlap = overlap;
    chunks[index].shown = shown;
  });
  return chunks;
}

/** What of a chunk's content is not its own text. */
function addedOf(
  text: string,
  content: string,
  location: Location | undefined
): Pick<PlacedChunk, "prefix" | "heads" | "tail"> {
  if (location === undefined) return { prefix: content, heads: [], tail: "" };
  const { pieces, heads } = location;
  const first = pieces[0].from;
  const last = Math.max(...pieces.map(({ to }) => to));
  return {
    prefix: content.slice(0, first),
    heads: heads.map(({ start, end }) => text.slice(start, end)),
    tail: content.slice(last),
  };
}

/** How many characters other than white space no chunk holds. */
export function lostCharacters(
  text: string,
  chunks: readonly PlacedChunk[]
): number {
  const gaps = chunks.map(({ shown }) =>
    text.slice(shown.heldUntil, shown.until)
  );
  return [text.slice(0, chunks[0]?.start), ...gaps].reduce(
    (sum, lost) => sum + lost.replace(/\s/g, "").length,
    0
  );
}
