import type { Reading, Source } from "../documents/documents.js";
import { renderMarkdown } from "../html/markdown.js";
import { sourceOutline } from "../html/source.js";
import { renderText } from "../html/text.js";
import { checkOneOf } from "../options.js";
import type { Outline, Span } from "../outline.js";
import { parseTree } from "../parse/html-parser.js";
import { parseHtml } from "../parse/html.js";
import { parseMarkdown } from "../parse/markdown.js";
import { SeamTextSplitter } from "./base.js";
import type { SeamTextSplitterParams } from "./params.js";

export interface StructuralHTMLTextSplitterParams extends SeamTextSplitterParams {
  /**
   * What chunks hold. "text": what a browser shows, a row of a table on a line,
   * tabs between its cells. "markdown": the same with headings, lists, links,
   * code and tables as GitHub Flavored Markdown. "source": exact slices of the
   * HTML. Default: "text".
   */
  output: "text" | "markdown" | "source";
}

/**
 * Splits HTML along its structure: sections, blocks, items of lists, rows of
 * tables (the header repeated), lines of `pre`.
 *
 * Words keep their order and the white space between them; scripts, styles,
 * comments, templates and hidden elements are left out, but for what stands
 * inside a chunk of "source". `loc.start`, `loc.end`, `loc.lines` and
 * `loc.heads` point into the source, whatever the output; a chunk's body is a
 * slice of what was rendered. Malformed HTML is read as a browser reads it.
 *
 * @example
 * ```ts
 * import { StructuralHTMLTextSplitter } from "langchain-seams";
 *
 * const splitter = new StructuralHTMLTextSplitter({ output: "markdown" });
 * const chunks = await splitter.splitText("<h1>A</h1><ul><li>b<li>c</ul>");
 * console.log(chunks[0]); // "# A\n\n- b\n- c"
 * ```
 *
 * @throws RangeError when an option is out of range.
 * @see HTML Living Standard, 13.2 Parsing HTML documents
 */
export class StructuralHTMLTextSplitter
  extends SeamTextSplitter
  implements Pick<StructuralHTMLTextSplitterParams, "output">
{
  static override lc_name(): string {
    return "StructuralHTMLTextSplitter";
  }

  output: StructuralHTMLTextSplitterParams["output"];

  constructor(fields: Partial<StructuralHTMLTextSplitterParams> = {}) {
    const { output = "text" } = fields;
    checkOneOf("output", output, ["text", "markdown", "source"]);
    super(fields);
    this.output = output;
  }

  protected override parse(html: string): Outline {
    return parseHtml(html);
  }

  protected override async read({ text: html }: Source): Promise<Reading> {
    const tree = parseTree(html);
    if (this.output === "markdown") {
      const { text, map } = renderMarkdown(html, tree);
      const locate = (span: Span) => map.locate(span);
      return { text, outline: parseMarkdown(text), locate };
    }
    const rendered = renderText(html, tree);
    const { text, map } = rendered;
    const outline = parseHtml(html, tree);
    if (this.output === "text") {
      const locate = (span: Span) => map.locate(span);
      return { text, outline: map.project(outline), locate };
    }
    const covers = map.covers();
    return {
      text: html,
      outline: sourceOutline(outline, rendered),
      locate: (span) => (covers(span) ? span : undefined),
    };
  }
}
