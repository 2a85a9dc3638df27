/** The offset nearest to `offset` in a text of this length; 0 for what is none. */
export function clamp(offset: number, length: number): number {
  // Nearly all offsets are in the text, and nothing is asked as often.
  if (offset >= 0 && offset <= length && offset % 1 === 0) return offset;
  return Math.min(Math.max(Math.trunc(offset) || 0, 0), length);
}
