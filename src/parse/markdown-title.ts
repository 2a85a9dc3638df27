import MarkdownIt, { type Env, type Token } from "markdown-it";

const inline = new MarkdownIt({ html: true });

/** As Pandoc and kramdown write them: `{: #id .class}` too. */
const ATTRIBUTES = /\s*\{(?::?\s*[#.][\w-][^{}]*|-)\}\s*$/;

const MARKUP = /[\\`*_[\]<>&!~{]/;

/**
 * The words of a heading without markup: emphasis, links, code marks, comments
 * and other inline HTML, and attributes (`{#id .class}`, `{-}`) at its end. `env` has the link
 * definitions of the document.
 */
export function plainTitle(content: string, env: Env): string {
  return wordsOf(content, env).replace(/\s+/g, " ").trim();
}

function wordsOf(content: string, env: Env): string {
  if (!MARKUP.test(content)) return content;
  const source = content.replace(ATTRIBUTES, "");
  return inline.parseInline(source, env).map(plainText).join("");
}

function plainText(token: Token): string {
  switch (token.type) {
    case "inline":
    case "image":
      return (token.children ?? []).map(plainText).join("");
    case "softbreak":
    case "hardbreak":
      return " ";
    case "html_inline":
      return "";
    default:
      return token.content;
  }
}
