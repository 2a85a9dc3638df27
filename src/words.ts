const ENGLISH = `
  a about after all also am an and any are as at be because been before being
  between both but by can could did do does doing down during each for from
  further had has have having he her here hers him his how i if in into is it
  its itself just me more most my no nor not now of off on once only or other
  our out over own same she should so some such than that the their them then
  there these they this those through to too under until up very was we were
  what when where which while who whom whose why will with would you your
`;

// Without accents, as they are compared.
const SPANISH = `
  al algo algun alguna algunas alguno algunos ante antes aquel aquella aquellos
  aqui asi aun aunque bajo cada como con contra cual cuales cualquier cuando
  cuanta cuantas cuanto cuantos de del desde donde dos durante e el ella ellas
  ellos en entre era eran es esa esas ese eso esos esta estan estas este esto
  estos fue fueron ha habia hacia han hasta hay la las le les lo los mas me mi
  mientras muy ni no nos o otra otras otro otros para pero por porque pues que
  quien quienes se segun ser si sido sin sino sobre solo son su sus tal tambien
  tan tanto te tiene toda todas todo todos tras tu u un una unas uno unos y ya
`;

/** Words of questions and sentences that say nothing of what is asked. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `${ENGLISH} ${SPANISH}`.trim().split(/\s+/)
);

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
