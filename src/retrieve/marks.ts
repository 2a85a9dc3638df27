/** First and last of some paragraphs that follow each other, from 1. */
export type ParagraphRange = readonly [first: number, last: number];

/** The words that stand in a context for what is not in it. */
export interface ContextMarks {
  /** For chunks that were given and did not go in. */
  chunks(leftOut: number, total: number): string;
  /** For paragraphs of a document that went in without them. */
  paragraphs(leftOut: readonly ParagraphRange[], total: number): string;
}

/** "1-4", "1-4 and 9", "1-4, 9 and 13-40". */
function listed(ranges: readonly ParagraphRange[], and: string): string {
  const shown = ranges.map(([first, last]) =>
    first === last ? `${first}` : `${first}-${last}`
  );
  const last = shown.pop() ?? "";
  return shown.length === 0 ? last : `${shown.join(", ")} ${and} ${last}`;
}

const isOne = (ranges: readonly ParagraphRange[]): boolean =>
  ranges.length === 1 && ranges[0][0] === ranges[0][1];

/** The marks by language. */
export const MARKS = {
  en: {
    chunks: (leftOut, total) => `[… ${leftOut} of ${total} chunks left out]`,
    paragraphs: (ranges, total) =>
      `[… ${isOne(ranges) ? "paragraph" : "paragraphs"} ` +
      `${listed(ranges, "and")} of ${total} left out]`,
  },
  es: {
    chunks: (leftOut, total) =>
      `[… ${leftOut === 1 ? "falta" : "faltan"} ${leftOut} de ${total} fragmentos]`,
    paragraphs: (ranges, total) =>
      `[… ${isOne(ranges) ? "falta el párrafo" : "faltan los párrafos"} ` +
      `${listed(ranges, "y")} de ${total}]`,
  },
} satisfies Record<string, ContextMarks>;
