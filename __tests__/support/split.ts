/** Short ways to split one text, for tests that state one case a line. */
import type { Document } from "@langchain/core/documents";
import {
  CodeTextSplitter,
  FixedTokenTextSplitter,
  RecursiveTokenTextSplitter,
  StructuralMarkdownTextSplitter,
} from "langchain-seams";
import { parseMarkdown } from "../../src/parse/markdown.js";
import { locOf, readChunks, type Expectation } from "./chunks.js";
import { checkBounded, checkInvariants, checkLossless } from "./invariants.js";
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

/** Code, measured in characters; nothing may be lost or too long. */
export async function splitCode(
  splitter: CodeTextSplitter,
  text: string,
  metadata: Record<string, unknown> = {}
): Promise<Document[]> {
  const documents = await splitter.createDocuments([text], [metadata]);
  const expectation: Expectation = {
    chunkSize: splitter.chunkSize,
    chunkOverlap: 0,
    length: characters,
    grain: "prose",
  };
  const chunks = readChunks(text, documents);
  await checkLossless(text, chunks, expectation);
  await checkBounded(text, chunks, expectation);
  return documents;
}

/** Level and title of each heading that the parser finds. */
export const headingsOf = (text: string) =>
  parseMarkdown(text)
    .heads.filter(({ kind }) => kind === "heading")
    .map(({ level, title }) => [level, title]);

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
