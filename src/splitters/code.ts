import type { RunnableConfig } from "@langchain/core/runnables";
import type { Pace } from "../concurrency.js";
import type { LocatedChunk, Reading, Source } from "../documents/documents.js";
import type { MaybePromise, Measure } from "../measure/index.js";
import { checkInteger, optionError } from "../options.js";
import type { Outline } from "../outline.js";
import { PARSE_TIMEOUT, parseCode, type CodeOptions } from "../parse/code.js";
import type { Grammar } from "../parse/grammars.js";
import { parseHtml } from "../parse/html.js";
import { parseIndented } from "../parse/indented.js";
import {
  languageNamed,
  languageOfFile,
  supportedLanguages,
  type CodeLanguage,
} from "../parse/languages.js";
import { parseProto, parseRst, parseSql } from "../parse/line-formats.js";
import { parseMarkdown } from "../parse/markdown.js";
import { sharesOf, type CodeOutline } from "../parse/units.js";
import { parseVue } from "../parse/vue.js";
import { SeamTextSplitter } from "./base.js";
import type { SeamTextSplitterParams } from "./params.js";
import { describeChunks } from "./symbols.js";

export interface CodeTextSplitterParams extends SeamTextSplitterParams {
  /**
   * The language of all texts: a name of `supportedLanguages`, an alias (`py`,
   * `c++`) or an extension (`.rs`). Default: by the extension of each
   * document's `metadata.source`; without one, texts are cut by lines.
   */
  language: string;
  /**
   * The grammar to parse with: a `Language` of `web-tree-sitter`, the bytes of
   * a `.wasm` file, or its path or address. Default: that of an installed
   * package (`@cursorless/tree-sitter-wasms`, `@repomix/tree-sitter-wasms`,
   * `@vscode/tree-sitter-wasm`, `tree-sitter-<language>`).
   */
  grammar: Grammar;
  /**
   * How long to parse a text, in milliseconds; then it is cut by lines. An
   * integer from 1 up. Default: 5000.
   */
  timeout: number;
}

type Options = Omit<Partial<CodeTextSplitterParams>, "language">;

/**
 * Splits code between functions, classes, methods and statements, whichever
 * are the largest that fit. A function that fits in the limit is not cut; of
 * one that does not, every chunk starts with its signature and those of the
 * classes around it (together a third of `chunkSize` at most). Comments,
 * decorators and attributes stay with what they stand on.
 *
 * `metadata.symbol` is the name (`Class.method`; several in one chunk: with
 * commas), `metadata.kind` what it is ("function", "class", "method", ...;
 * "code" for a mix), `metadata.part` which piece ("2/3"). `metadata.parse` is
 * "lines" for text that was cut by lines and their indentation: errors of
 * syntax, another language, no language known, more than `timeout`, and
 * `proto`, `rst` and `sql`, for which there is no grammar. `markdown` and `html`
 * are cut along their own structure.
 *
 * Parsing takes the optional peers `web-tree-sitter` and a package with the
 * grammar of the language.
 *
 * @example
 * ```ts
 * import { CodeTextSplitter } from "langchain-seams";
 *
 * const splitter = CodeTextSplitter.fromLanguage("python", { chunkSize: 200 });
 * const chunks = await splitter.createDocuments(["def f(x):\n    return x\n"]);
 * console.log(chunks[0].metadata.symbol); // "f"
 * ```
 *
 * @throws RangeError when an option is out of range, or a language not known.
 * @throws Error when a grammar is not installed: it says what to type.
 * @see tree-sitter, https://tree-sitter.github.io
 */
export class CodeTextSplitter extends SeamTextSplitter {
  static override lc_name(): string {
    return "CodeTextSplitter";
  }

  /** The names of all languages, without their aliases. */
  static readonly supportedLanguages = supportedLanguages;

  /** A splitter for texts of one language. */
  static fromLanguage(language: string, options?: Options): CodeTextSplitter {
    return new this({ ...options, language });
  }

  /** {@link CodeTextSplitterParams.timeout} */
  timeout: number;
  private readonly codeLanguage?: CodeLanguage;
  private readonly grammar?: Grammar;

  constructor(fields: Partial<CodeTextSplitterParams> = {}) {
    super(fields);
    const { language, grammar, timeout = PARSE_TIMEOUT } = fields;
    checkInteger("timeout", timeout, 1);
    if (language !== undefined) {
      this.codeLanguage =
        typeof language === "string" ? languageNamed(language) : undefined;
      if (this.codeLanguage === undefined) {
        const expected = `one of ${supportedLanguages.join(", ")}`;
        throw optionError("language", expected, language);
      }
    }
    const isGrammar =
      typeof grammar === "string" || typeof grammar === "object";
    if (grammar !== undefined && !isGrammar) {
      const expected = "a Language, bytes, a path or an address";
      throw optionError("grammar", expected, grammar);
    }
    this.timeout = timeout;
    this.grammar = grammar;
  }

  /** The language of all texts, if one was given. */
  get language(): string | undefined {
    return this.codeLanguage?.name;
  }

  protected override parse(text: string): Outline {
    return parseIndented(text);
  }

  protected override async read(
    { text, metadata }: Source,
    config?: Partial<RunnableConfig>
  ): Promise<Reading> {
    const { codeLanguage, grammar, timeout, chunkSize } = this;
    const measure = await this.measure(text, config?.signal);
    const language = codeLanguage ?? languageOfFile(metadata.source);
    if (language === undefined) {
      return { text, measure, outline: this.parse(text) };
    }
    const outline = await parseLanguage(text, language, {
      shareOf: sharesOf(measure, chunkSize),
      timeout,
      ...(grammar !== undefined && { grammar }),
    });
    return { text, measure, outline };
  }

  protected override async chunk(
    text: string,
    outline: Outline | CodeOutline,
    measure: Measure,
    pace: Pace
  ): Promise<LocatedChunk[]> {
    const chunks = await super.chunk(text, outline, measure, pace);
    if (!("definitions" in outline)) return chunks;
    const descriptions = describeChunks(outline, chunks);
    return chunks.map((chunk, index) => ({
      ...chunk,
      metadata: { ...descriptions[index] },
    }));
  }
}

/** The outline of a text of a language: its own, or by its grammar. */
function parseLanguage(
  text: string,
  language: CodeLanguage,
  options: CodeOptions
): MaybePromise<Outline> {
  switch (language.name) {
    case "markdown":
      return parseMarkdown(text);
    case "html":
      return parseHtml(text);
    case "proto":
      return parseProto(text);
    case "rst":
      return parseRst(text);
    case "sql":
      return parseSql(text);
    case "vue":
      return parseVue(text, options);
    default:
      return parseCode(text, language, options);
  }
}
