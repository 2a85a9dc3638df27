import { Strength, type Outline, type Seam } from "../outline.js";

/** Wrapped text is at most some this many characters wide, and no narrower. */
export const WIDTHS = { minimum: 30, maximum: 140 };

const ENDS_SENTENCE = /[.!?:;…。！？।؟]["'”’»)\]*_]*$/u;
const STARTS_LOWER = /^["'“‘«([¿¡*_]*\p{Ll}/u;

/** Whether a line, without white space behind it, ends a sentence. */
export const endsSentence = (line: string): boolean => ENDS_SENTENCE.test(line);

/** Whether a line begins in lower case, so that it goes on with a sentence. */
export const startsLower = (line: string): boolean => STARTS_LOWER.test(line);

/**
 * The outline of plain text: pages behind form feeds, paragraphs behind blank
 * lines, and lines, unless they only wrap a paragraph.
 */
export function parseProse(text: string): Outline {
  const seams: Seam[] = [];
  let paragraph: Line[] = [];
  const closeParagraph = (): void => {
    for (const at of lineSeams(paragraph)) {
      seams.push({ at, strength: Strength.line });
    }
    paragraph = [];
  };
  let afterPage = false;
  for (const line of linesOf(text)) {
    if (line.words === "") {
      afterPage ||= line.isPage;
      closeParagraph();
      continue;
    }
    if (line.isPage) {
      closeParagraph();
      afterPage = true;
    }
    if (paragraph.length === 0 && line.start > 0) {
      const strength = afterPage ? Strength.page : Strength.block;
      seams.push({ at: line.start, strength });
    }
    afterPage = false;
    paragraph.push(line);
  }
  closeParagraph();
  return { seams, heads: [] };
}

interface Line {
  start: number;
  /** Its text without white space around it. */
  words: string;
  /** Whether a form feed stands in front of it. */
  isPage: boolean;
}

function* linesOf(text: string): Generator<Line> {
  let start = 0;
  for (const match of text.matchAll(/\r\n?|\n|\f|$/g)) {
    const words = text.slice(start, match.index).trim();
    yield { start, words, isPage: start > 0 && text[start - 1] === "\f" };
    start = match.index + match[0].length;
  }
}

/** The starts of the lines of a paragraph that mean something. */
function lineSeams(lines: readonly Line[]): number[] {
  if (lines.length < 2) return [];
  const width = Math.max(...lines.map(({ words }) => words.length));
  const breaks = lines.slice(1).map((line, index) => {
    const previous = lines[index].words;
    const continues = startsLower(line.words) && !endsSentence(previous);
    const [word] = line.words.split(/\s/, 1);
    // A line is wrapped where the next word would not have fitted.
    const isFull = previous.length + 1 + word.length > width;
    return { at: line.start, continues, isFull };
  });
  const isWrapped =
    width >= WIDTHS.minimum &&
    width <= WIDTHS.maximum &&
    breaks.filter(({ continues }) => continues).length * 2 >= breaks.length;
  return breaks
    .filter(({ continues, isFull }) => !continues && !(isWrapped && isFull))
    .map(({ at }) => at);
}
