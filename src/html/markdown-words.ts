import {
  attribute,
  childrenOf,
  isElement,
  type HtmlElement,
} from "../parse/html-tree.js";

/** What a line of a paragraph must not start with. */
export const STARTS_BLOCK =
  /^(?:#{1,6}|[-+]|={1,}|-{2,}|~{3,}|:{3,}|!{3,}|>.*|\${2}.*)$/;

/** What would be read as markup inside a line. */
const MARKUP =
  /[*`]|\\(?=[!-/:-@[-`{-~])|<(?=[a-zA-Z/!?][^<>]*>)|&(?=#?\w+;)|\](?=[([:])|~(?=~)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** The same in the words of a link, which a bracket could end. */
const LINK_MARKUP = new RegExp(`${MARKUP.source}|[[\\]]`, "gu");

/** Where a word stands. */
interface WordPlace {
  /** It starts a line. */
  isFirst: boolean;
  /** It stands in a cell of a table. */
  isCell: boolean;
  /** It stands in the words of a link. */
  isLink?: boolean;
  /** The text behind it: entities divide words, and tags go on. */
  behind: string;
}

/** A word as Markdown that stands for it: as few backslashes as can be. */
export function escapeWord(
  word: string,
  { isFirst, isCell, isLink, behind }: WordPlace
): string {
  const markup = isLink ? LINK_MARKUP : MARKUP;
  const marked = `${word}${behind}`.replace(markup, (mark, offset: number) =>
    offset < word.length ? `\\${mark}` : mark
  );
  let escaped = marked.slice(0, marked.length - behind.length);
  if (isCell) escaped = escaped.replace(/(?<!\\)\|/g, "\\|");
  if (!isFirst) return escaped;
  if (STARTS_BLOCK.test(word) || /^<[a-zA-Z/!?]/.test(word + behind)) {
    return escaped.startsWith("\\") ? escaped : `\\${escaped}`;
  }
  return escaped.replace(/^(\d{1,9})([.)])$/, "$1\\$2");
}

/** What a link may point to as Markdown, `undefined` when it is of no use. */
export function linkTarget(url: string | undefined): string | undefined {
  const target = url?.replace(/[\t\n\r]/g, "").trim();
  if (!target || /^(?:javascript|data|vbscript|blob):/i.test(target)) {
    return undefined;
  }
  return /[\s()<>]/.test(target)
    ? target.replace(
        /[\s()<>]/g,
        (char) =>
          `%${char.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`
      )
    : target;
}

/** The lines around code: longer than any fence in it. */
export function fenceFor(
  element: HtmlElement,
  text: string
): { open: string; close: string } {
  const close = fenceOf(text, 3);
  return { open: `${close}${languageOf(element)}`, close };
}

/** Backticks, one more than there are in a row in a text. */
export function fenceOf(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? [];
  const taken = new Set(runs.map(({ length }) => length));
  let length = least;
  for (const run of taken) length = Math.max(length, run + 1);
  return "`".repeat(length);
}

/** `class="language-ts"`, of the block or of the `code` in it. */
function languageOf(element: HtmlElement): string {
  const code = childrenOf(element).find(isElement);
  for (const candidate of [element, code]) {
    if (candidate === undefined) continue;
    const names = attribute(candidate, "class") ?? "";
    const match = /(?:^|\s)(?:language|lang|highlight-source)-([\w+#-]+)/.exec(
      names
    );
    if (match) return match[1];
  }
  return "";
}
