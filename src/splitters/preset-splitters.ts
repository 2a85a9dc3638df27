import type { Metadata } from "../documents/metadata.js";
import type { SeamTextSplitter } from "./base.js";
import { CodeTextSplitter } from "./code.js";
import { formatOf, languageOf, type DocumentFormat } from "./formats.js";
import { StructuralHTMLTextSplitter } from "./html.js";
import { StructuralMarkdownTextSplitter } from "./markdown.js";
import { PageTextSplitter } from "./pages.js";
import type { SeamTextSplitterParams } from "./params.js";
import { presets, withSizes, type DocumentType } from "./presets.js";

/** The preset of a format whose documents say of themselves nothing else. */
const TYPES: Record<Exclude<DocumentFormat, "pages">, DocumentType> = {
  markdown: "technicalManual",
  html: "article",
  table: "dataTable",
  transcript: "meetingTranscript",
  code: "sourceCode",
};

/** Types that are written for readers: split as HTML where they are HTML. */
const TEXTS: readonly DocumentType[] = [
  "faq",
  "technicalManual",
  "legalContract",
  "article",
];

/** The splitters of presets, each made once, with options in common. */
export class PresetSplitters {
  private readonly made = new Map<string, SeamTextSplitter>();

  constructor(private readonly fields: Partial<SeamTextSplitterParams>) {}

  /** The splitter of a preset for a document, by its format. */
  get(type: DocumentType, metadata: Metadata): SeamTextSplitter {
    const format = formatOf(metadata);
    const language = type === "sourceCode" ? languageOf(metadata) : undefined;
    return this.once(`${type} ${format} ${language}`, () => {
      const fields = withSizes(presets[type], this.fields);
      if (format === "html" && TEXTS.includes(type)) {
        return new StructuralHTMLTextSplitter(fields);
      }
      if (format === "markdown" && type === "article") {
        return new StructuralMarkdownTextSplitter(fields);
      }
      return language === undefined
        ? presets[type].create(this.fields)
        : CodeTextSplitter.fromLanguage(language, fields);
    });
  }

  /** The splitter for what metadata says of a file. */
  forFile(metadata: Metadata): SeamTextSplitter | undefined {
    const format = formatOf(metadata);
    if (format === undefined) return undefined;
    if (format !== "pages") return this.get(TYPES[format], metadata);
    const fields = withSizes(presets.article, this.fields);
    return this.once("pages", () => new PageTextSplitter(fields));
  }

  private once(key: string, make: () => SeamTextSplitter): SeamTextSplitter {
    const splitter = this.made.get(key) ?? make();
    this.made.set(key, splitter);
    return splitter;
  }
}
