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

/**
 * Reads `<h1>` at the start of a block of HTML as a heading, as a browser shows
 * it: the title of many a README is written so.
 */
export function addHtmlHeadings(markdown: MarkdownIt): void {
  markdown.core.ruler.after("block", "html_headings", (state) => {
    state.tokens = state.tokens.flatMap((block) => {
      if (block.type !== "html_block" || block.map === null) return [block];
      const { level, nesting, content: whole } = block;
      const tokens: Token[] = [];
      let html = whole;
      let [line] = block.map;
      const push = (type: string, tag: string, opens: 1 | 0 | -1): Token => {
        const token = new state.Token(type, tag, opens);
        token.level = level;
        tokens.push(token);
        return token;
      };
      for (
        let heading = headingOf(html);
        heading !== undefined;
        heading = headingOf(html)
      ) {
        const { tag, content, length } = heading;
        const next = line + html.slice(0, length).trimEnd().split("\n").length;
        push("heading_open", tag, 1).map = [line, next];
        push("inline", "", 0).content = content;
        push("heading_close", tag, -1);
        html = html.slice(length);
        line = next;
      }
      if (tokens.length === 0) return [block];
      if (html.trim() !== "") {
        const rest = push("html_block", "", nesting);
        rest.content = html;
        rest.map = [line, block.map[1]];
      }
      return tokens;
    });
  });
}
