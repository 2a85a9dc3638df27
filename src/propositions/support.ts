import { analyse } from "../words.js";

/** Words are compared by their beginning: "located" and "location" are one. */
const STEM = 5;

const stemOf = (word: string): string =>
  /\p{N}/u.test(word) ? word : word.slice(0, STEM);

/**
 * The share of the words of a fact that a text has, from 0 to 1; 0 when the
 * fact has a number that the text has not. Function words (English, Spanish)
 * do not count; words are compared without case, accents and endings.
 */
export function supportOf(fact: string, text: string): number {
  const known = new Set(analyse(text).map(stemOf));
  const words = analyse(fact);
  if (words.length === 0) return 0;
  let found = 0;
  for (const word of words) {
    if (known.has(stemOf(word))) found += 1;
    else if (/\p{N}/u.test(word)) return 0;
  }
  return found / words.length;
}
