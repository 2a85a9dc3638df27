const BLANK = /\s/;

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return code >= 0xa0 && BLANK.test(text[at]);
}

/**
 * A text without its white space, and where each of its characters stands in
 * the text: to find what was trimmed, wrapped or joined anew.
 */
export interface Compact {
  text: string;
  /** The offset of each character of `text` in the original. */
  offsets: Uint32Array;
}

/** Takes the white space out of a text. */
export function compact(original: string): Compact {
  const offsets = new Uint32Array(original.length);
  const parts: string[] = [];
  let size = 0;
  for (let at = 0; at < original.length;) {
    while (at < original.length && isBlank(original, at)) at += 1;
    const from = at;
    while (at < original.length && !isBlank(original, at)) {
      offsets[size] = at;
      size += 1;
      at += 1;
    }
    if (at > from) parts.push(original.slice(from, at));
  }
  return { text: parts.join(""), offsets: offsets.subarray(0, size) };
}
