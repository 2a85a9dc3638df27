/** East Asian wide and full-width characters: two columns in a terminal. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u4DBF\u4E00-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]/u;
const EMOJI = /\p{Emoji_Presentation}|\uFE0F/u;
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return WIDE.test(grapheme) || EMOJI.test(grapheme) ? 2 : 1;
}

/** How many columns of a terminal the text takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += graphemeWidth(segment);
  }
  return width;
}

/**
 * The text on one line, without what could move the cursor or reverse the
 * line: what is shown comes from files of others.
 */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, "")
    .trim();
}

/** The beginning of the text, with an ellipsis when some of it is cut. */
export function cutEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let cut = "";
  let left = width - 1;
  for (const { segment } of graphemes.segment(text)) {
    left -= graphemeWidth(segment);
    if (left < 0) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

/**
 * A section path in the width there is: outer headings go first, since the
 * nearest one says most about the chunk.
 */
export function cutPath(path: string, width: number): string {
  if (displayWidth(path) <= width) return path;
  const headings = path.split(" > ");
  while (headings.length > 1) {
    headings.shift();
    const shorter = `… > ${headings.join(" > ")}`;
    if (displayWidth(shorter) <= width) return shorter;
  }
  return cutEnd(headings[0], width);
}

/** The text with spaces up to the width. */
export function pad(text: string, width: number, right = false): string {
  const spaces = " ".repeat(Math.max(0, width - displayWidth(text)));
  return right ? spaces + text : text + spaces;
}
