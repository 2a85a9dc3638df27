import { Document } from "@langchain/core/documents";
import type { TextSplitter } from "@langchain/textsplitters";
import type { Source } from "../documents/documents.js";
import { ChunkIds } from "../documents/ids.js";
import type { Metadata } from "../documents/metadata.js";
import type { Outline } from "../outline.js";
import { parseProse } from "../parse/prose.js";
import { SeamTextSplitter } from "./base.js";
import type { SeamTextSplitterParams, SplitRun } from "./params.js";
import { PresetSplitters } from "./preset-splitters.js";
import { presets, withSizes, type DocumentType } from "./presets.js";
import {
  checkRules,
  checkSplitter,
  holds,
  typeOf,
  type RoutedDocument,
  type RoutingRule,
} from "./routing-rules.js";

export interface RoutingTextSplitterParams extends SeamTextSplitterParams {
  /**
   * The limit for all documents that presets split. Default: each preset has
   * its own, plain text that of `presets.article`.
   */
  chunkSize: number;
  /** As `chunkSize`. Default: each preset has its own. */
  chunkOverlap: number;
  /** What splits which documents: the first rule that holds. Default: none. */
  rules: RoutingRule[];
  /**
   * What splits documents of which nothing is known, or the name of a preset.
   * Default: `presets.article`, plain text.
   */
  defaultSplitter: TextSplitter | DocumentType;
}

/**
 * Splits each document with the splitter that is right for it: that of the
 * first of `rules` that holds; the preset that `metadata.doc_type` names (in
 * any case, with or without `_` and `-`); the one for its format, by the
 * extension of its file (`source`, `file_path`, `path`, `filename`, `url`) or
 * by its MIME type (`mimeType`, `contentType`, `blobType`); `defaultSplitter`.
 *
 * Formats are Markdown (`technicalManual`), HTML, code (`sourceCode`), CSV and
 * TSV (`dataTable`), WebVTT and SubRip (`meetingTranscript`) and PDF (its
 * pages). HTML with a `doc_type` is split as HTML with the sizes of that one.
 *
 * @example
 * ```ts
 * import { RoutingTextSplitter } from "langchain-seams";
 *
 * const splitter = new RoutingTextSplitter({
 *   rules: [{ extension: "log", splitter: "article" }],
 * });
 * const chunks = await splitter.createDocuments(
 *   ["sku,price\nA1,10\nB2,20", "Q: When?\nA: Now."],
 *   [{ source: "prices.csv" }, { doc_type: "faq" }]
 * );
 * console.log(chunks.length); // 3
 * ```
 *
 * @throws RangeError when an option is out of range.
 */
export class RoutingTextSplitter extends SeamTextSplitter {
  static override lc_name(): string {
    return "RoutingTextSplitter";
  }

  /** {@link RoutingTextSplitterParams.rules} */
  readonly rules: readonly RoutingRule[];
  /** {@link RoutingTextSplitterParams.defaultSplitter} */
  readonly defaultSplitter?: TextSplitter | DocumentType;
  private readonly presetSplitters: PresetSplitters;

  constructor(fields: Partial<RoutingTextSplitterParams> = {}) {
    const { rules = [], defaultSplitter, chunkSize, chunkOverlap } = fields;
    super(withSizes(presets.article, fields));
    checkRules(rules);
    if (defaultSplitter !== undefined) {
      checkSplitter("defaultSplitter", defaultSplitter);
    }
    this.rules = rules;
    this.defaultSplitter = defaultSplitter;
    const { lengthFunction, sectionSeparator } = this;
    const shared = {
      lengthFunction,
      sectionSeparator,
      chunkSize,
      chunkOverlap,
    };
    // Sizes that some preset cannot take are an error now.
    for (const preset of Object.values(presets)) preset.create(shared);
    this.presetSplitters = new PresetSplitters(shared);
  }

  /** What splits a document: this splitter itself, if nothing else does. */
  splitterFor(document: RoutedDocument): TextSplitter {
    const { metadata } = document;
    const rule = this.rules.find((each) => holds(each, document));
    if (rule !== undefined) return this.made(rule.splitter, metadata);
    const type = typeOf(metadata);
    if (type !== undefined) return this.made(type, metadata);
    const byFile = this.presetSplitters.forFile(metadata);
    return byFile ?? this.made(this.defaultSplitter ?? this, metadata);
  }

  protected override parse(text: string): Outline {
    return parseProse(text);
  }

  protected override async *split(
    sources: Iterable<Source>,
    run: SplitRun = {}
  ): AsyncGenerator<Document[]> {
    const all = { ...run, ids: run.ids ?? new ChunkIds() };
    for (const { splitter, group } of this.groups(sources)) {
      if (splitter === this) yield* super.split(group, all);
      else if (splitter instanceof SeamTextSplitter) {
        yield* this.splitWith(splitter, group, all);
      } else {
        const documents = group.map(documentOf);
        yield await splitter.splitDocuments(documents, run.headers);
      }
    }
  }

  private made(
    splitter: TextSplitter | DocumentType,
    metadata: Metadata
  ): TextSplitter {
    if (typeof splitter !== "string") return splitter;
    return this.presetSplitters.get(splitter, metadata);
  }

  /** Documents that follow each other go to their splitter together. */
  private *groups(
    sources: Iterable<Source>
  ): Generator<{ splitter: TextSplitter; group: Source[] }> {
    let open: { splitter: TextSplitter; group: Source[] } | undefined;
    for (const source of sources) {
      const splitter = this.splitterFor(documentOf(source));
      if (open?.splitter === splitter) {
        open.group.push(source);
        continue;
      }
      if (open !== undefined) yield open;
      open = { splitter, group: [source] };
    }
    if (open !== undefined) yield open;
  }
}

const documentOf = ({ text, metadata, id }: Source): Document =>
  new Document({ pageContent: text, metadata, id });
