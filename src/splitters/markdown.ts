import type { Outline } from "../outline.js";
import { readFrontMatter } from "../parse/front-matter.js";
import { parseMarkdown } from "../parse/markdown.js";
import { SeamTextSplitter, type SeamTextSplitterParams } from "./base.js";
import type { Source } from "./documents.js";
import { objectAt, type Metadata } from "./metadata.js";

export type StructuralMarkdownTextSplitterParams = SeamTextSplitterParams;

/**
 * Splits Markdown along its structure: sections, blocks, items of lists, rows
 * of tables (the header repeated), lines of code (fenced again).
 *
 * Front matter is a chunk of its own (`kind` "frontmatter"); its scalar keys
 * are put into the metadata of every chunk where the source has no such key,
 * and all of it under `loc.frontMatter`.
 *
 * @example
 * ```ts
 * import { StructuralMarkdownTextSplitter } from "langchain-seams";
 *
 * const splitter = new StructuralMarkdownTextSplitter({ chunkSize: 400 });
 * const chunks = await splitter.createDocuments(["# Guide\n\nInstall it."]);
 * console.log(chunks[0].metadata.section); // "Guide"
 * ```
 *
 * @throws RangeError when an option is out of range.
 * @see CommonMark 0.31.2, GitHub Flavored Markdown 0.29 (tables)
 */
export class StructuralMarkdownTextSplitter extends SeamTextSplitter {
  static override lc_name(): string {
    return "StructuralMarkdownTextSplitter";
  }

  constructor(fields?: Partial<StructuralMarkdownTextSplitterParams>) {
    super(fields);
  }

  protected override parse(text: string): Outline {
    return parseMarkdown(text);
  }

  protected override metadataOf(source: Source): Metadata {
    return withFrontMatter(source);
  }
}

/** The metadata of a source with that of its front matter. */
export function withFrontMatter({ text, metadata }: Source): Metadata {
  const data = readFrontMatter(text)?.data;
  if (data === undefined) return metadata;
  const scalars = Object.entries(data).filter(
    ([, value]) => value !== null && typeof value !== "object"
  );
  const loc = { ...objectAt(metadata, "loc"), frontMatter: data };
  return { ...Object.fromEntries(scalars), ...metadata, loc };
}
