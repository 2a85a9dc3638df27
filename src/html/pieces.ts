import type { Span } from "../outline.js";

/** A part of the line that is being written. */
export interface Piece {
  text: string;
  source: Span;
  isCopy: boolean;
  /** A word (the first of a line or not), a backslash, or a mark's end. */
  kind?: "first" | "word" | "escape" | "open" | "close";
  /** Of a mark: its other end. */
  partner?: Piece;
}

/** A word with backslashes in it: the rest of it keeps its offsets. */
export function escapedPieces(
  { text: word, source, isCopy }: Piece,
  escaped: string
): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let from = 0;
  const addWord = (): void => {
    const start = source.start + from;
    const own = isCopy ? { start, end: source.start + at } : source;
    const text = word.slice(from, at);
    if (text !== "") pieces.push({ text, source: own, isCopy, kind: "word" });
    from = at;
  };
  for (let k = 0; k < escaped.length; k += 1) {
    // A backslash may stand in front of another one.
    if (escaped[k] === "\\" && escaped[k + 1] === word[at]) {
      addWord();
      const start = isCopy ? source.start + at : source.start;
      const place = { start, end: start };
      pieces.push({ text: "\\", source: place, isCopy: false, kind: "escape" });
      k += 1;
    }
    at += 1;
  }
  addWord();
  return pieces;
}
