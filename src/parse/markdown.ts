import MarkdownIt, { type Token } from "markdown-it";
import { Lines } from "../lines.js";
import {
  Strength,
  blockStrength,
  itemStrength,
  leadInStrength,
  sectionStrength,
  type Head,
  type HeadKind,
  type Outline,
  type Seam,
  type Span,
} from "../outline.js";
import { readFrontMatter } from "./front-matter.js";
import { keepGroupsWhole } from "./markdown-groups.js";
import { addBlockRules } from "./markdown-rules.js";
import { plainTitle } from "./markdown-title.js";
import { cellStarts } from "./table.js";

const markdown = new MarkdownIt({ html: true });
markdown.core.ruler.enableOnly(["normalize", "block"]);
addBlockRules(markdown);

/** A container that is being read: the document, an item, a quote. */
interface Frame {
  /** How many containers there are around its blocks. */
  depth: number;
  /** The block before the next one; "opener" for the line that opens it. */
  previous?: Token | "opener";
  isItem: boolean;
}

/**
 * The outline of a Markdown text: CommonMark 0.31 and GFM tables as
 * `markdown-it` reads them, front matter, footnotes, `$$` math, `:::` and `!!!`
 * blocks, the imports, exports and elements of MDX. The line is its grain.
 */
export function parseMarkdown(text: string): Outline {
  return new MarkdownReader(text).read();
}

class MarkdownReader {
  private readonly seams = new Map<number, number>();
  private readonly heads: Head[] = [];
  private readonly headings: Head[] = [];
  private readonly lines: Lines;
  /** The line of the text that the tokens call 0. */
  private firstLine = 0;
  private readonly openHeadings: Head[] = [];
  private readonly frames: Frame[] = [{ depth: 0, isItem: false }];

  constructor(private readonly text: string) {
    this.lines = new Lines(text);
  }

  read(): Outline {
    const { text, lines } = this;
    const start = this.readFrontMatter();
    // A byte order mark is no part of the first line; offsets stay the same.
    const body = text.slice(start).replace(/^\uFEFF/, "");
    this.firstLine = lines.at(start);
    const tokens = markdown.parse(body, {});
    let covered = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.level === 0 && token.map !== null && token.nesting >= 0) {
        this.addDefinitions(covered, token.map[0]);
        covered = Math.max(covered, token.map[1]);
      }
      this.readToken(token, tokens, index);
    }
    this.addDefinitions(covered, lines.count - this.firstLine);
    this.closeHeadings(text.length, 1);
    const seams = [...this.seams].map(([at, strength]): Seam => ({
      at,
      strength,
    }));
    return {
      seams: keepGroupsWhole(text, seams, this.headings, this.heads),
      heads: [...this.headings, ...this.heads],
    };
  }

  private readFrontMatter(): number {
    const frontMatter = readFrontMatter(this.text);
    if (frontMatter === undefined) return 0;
    const { end } = frontMatter;
    this.seams.set(end, Strength.always);
    this.addScope("frontmatter", { start: 0, end });
    for (let line = 1; line < this.lines.at(end); line += 1) {
      this.addSeam(this.lines.start(line), Strength.line);
    }
    return end;
  }

  private readToken(token: Token, tokens: Token[], index: number): void {
    if (token.nesting < 0) {
      if (CONTAINERS.has(token.type.replace(/_close$/, "_open"))) {
        this.frames.pop();
      }
      return;
    }
    if (token.map === null || INSIDE_BLOCKS.has(token.type)) return;
    const frame = this.frames[this.frames.length - 1];
    const span = this.span(token.map);
    if (token.type !== "list_item_open") this.addBlock(token, frame, span);
    switch (token.type) {
      case "heading_open":
        this.addHeading(token, tokens[index + 1].content, span);
        break;
      case "list_item_open":
        this.addItem(frame, span, tokens, index);
        break;
      case "blockquote_open":
        this.addScope("quote", span);
        this.openFrame(frame);
        break;
      case "bullet_list_open":
      case "ordered_list_open":
        this.addScope("list", span);
        break;
      case "colons_open":
      case "indented_open":
        this.openFrame(frame, "opener");
        this.addContainer(token, span);
        break;
      case "table_open":
        this.heads.push(this.readTable(tokens, index, frame.depth, span));
        break;
      case "fence":
        this.addFence(token, span);
        break;
      case "code_block":
        this.addScope("code", span);
        this.addLines(token.map);
        break;
      case "html_block":
      case "math_block":
      case "esm_block":
        this.addLines(token.map);
        break;
      case "paragraph_open":
        this.addHardBreaks(token.map);
        break;
      default:
    }
  }

  /** The first seam at an offset counts: the outermost block's. */
  private addSeam(at: number, strength: number): void {
    if (!this.seams.has(at)) this.seams.set(at, strength);
  }

  private addScope(kind: HeadKind, scope: Span): void {
    this.heads.push({ kind, start: scope.start, end: scope.start, scope });
  }

  private openFrame(
    { depth }: Frame,
    previous?: Frame["previous"],
    isItem = false
  ): void {
    this.frames.push({ depth: depth + 1, previous, isItem });
  }

  /** The seam in front of a block: what comes before it decides. */
  private addBlock(token: Token, frame: Frame, { start }: Span): void {
    const { previous, depth } = frame;
    frame.previous = token;
    let strength = blockStrength(depth);
    if (previous === "opener" || previous?.type === "heading_open") {
      strength = Strength.bond;
    } else if (token.type === "heading_open" && token.level === 0) {
      strength = sectionStrength(Number(token.tag.slice(1)));
    } else if (this.isLeadIn(frame, previous, token)) {
      strength = leadInStrength(depth);
    }
    this.addSeam(start, strength);
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
    if (!isList && type !== "fence" && type !== "table_open") return false;
    if (previous.map[1] === map[0]) return true;
    const { end } = this.span(previous.map);
    return /[:：]\**\s*$/.test(this.text.slice(Math.max(0, end - 20), end));
  }

  private addHeading(token: Token, content: string, span: Span): void {
    const frame = this.frames[this.frames.length - 1];
    if (frame.depth > 0) return;
    const level = Number(token.tag.slice(1));
    this.closeHeadings(span.start, level);
    const { start, end } = span;
    const scope = { start, end: this.text.length };
    const title = plainTitle(content);
    const heading: Head = { start, end, scope, kind: "heading", title, level };
    this.headings.push(heading);
    this.openHeadings.push(heading);
  }

  /** Ends the scopes of the headings of this level and deeper. */
  private closeHeadings(offset: number, level: number): void {
    for (;;) {
      const nearest = this.openHeadings[this.openHeadings.length - 1];
      if (nearest === undefined || (nearest.level ?? 1) < level) return;
      nearest.scope.end = offset;
      this.openHeadings.pop();
    }
  }

  private addItem(
    frame: Frame,
    span: Span,
    tokens: readonly Token[],
    index: number
  ): void {
    this.addSeam(span.start, itemStrength(frame.depth));
    this.openFrame(frame, undefined, true);
    // The words of an item that a list follows stand for what they announce.
    const lead = tokens[index + 1];
    const list = tokens[index + 4];
    if (lead?.type !== "paragraph_open" || lead.map === null) return;
    if (!list?.type.endsWith("_list_open") || list.map === null) return;
    const { start } = span;
    const { end } = this.span(lead.map);
    this.heads.push({ start, end, scope: span, kind: "item" });
  }

  /** `:::` and `!!!`: the opening line is a head, the closing one its tail. */
  private addContainer(token: Token, scope: Span): void {
    const [start, end] = token.map ?? [0, 0];
    const from = Number(token.meta?.from);
    const head = this.span([start, from]);
    const last = this.lines.trimmed(this.firstLine + end - 1);
    const isClosed = token.type === "colons_open";
    this.heads.push({
      ...head,
      scope,
      kind: "container",
      ...(isClosed && { tail: last }),
    });
  }

  private addFence(token: Token, scope: Span): void {
    const [start, end] = token.map ?? [0, 0];
    const opener = this.span([start, start + 1]);
    const last = this.lines.trimmed(this.firstLine + end - 1);
    const closing = this.text.slice(last.start, last.end);
    const mark = token.markup;
    const isClosed =
      end - start > 1 &&
      closing.endsWith(mark) &&
      /^[\s>]*$/.test(closing.replace(/(`+|~+)$/, ""));
    const markAt = this.text.indexOf(mark, opener.start);
    const prefix = this.text.slice(opener.start, markAt);
    const openMark = { start: opener.start, end: markAt + mark.length };
    const tail = isClosed
      ? last
      : /^[\s>]*$/.test(prefix)
        ? openMark
        : undefined;
    this.heads.push({
      ...opener,
      scope,
      kind: "code",
      ...(tail && { tail }),
    });
    this.addSeam(opener.end, Strength.bond);
    if (isClosed) this.addSeam(last.start, Strength.bond);
    this.addLines([start + 1, isClosed ? end - 1 : end]);
  }

  /** The header is a head of the table, each row a seam, each cell a weak one. */
  private readTable(
    tokens: readonly Token[],
    index: number,
    depth: number,
    scope: Span
  ): Head {
    const [first] = tokens[index].map ?? [0];
    const { start, end } = this.span([first, first + 2]);
    for (let k = index + 1; tokens[k].type !== "table_close"; k += 1) {
      const { type, map } = tokens[k];
      if (type !== "tr_open" || map === null) continue;
      const row = this.span(map);
      const isHeader = map[0] === first;
      const isFirst = map[0] === first + 2;
      if (isFirst) this.addSeam(row.start, Strength.header);
      else if (!isHeader) this.addSeam(row.start, itemStrength(depth));
      for (const at of cellStarts(this.text.slice(row.start, row.end))) {
        this.addSeam(row.start + at, Strength.cell);
      }
    }
    this.addSeam(this.lineStart(first + 1), Strength.cell);
    return { start, end, scope, kind: "table" };
  }

  /** A seam in front of each line, a stronger one behind blank lines. */
  private addLines([from, to]: [number, number]): void {
    for (let line = from + 1; line < to; line += 1) {
      const afterBlank = this.isBlank(line - 1);
      if (this.isBlank(line)) continue;
      const at = this.lineStart(line);
      this.addSeam(at, afterBlank ? Strength.line + 1 : Strength.line);
    }
  }

  /** Two spaces or a backslash at its end make a line break mean something. */
  private addHardBreaks([from, to]: [number, number]): void {
    for (let line = from + 1; line < to; line += 1) {
      const at = this.lineStart(line);
      if (
        /(?: {2}|\\)[\r\n]+$/.test(this.text.slice(Math.max(0, at - 4), at))
      ) {
        this.addSeam(at, Strength.line);
      }
    }
  }

  /** Link definitions make no token: lines of their own between two blocks. */
  private addDefinitions(from: number, to: number): void {
    let strength: number = Strength.block;
    for (let line = from; line < to; line += 1) {
      if (this.isBlank(line)) continue;
      this.addSeam(this.lineStart(line), strength);
      strength = Strength.line;
    }
  }

  /** The lines of a token as a span. */
  private span([from, to]: readonly [number, number]): Span {
    return this.lines.span(this.firstLine + from, this.firstLine + to);
  }

  private isBlank(line: number): boolean {
    return this.lines.isBlank(this.firstLine + line);
  }

  private lineStart(line: number): number {
    return this.lines.start(this.firstLine + line);
  }
}

/** Tokens that open a frame. */
const CONTAINERS = new Set([
  "list_item_open",
  "blockquote_open",
  "colons_open",
  "indented_open",
]);

/** Tokens inside a table, which is read as one, and of text. */
const INSIDE_BLOCKS = new Set([
  "inline",
  "thead_open",
  "tbody_open",
  "tr_open",
  "th_open",
  "td_open",
]);
