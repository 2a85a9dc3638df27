import type { SeamTextSplitter } from "./base.js";
import type { SeamTextSplitterParams } from "./params.js";
import { ClauseTextSplitter } from "./clauses.js";
import { CodeTextSplitter } from "./code.js";
import { DialogueTextSplitter } from "./dialogue.js";
import { StructuralMarkdownTextSplitter } from "./markdown.js";
import { QuestionTextSplitter } from "./questions.js";
import { RecursiveTokenTextSplitter } from "./recursive-token.js";
import { TableTextSplitter } from "./table.js";

/** The kinds of documents that there are presets for. */
export type DocumentType =
  | "faq"
  | "technicalManual"
  | "legalContract"
  | "sourceCode"
  | "meetingTranscript"
  | "article"
  | "dataTable";

type Fields = Partial<SeamTextSplitterParams>;

/** Sizes to start from for a kind of document, and what splits it. */
export interface Preset {
  /** In tokens. */
  chunkSize: number;
  /** In tokens. */
  chunkOverlap: number;
  /**
   * A splitter of this kind. With another `chunkSize` the overlap keeps its
   * share of it.
   *
   * @throws RangeError when an option is out of range.
   */
  create(fields?: Fields): SeamTextSplitter;
}

/** Options with the sizes of a preset where they have none. */
export function withSizes(
  preset: Pick<Preset, "chunkSize" | "chunkOverlap">,
  fields: Fields
): Fields {
  const { chunkSize = preset.chunkSize } = fields;
  const share = Math.floor(
    (chunkSize * preset.chunkOverlap) / preset.chunkSize
  );
  const { chunkOverlap = share } = fields;
  return { ...fields, chunkSize, chunkOverlap };
}

function preset(
  chunkSize: number,
  chunkOverlap: number,
  make: (fields: Fields) => SeamTextSplitter
): Preset {
  const sizes = { chunkSize, chunkOverlap };
  return { ...sizes, create: (fields = {}) => make(withSizes(sizes, fields)) };
}

/**
 * What to start from for kinds of documents, to be measured from there:
 *
 * - `faq`: one question and its answer a chunk: headings or lines in bold that
 *   ask, `Q:` and `A:`, `P:` and `R:`, `¿...?`;
 * - `technicalManual`: Markdown by its headings;
 * - `legalContract`: clauses, articles and sections of plain text, in English
 *   and Spanish, nested by their words and numbers (`loc.headings`); Markdown
 *   by its headings;
 * - `sourceCode`: functions and classes;
 * - `meetingTranscript`: turns of speakers;
 * - `article`: paragraphs of plain text;
 * - `dataTable`: a chunk a row, the header repeated.
 *
 * @example
 * ```ts
 * import { presets } from "langchain-seams";
 *
 * const splitter = presets.faq.create({ encoding: "o200k_base" });
 * const chunks = await splitter.splitText("Q: When?\nA: Now.\nQ: Why?\nA: So.");
 * console.log(chunks); // ["Q: When?\nA: Now.", "Q: Why?\nA: So."]
 * ```
 */
export const presets: Readonly<Record<DocumentType, Preset>> = {
  faq: preset(200, 0, (fields) => new QuestionTextSplitter(fields)),
  technicalManual: preset(
    450,
    54,
    (fields) => new StructuralMarkdownTextSplitter(fields)
  ),
  legalContract: preset(750, 130, (fields) => new ClauseTextSplitter(fields)),
  sourceCode: preset(400, 0, (fields) => new CodeTextSplitter(fields)),
  meetingTranscript: preset(
    600,
    100,
    (fields) => new DialogueTextSplitter(fields)
  ),
  article: preset(400, 40, (fields) => new RecursiveTokenTextSplitter(fields)),
  dataTable: preset(
    400,
    0,
    (fields) => new TableTextSplitter({ ...fields, rowsPerChunk: 1 })
  ),
};
