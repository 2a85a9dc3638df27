/** The chunks of a source, as the checkers read them from documents. */
import type { Document } from "@langchain/core/documents";
import type { Span } from "./structure.js";

export type Length = (text: string) => number | Promise<number>;

export interface Expectation {
  chunkSize: number;
  chunkOverlap: number;
  length: Length;
  /**
   * "markdown": all of `whole`; "prose": sentences, words, graphemes;
   * "windows": graphemes only, and bodies are not trimmed.
   */
  grain: "markdown" | "prose" | "windows";
}

/** What a chunk says of itself, with the types that tests need. */
export interface Chunk extends Span {
  body: string;
  content: string;
  /** What is repeated in front of the body, and behind it. */
  before: string;
  after: string;
  document: Document;
}

export interface Loc {
  start: number;
  end: number;
  lines: { from: number; to: number };
  index: number;
  total: number;
  headings: string[];
  heads: Span[];
  pageNumber?: number;
  tokens?: Span & { from: number; to: number };
  frontMatter?: Record<string, unknown>;
}

export const locOf = (document: Document): Loc => document.metadata.loc as Loc;

/** The first 80 characters of a text, so that they can be read. */
export function show(text: string): string {
  const cut = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  return JSON.stringify(cut);
}

export function fail(rule: string, message: string): never {
  throw new Error(`${rule}: ${message}`);
}

/** White space only: what a chunk may leave out. */
export const isBlank = (text: string): boolean => text.trim() === "";

export const squeeze = (text: string): string => text.replace(/\s+/g, "");

/** Where the body stands in the page content, between heads and tails. */
function around(
  content: string,
  body: string,
  heads: string
): [string, string] {
  for (let at = content.indexOf(body); at >= 0;) {
    const before = content.slice(0, at);
    if (squeeze(before) === heads) {
      return [before, content.slice(at + body.length)];
    }
    at = content.indexOf(body, at + 1);
  }
  return fail(
    "lossless",
    `no body ${show(body)} behind the heads ${show(heads)} in ${show(content)}`
  );
}

/** The chunks of documents, each body checked against its source. */
export function readChunks(source: string, documents: Document[]): Chunk[] {
  return documents.map((document) => {
    const { start, end, heads } = locOf(document);
    const inside =
      Number.isInteger(start) &&
      Number.isInteger(end) &&
      0 <= start &&
      start < end &&
      end <= source.length;
    if (!inside) fail("lossless", `span ${start}..${end} is not in the text`);
    const body = source.slice(start, end);
    const expected = (heads ?? [])
      .map((head) => source.slice(head.start, head.end))
      .join("");
    const content = document.pageContent;
    const [before, after] = around(content, body, squeeze(expected));
    return { start, end, body, content, before, after, document };
  });
}
