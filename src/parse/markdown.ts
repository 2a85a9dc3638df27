import MarkdownIt, { type Env, type Token } from "markdown-it";
import {
  Strength,
  blockStrength,
  headingsStrength,
  itemStrength,
  leadInStrength,
  sectionStrength,
  type Outline,
  type Span,
} from "../outline.js";
import { OutlineBuilder } from "./builder.js";
import { readFrontMatter } from "./front-matter.js";
import { addContents } from "./markdown-blocks.js";
import { FRAMES, firstInside, type Frame } from "./markdown-frames.js";
import { addHtmlHeadings } from "./markdown-html-headings.js";
import { keepGroupsWhole } from "./markdown-groups.js";
import { addBlockRules } from "./markdown-rules.js";
import { plainTitle } from "./markdown-title.js";

const markdown = new MarkdownIt({ html: true });
markdown.core.ruler.enableOnly(["normalize", "block"]);
addBlockRules(markdown);
addHtmlHeadings(markdown);

/**
 * The outline of a Markdown text: CommonMark 0.31 and GFM tables as
 * `markdown-it` reads them, front matter, footnotes, `$$` math, `:::` and `!!!`
 * blocks, headings of HTML, the imports, exports and elements of MDX. The line
 * is its grain.
 */
export function parseMarkdown(text: string): Outline {
  return keepGroupsWhole(text, new MarkdownReader(text).read());
}

class MarkdownReader {
  private readonly builder: OutlineBuilder;
  private readonly frames: Frame[] = [
    { depth: 0, isItem: false, headings: [] },
  ];
  /** Takes the link definitions that the parser finds. */
  private readonly env: Env = {};

  constructor(private readonly text: string) {
    this.builder = new OutlineBuilder(text);
  }

  read(): Outline {
    const { builder, text } = this;
    const start = this.readFrontMatter();
    // A byte order mark is no part of the first line; offsets stay the same.
    const body = text.slice(start).replace(/^\uFEFF/, "");
    builder.firstLine = builder.lines.at(start);
    const tokens = markdown.parse(body, this.env);
    let covered = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.level === 0 && token.map !== null && token.nesting >= 0) {
        this.addDefinitions(covered, token.map[0]);
        covered = Math.max(covered, token.map[1]);
      }
      this.readToken(token, tokens, index);
    }
    this.addDefinitions(covered, builder.lines.count - builder.firstLine);
    return builder.build();
  }

  /** Front matter stays alone. Returns the offset behind it. */
  private readFrontMatter(): number {
    const { builder } = this;
    const end = readFrontMatter(this.text)?.end ?? 0;
    if (end === 0) return 0;
    builder.addSeam(end, Strength.always);
    builder.addScope("frontmatter", { start: 0, end });
    builder.addLines([0, builder.lines.at(end)]);
    return end;
  }

  private readToken(token: Token, tokens: Token[], index: number): void {
    if (token.nesting < 0) {
      if (FRAMES.has(token.type.replace("_close", "_open"))) this.frames.pop();
      return;
    }
    if (token.map === null || INSIDE_BLOCKS.has(token.type)) return;
    const { builder } = this;
    const frame = this.frames[this.frames.length - 1];
    const span = builder.span(token.map);
    // White space that CommonMark takes for text: a no-break space alone.
    if (isBlank(this.text, span)) return;
    if (token.type === "list_item_open") {
      builder.addSeam(span.start, itemStrength(frame.depth));
    } else {
      this.addBlock(tokens, index, frame, span);
    }
    if (token.type === "heading_open" && frame.depth === 0) {
      const title = plainTitle(tokens[index + 1].content, this.env);
      builder.addHeading(span, levelOf(token), title);
    }
    addContents(builder, tokens, index, frame.depth);
    const opened = FRAMES.get(token.type);
    if (opened) {
      this.frames.push({ depth: frame.depth + 1, headings: [], ...opened });
    }
  }

  /** The seam in front of a block: what comes before it decides. */
  private addBlock(
    tokens: readonly Token[],
    index: number,
    frame: Frame,
    { start }: Span
  ): void {
    const token = tokens[index];
    const { previous, depth } = frame;
    frame.previous = token;
    if (previous === "opener" || previous?.type !== "heading_open") {
      frame.headings = [];
    }
    let strength = blockStrength(depth);
    if (previous === "opener") {
      strength = Strength.bond;
    } else if (previous?.type === "heading_open") {
      strength = this.behindHeading(firstInside(tokens, index), frame);
    } else if (token.type === "heading_open" && depth === 0) {
      strength = sectionStrength(levelOf(token));
    } else if (this.isLeadIn(frame, previous, token)) {
      strength = leadInStrength(depth);
    }
    this.builder.addSeam(start, strength);
    if (token.type === "heading_open") frame.headings.push(start);
  }

  /** A heading stays with its text, of several the nearest ones rather. */
  private behindHeading({ type }: Token, { headings }: Frame): number {
    if (type === "heading_open") return headingsStrength(headings.length);
    if (type !== "table_open") return Strength.bond;
    // A table would rather do without its headings than without its header.
    const bonds = Strength.caption - Strength.bond;
    for (const [count, at] of headings.slice(1).entries()) {
      this.builder.setSeam(at, headingsStrength(count + 1) + bonds);
    }
    return Strength.caption;
  }

  /** Whether a paragraph announces the block that follows it. */
  private isLeadIn(
    { isItem }: Frame,
    previous: Token | undefined,
    { type, map }: Token
  ): boolean {
    if (previous?.type !== "paragraph_open") return false;
    if (previous.map === null || map === null) return false;
    const isList = type.endsWith("_list_open");
    if (isItem && isList) return true;
    const { start, end } = this.builder.span(previous.map);
    // Words in bold, alone: a heading of those who write none.
    if (end - start < 200 && BOLD.test(this.text.slice(start, end)))
      return true;
    if (!isList && !ANNOUNCED.has(type)) return false;
    if (previous.map[1] === map[0] || type === "math_block") return true;
    return /[:：]\**\s*$/.test(this.text.slice(Math.max(0, end - 20), end));
  }

  /** Link definitions make no token: lines of their own between two blocks. */
  private addDefinitions(from: number, to: number): void {
    const { builder } = this;
    let strength: number = Strength.block;
    for (let line = from; line < to; line += 1) {
      if (builder.isBlank(line)) continue;
      builder.addSeam(builder.span([line, line]).start, strength);
      strength = Strength.line;
    }
  }
}

const isBlank = (text: string, { start, end }: Span): boolean =>
  !/\S/.test(text.slice(start, end));

const levelOf = ({ tag }: Token): number => Number(tag.slice(1));

/** What words may announce, but for lists. */
const ANNOUNCED = new Set([
  "fence",
  "table_open",
  "code_block",
  "blockquote_open",
  "math_block",
]);

const BOLD = /^\s*(\*\*|__)(?!\s)(?:(?!\*\*|__)[^\n])+\1[:：]?\s*$/;

/** Tokens inside a table, which is read as one, and of text. */
const INSIDE_BLOCKS = new Set([
  "inline",
  "thead_open",
  "tbody_open",
  "tr_open",
  "th_open",
  "td_open",
]);
