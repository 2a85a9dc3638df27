import MarkdownIt, { type Token } from "markdown-it";

const inline = new MarkdownIt({ html: true });

const MARKUP = /[\\`*_[\]<>&!~{]/;

/**
 * The words of a heading without markup: emphasis, links, code marks, comments
 * and other inline HTML, and an explicit `{#id}` at its end.
 */
export function plainTitle(content: string): string {
  if (!MARKUP.test(content)) return content.trim();
  const source = content.replace(/\s*\{#[^{}\s]+\}\s*$/, "");
  return inline.parseInline(source, {}).map(plainText).join("").trim();
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
