/** Short ways to split one text, for tests that state one case a line. */
import type { Document } from "@langchain/core/documents";
import {
  FixedTokenTextSplitter,
  RecursiveTokenTextSplitter,
  StructuralMarkdownTextSplitter,
} from "langchain-seams";
import { locOf, type Expectation } from "./chunks.js";
import { checkInvariants } from "./invariants.js";
import { characters, type Options } from "./splitters.js";

/** Markdown, measured in characters; the five invariants are checked too. */
export async function splitMarkdown(
  text: string,
  chunkSize: number,
  chunkOverlap = 0
): Promise<Document[]> {
  const options = { chunkSize, chunkOverlap, lengthFunction: characters };
  const splitter = new StructuralMarkdownTextSplitter(options);
  const expectation: Expectation = {
    ...options,
    length: characters,
    grain: "markdown",
  };
  await checkInvariants(splitter, text, expectation);
  return splitter.createDocuments([text]);
}

export const splitProse = (
  text: string,
  options: Options
): Promise<Document[]> =>
  new RecursiveTokenTextSplitter({
    chunkOverlap: 0,
    ...options,
  }).createDocuments([text]);

export const splitWindows = (
  text: string,
  options: Options
): Promise<Document[]> =>
  new FixedTokenTextSplitter({ chunkOverlap: 0, ...options }).createDocuments([
    text,
  ]);

/** Page contents. */
export const contents = (documents: Document[]): string[] =>
  documents.map(({ pageContent }) => pageContent);

/** The slices of the source that documents stand for. */
export const bodies = (source: string, documents: Document[]): string[] =>
  documents.map((document) => {
    const { start, end } = locOf(document);
    return source.slice(start, end);
  });

export const paths = (documents: Document[]): string[][] =>
  documents.map((document) => locOf(document).headings);
