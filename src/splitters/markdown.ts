import type { RunnableConfig } from "@langchain/core/runnables";
import type { Reading, Source } from "../documents/documents.js";
import { objectAt, type Metadata } from "../documents/metadata.js";
import { checkBoolean } from "../options.js";
import type { Outline } from "../outline.js";
import { PARSE_TIMEOUT } from "../parse/code.js";
import { readFrontMatter } from "../parse/front-matter.js";
import { parseMarkdown } from "../parse/markdown.js";
import { nestCode } from "../parse/nested-code.js";
import { sharesOf } from "../parse/units.js";
import { SeamTextSplitter } from "./base.js";
import type { SeamTextSplitterParams } from "./params.js";

export interface StructuralMarkdownTextSplitterParams extends SeamTextSplitterParams {
  /**
   * Whether a fenced block that is over the limit is cut between the functions
   * and statements of its language, if its grammar is installed (see
   * `CodeTextSplitter`), instead of between any lines. Default: false, since
   * what is installed would otherwise decide where text is cut.
   */
  nestedCode: boolean;
}

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

  /** {@link StructuralMarkdownTextSplitterParams.nestedCode} */
  nestedCode: boolean;

  constructor(fields: Partial<StructuralMarkdownTextSplitterParams> = {}) {
    super(fields);
    const { nestedCode = false } = fields;
    checkBoolean("nestedCode", nestedCode);
    this.nestedCode = nestedCode;
  }

  protected override parse(text: string): Outline {
    return parseMarkdown(text);
  }

  protected override async read(
    source: Source,
    config?: Partial<RunnableConfig>
  ): Promise<Reading> {
    const { text } = source;
    if (!this.nestedCode) return super.read(source, config);
    const measure = await this.measure(text, config?.signal);
    const outline = await nestCode(text, this.parse(text), {
      shareOf: sharesOf(measure, this.chunkSize),
      timeout: PARSE_TIMEOUT,
    });
    return { text, measure, outline };
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
