const BLANK = /\s/;

/** Whether the unit at an offset is white space, the end of the text not. */
export function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  // Expressions are slow, and most text is ASCII.
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return code >= 0xa0 && BLANK.test(text[at]);
}
