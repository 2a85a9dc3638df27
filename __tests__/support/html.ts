/** HTML split and read again in ways that share no code with the splitter. */
import type { Document } from "@langchain/core/documents";
import {
  StructuralHTMLTextSplitter,
  type StructuralHTMLTextSplitterParams,
} from "langchain-seams";
import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import fc from "fast-check";
import { fail, locOf, show } from "./chunks.js";
import { rulers, type Ruler } from "./splitters.js";

export type Output = StructuralHTMLTextSplitterParams["output"];
export const OUTPUTS: readonly Output[] = ["text", "markdown", "source"];

const [CHARACTERS] = rulers;

export const splitHtml = (
  html: string,
  chunkSize = 1000,
  output: Output = "text",
  { lengthFunction }: Ruler = CHARACTERS
): Promise<Document[]> =>
  new StructuralHTMLTextSplitter({
    output,
    chunkSize,
    ...(lengthFunction && { lengthFunction }),
  }).createDocuments([html]);

const tags =
  "p div b i ul li ol dl dt dd table tr td th thead h1 h2 pre code br hr a " +
  "section article blockquote script style template select option svg span";

const piece = fc.oneof(
  fc.constantFrom(...tags.split(" ")).map((tag) => `<${tag}>`),
  fc.constantFrom(...tags.split(" ")).map((tag) => `</${tag}>`),
  fc.constantFrom(
    "one ",
    "dos",
    " three. Four ",
    "\n",
    "\r\n",
    "&amp;",
    "&nbsp;",
    "&notit;",
    "<",
    "&",
    "<!-- c -->",
    "<!--",
    "👩‍🚀",
    "<td colspan=3>",
    "</"
  ),
  fc.string({ maxLength: 8 })
);

/** Tags, text and what is neither, in any order. */
export const anyHtml = fc
  .array(piece, { maxLength: 40 })
  .map((parts) => parts.join(""));

const LEFT_OUT =
  /^(?:head|script|style|template|noscript|noframes|noembed|iframe|object|video|audio|canvas|datalist|rp|title|desc|metadata|annotation|annotation-xml|param)$/;

/** The text nodes that are shown, in order. */
function shownNodes(html: string): Tree.TextNode[] {
  const nodes: Tree.TextNode[] = [];
  const tree = parse(html, { sourceCodeLocationInfo: true });
  const stack: Tree.ChildNode[] = [...tree.childNodes].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.nodeName === "#text" && "value" in node) nodes.push(node);
    if (!("tagName" in node) || LEFT_OUT.test(node.tagName)) continue;
    const attrs = new Map(node.attrs.map(({ name, value }) => [name, value]));
    const hidden = attrs.get("hidden");
    if (hidden !== undefined && hidden !== "until-found") continue;
    if (/display\s*:\s*none/i.test(attrs.get("style") ?? "")) continue;
    if (node.tagName === "dialog" && !attrs.has("open")) continue;
    stack.push(...[...node.childNodes].reverse());
  }
  return nodes;
}

/** The letters and digits that are shown, in order, without white space. */
export const shownLetters = (html: string): string =>
  letters(
    shownNodes(html)
      .map(({ value }) => value)
      .join("")
  );

export const letters = (text: string): string =>
  text.replace(/[^\p{L}\p{N}]+/gu, "");

/** What stands in a chunk by itself, without the heads that it repeats. */
export function ownText(html: string, document: Document): string {
  const { start, end } = locOf(document);
  return html.slice(start, end);
}

/** The letters of chunks, without those of the heads that they repeat. */
function ownLetters(html: string, documents: readonly Document[]): string {
  return documents
    .map((document) => {
      const repeated = locOf(document).heads.map(({ start, end }) =>
        shownLetters(html.slice(start, end))
      );
      const all = letters(document.pageContent);
      const before = repeated.join("");
      if (!all.startsWith(before)) fail("whole", `${show(before)} is no head`);
      return all.slice(before.length);
    })
    .join("");
}

/** Slices in order, and between them nothing that is shown. */
function checkSlices(html: string, documents: readonly Document[]): void {
  const gaps: { start: number; end: number }[] = [];
  let covered = 0;
  for (const document of documents) {
    const { start, end } = locOf(document);
    if (start < covered) fail("lossless", `${start}..${covered} stands twice`);
    if (!document.pageContent.includes(html.slice(start, end))) {
      fail("lossless", `${show(document.pageContent)} is no slice`);
    }
    gaps.push({ start: covered, end: start });
    covered = end;
  }
  gaps.push({ start: covered, end: html.length });
  for (const { sourceCodeLocation } of shownNodes(html)) {
    if (!sourceCodeLocation) continue;
    const { startOffset: from, endOffset: to } = sourceCodeLocation;
    // Tags that open nothing stand inside the text, and one that nothing ends.
    // With a letter behind its bracket, a tag goes on to the next ">".
    const text = html
      .slice(from, to)
      .replace(/<\/?[a-z][^>]*(?:>|$)|<[^<>]*>/gi, (tag) =>
        " ".repeat(tag.length)
      );
    for (const gap of gaps) {
      const lost = text.slice(
        Math.max(0, gap.start - from),
        Math.max(0, gap.end - from)
      );
      if (letters(lost) !== "") fail("lossless", `${show(lost)} is lost`);
    }
  }
}

/** Bounded, all words once and in order, places that hold the words. */
export async function checkHtml(
  html: string,
  chunkSize: number,
  output: Output,
  ruler: Ruler = CHARACTERS
): Promise<Document[]> {
  const documents = await splitHtml(html, chunkSize, output, ruler);
  for (const document of documents) {
    const { pageContent, metadata } = document;
    const length = await ruler.length(pageContent);
    if (length > chunkSize && metadata.oversize !== true) {
      fail("bounded", `${show(pageContent)} is ${length}`);
    }
    if (pageContent.trim() === "") fail("whole", "a blank chunk");
    const { start, end, lines } = locOf(document);
    if (!(start >= 0 && start < end && end <= html.length)) {
      fail("lossless", `${start}..${end} of ${show(pageContent)}`);
    }
    const line = html.slice(0, start).split(/\r\n?|\n/).length;
    if (lines.from !== line)
      fail("lossless", `line ${lines.from}, not ${line}`);
  }
  if (output === "source") checkSlices(html, documents);
  const found = output === "text" ? ownLetters(html, documents) : "";
  const expected = output === "text" ? shownLetters(html) : "";
  if (found !== expected) {
    let at = 0;
    while (found[at] === expected[at]) at += 1;
    fail(
      "lossless",
      `${show(found.slice(at - 20))}, not ${show(expected.slice(at - 20))}`
    );
  }
  return documents;
}
