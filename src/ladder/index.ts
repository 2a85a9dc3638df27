/**
 * What a text may be cut at where its outline has no seam left: sentences,
 * words, words without blanks between them, grapheme clusters. The same for
 * every format, and each rung is only read where the one above does not do.
 */
import { Strength, type Seam } from "../outline.js";
import { sentences } from "./sentences.js";
import { graphemes, subwords, words } from "./words.js";

/** The seams of one rung inside `(start, end)`, `stride` units or more apart. */
type Rung = (
  text: string,
  start: number,
  end: number,
  stride: number
) => Seam[];

const withStrength =
  (
    find: (
      text: string,
      start: number,
      end: number,
      stride: number
    ) => number[],
    strength: number
  ): Rung =>
  (text, start, end, stride) =>
    find(text, start, end, stride).map((at) => ({ at, strength }));

const startsLine = (text: string, at: number): boolean =>
  /[\r\n][^\S\r\n]*$/.test(text.slice(Math.max(0, at - 40), at));

export const ladder: readonly Rung[] = [
  withStrength(sentences, Strength.sentence),
  (text, start, end) =>
    words(text, start, end).map((at) => ({
      at,
      strength: startsLine(text, at) ? Strength.wrap : Strength.word,
    })),
  withStrength(subwords, Strength.word - 1),
  withStrength(graphemes, Strength.grapheme),
];

export { graphemeCeil, graphemeFloor } from "./words.js";
