import type { MarkdownIt, Token } from "markdown-it";

/**
 * Tags that only place a heading, the heading, and nothing more on its last
 * line.
 */
const HEADING =
  /^\s*(?:<(?:a|center|div|header|p)\b[^<>]*>\s*)*<h([1-6])\b[^<>]*>([\s\S]*?)<\/h\1\s*>[ \t]*(?:<\/a\s*>[ \t]*)?(?:\n|$)/i;

/** What is shown of a picture where there is none. */
const alternative = (image: string): string =>
  /\salt\s*=\s*["']([^"']+)/i.exec(image)?.[1] ?? "";

interface Heading {
  tag: string;
  content: string;
  /** How long it is in the HTML, its last line break included. */
  length: number;
}

/** The heading that a block of HTML starts with, if it does. */
function headingOf(html: string): Heading | undefined {
  const match = HEADING.exec(html);
  if (match === null) return undefined;
  const [{ length }, level, inner] = match;
  const content = inner.replace(/<img\b[^<>]*>/gi, alternative);
  const isShown = /\S/.test(content.replace(/<[^<>]*>/g, ""));
  return isShown ? { tag: `h${level}`, content, length } : undefined;
}

/** The headings that a block of HTML starts with, and what follows them. */
function divide(block: Token, map: readonly [number, number]): Token[] {
  const tokens: Token[] = [];
  const push = (fields: Partial<Token>): void => {
    tokens.push({ ...block, content: "", map: null, ...fields } as Token);
  };
  let html = block.content;
  let [line] = map;
  for (
    let heading = headingOf(html);
    heading !== undefined;
    heading = headingOf(html)
  ) {
    const { tag, content, length } = heading;
    const next = line + html.slice(0, length).trimEnd().split("\n").length;
    push({ type: "heading_open", tag, nesting: 1, map: [line, next] });
    push({ type: "inline", content });
    push({ type: "heading_close", tag, nesting: -1 });
    html = html.slice(length);
    line = next;
  }
  if (html.trim() !== "") push({ content: html, map: [line, map[1]] });
  return tokens;
}

/**
 * Reads `<h1>` at the start of a block of HTML as a heading, as a browser shows
 * it: the title of many a README is written so.
 */
export function addHtmlHeadings(markdown: MarkdownIt): void {
  markdown.core.ruler.after("block", "html_headings", (state) => {
    const isFound = ({ type, content }: Token): boolean =>
      type === "html_block" && HEADING.test(content);
    if (!state.tokens.some(isFound)) return;
    state.tokens = state.tokens.flatMap((token) =>
      isFound(token) && token.map !== null ? divide(token, token.map) : [token]
    );
  });
}
