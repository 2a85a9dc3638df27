import { FUNCTION_WORDS } from "./function-words.js";

const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

// Written without spaces between words.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Accents on Latin letters, that people leave out when they ask; the tilde of
 * ñ is none, since that is another letter.
 */
const ACCENTS =
  /(?<=\p{Script=Latin}[\u0300-\u036F]*)(?<!n(?=\u0303))[\u0300-\u036F]/gu;

let segmenter: Intl.Segmenter | undefined;

/**
 * The words of a text as BM25 compares them: runs of letters and digits in any
 * script, in lower case, without accents (`Educación` is `educacion`, `año`
 * stays `año`) and without the `s` of a plural. English and Spanish function
 * words are left out: in tables they are rare, and would count as if they
 * meant much.
 */
export function analyse(text: string): string[] {
  const words: string[] = [];
  for (const [word] of fold(text).matchAll(WORDS)) {
    if (!UNSPACED.test(word)) {
      if (!FUNCTION_WORDS.has(word)) words.push(singular(word));
      continue;
    }
    segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
    for (const { segment, isWordLike } of segmenter.segment(word)) {
      if (isWordLike === true) words.push(segment);
    }
  }
  return words;
}

/** One form for singular and plural in many languages, if not a right one. */
function singular(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss")
    ? word.slice(0, -1)
    : word;
}

function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(ACCENTS, "")
    .normalize("NFC");
}
