/** HTML split and read again in ways that share no code with the splitter. */
import type { Document } from "@langchain/core/documents";
import {
  StructuralHTMLTextSplitter,
  type StructuralHTMLTextSplitterParams,
} from "langchain-seams";
import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { fail, locOf, show } from "./chunks.js";

export type Output = StructuralHTMLTextSplitterParams["output"];
export const OUTPUTS: readonly Output[] = ["text", "markdown", "source"];

export const htmlSplitter = (output: Output, chunkSize: number) =>
  new StructuralHTMLTextSplitter({
    output,
    chunkSize,
    lengthFunction: (text) => text.length,
  });

export const splitHtml = (
  html: string,
  chunkSize = 1000,
  output: Output = "text"
): Promise<Document[]> =>
  htmlSplitter(output, chunkSize).createDocuments([html]);

const LEFT_OUT =
  /^(?:head|script|style|template|noscript|noframes|noembed|iframe|object|video|audio|canvas|datalist|rp|title|desc|metadata|annotation|annotation-xml|param)$/;

/** The letters and digits that are shown, in order, without white space. */
export function shownLetters(html: string): string {
  let text = "";
  const stack: Tree.ChildNode[] = [...parse(html).childNodes].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.nodeName === "#text" && "value" in node) text += node.value;
    if (!("tagName" in node) || LEFT_OUT.test(node.tagName)) continue;
    const attrs = new Map(node.attrs.map(({ name, value }) => [name, value]));
    const hidden = attrs.get("hidden");
    if (hidden !== undefined && hidden !== "until-found") continue;
    if (/display\s*:\s*none/i.test(attrs.get("style") ?? "")) continue;
    if (node.tagName === "dialog" && !attrs.has("open")) continue;
    stack.push(...[...node.childNodes].reverse());
  }
  return letters(text);
}

export const letters = (text: string): string =>
  text.replace(/[^\p{L}\p{N}]+/gu, "");

/** What stands in a chunk by itself, without the heads that it repeats. */
export function ownText(html: string, document: Document): string {
  const { start, end } = locOf(document);
  return html.slice(start, end);
}

/** Bounded, all words once and in order, places that hold the words. */
export async function checkHtml(
  html: string,
  chunkSize: number,
  output: Output
): Promise<Document[]> {
  const documents = await splitHtml(html, chunkSize, output);
  let found = "";
  for (const document of documents) {
    const { pageContent, metadata } = document;
    if (pageContent.length > chunkSize && metadata.oversize !== true) {
      fail("bounded", `${show(pageContent)} is ${pageContent.length}`);
    }
    if (pageContent.trim() === "") fail("whole", "a blank chunk");
    const { start, end, lines } = locOf(document);
    if (!(start >= 0 && start < end && end <= html.length)) {
      fail("lossless", `${start}..${end} of ${show(pageContent)}`);
    }
    const line = html.slice(0, start).split(/\r\n?|\n/).length;
    if (lines.from !== line)
      fail("lossless", `line ${lines.from}, not ${line}`);
    if (output === "text") found += letters(pageContent);
  }
  const isPlain = documents.every(
    (document) => locOf(document).heads.length === 0
  );
  if (output === "text" && isPlain && found !== shownLetters(html)) {
    const expected = shownLetters(html);
    let at = 0;
    while (found[at] === expected[at]) at += 1;
    fail(
      "lossless",
      `${show(found.slice(at - 20))}, not ${show(expected.slice(at - 20))}`
    );
  }
  return documents;
}
