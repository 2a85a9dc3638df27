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
  for (const { 0: part, index } of original.matchAll(/\S+/g)) {
    for (let k = 0; k < part.length; k += 1) offsets[size + k] = index + k;
    size += part.length;
    parts.push(part);
  }
  return { text: parts.join(""), offsets: offsets.subarray(0, size) };
}
