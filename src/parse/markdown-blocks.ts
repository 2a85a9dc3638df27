import type { Token } from "markdown-it";
import { Strength, itemStrength, type Outline, type Span } from "../outline.js";
import { Scopes } from "../scopes.js";
import type { OutlineBuilder } from "./builder.js";
import { addHtmlTables } from "./html-table-outline.js";
import { parseTree } from "./html-parser.js";
import { cellStarts } from "./table.js";

/** What may stand in front of a fence that can be closed by its own mark. */
const PLAIN_PREFIX = /^[\s>]*$/;

/** The heads that a block makes, and the seams inside it. */
export function addContents(
  builder: OutlineBuilder,
  tokens: readonly Token[],
  index: number,
  depth: number
): void {
  const token = tokens[index];
  const map = token.map ?? [0, 0];
  switch (token.type) {
    case "list_item_open":
      addLeadIn(builder, tokens, index);
      break;
    case "blockquote_open":
      builder.addScope("quote", builder.span(map));
      break;
    case "bullet_list_open":
    case "ordered_list_open":
      builder.addScope("list", builder.span(map));
      break;
    case "colons_open":
    case "indented_open":
      addContainer(builder, token);
      break;
    case "footnote_open":
      // Its first lines are text as the others are: nothing to repeat.
      builder.addScope("container", builder.span(map));
      break;
    case "table_open":
      addTable(builder, tokens, index, depth);
      break;
    case "fence":
      addFence(builder, token);
      break;
    case "code_block":
      builder.addScope("code", builder.span(map));
      builder.addLines(map);
      break;
    case "html_block":
      addHtml(builder, map, depth);
      break;
    case "math_block":
    case "esm_block":
      builder.addLines(map);
      break;
    case "paragraph_open":
      addHardBreaks(builder, map);
      break;
    default:
  }
}

/** A fenced block: its opening line is a head, the closing one its tail. */
function addFence(builder: OutlineBuilder, token: Token): void {
  const { text } = builder;
  const [first, end] = token.map ?? [0, 0];
  const opener = builder.span([first, first + 1]);
  const last = builder.trimmedLine(end - 1);
  const closing = text.slice(last.start, last.end);
  const isClosed =
    end - first > 1 &&
    closing.endsWith(token.markup) &&
    PLAIN_PREFIX.test(closing.replace(/(`+|~+)$/, ""));
  const tail = isClosed ? last : markOf(text, opener, token.markup);
  builder.heads.push({
    ...opener,
    scope: builder.span([first, end]),
    kind: "code",
    ...(tail && { tail }),
  });
  if (end - first > 1) builder.addSeam(opener.end, Strength.fence);
  if (isClosed) builder.addSeam(last.start, Strength.fence);
  builder.addLines([first + 1, isClosed ? end - 1 : end]);
}

/** The mark of an opening line, to close a block that nothing closes. */
function markOf(text: string, opener: Span, mark: string): Span | undefined {
  const end = text.indexOf(mark, opener.start) + mark.length;
  const prefix = text.slice(opener.start, end - mark.length);
  return PLAIN_PREFIX.test(prefix) ? { start: opener.start, end } : undefined;
}

/** `:::` and `!!!`: the opening line is a head, a closing one its tail. */
function addContainer(builder: OutlineBuilder, token: Token): void {
  const [first, end] = token.map ?? [0, 0];
  const from = Number(token.meta?.from);
  const tail =
    token.type === "colons_open" ? builder.trimmedLine(end - 1) : undefined;
  builder.heads.push({
    ...builder.span([first, from]),
    scope: builder.span([first, end]),
    kind: "container",
    ...(tail && { tail }),
  });
}

/** The words of an item that a list follows stand for what they announce. */
function addLeadIn(
  builder: OutlineBuilder,
  tokens: readonly Token[],
  index: number
): void {
  const scope = builder.span(tokens[index].map ?? [0, 0]);
  const lead = tokens[index + 1];
  // The item opens, its paragraph opens, its words, the paragraph closes.
  const list = tokens[index + 4];
  if (lead?.type !== "paragraph_open" || lead.map === null) return;
  if (!list?.type.endsWith("_list_open")) return;
  const { end } = builder.span(lead.map);
  builder.heads.push({ start: scope.start, end, scope, kind: "item" });
}

/** The header of a table is a head; rows are seams, cells are weak ones. */
function addTable(
  builder: OutlineBuilder,
  tokens: readonly Token[],
  index: number,
  depth: number
): void {
  const [first, end] = tokens[index].map ?? [0, 0];
  const { text } = builder;
  const header = builder.span([first, first + 2]);
  builder.heads.push({
    ...header,
    scope: builder.span([first, end]),
    kind: "table",
  });
  for (let k = index + 1; tokens[k].type !== "table_close"; k += 1) {
    const { type, map } = tokens[k];
    if (type !== "tr_open" || map === null) continue;
    const row = builder.span(map);
    const isFirst = map[0] === first + 2;
    const strength = isFirst ? Strength.header : itemStrength(depth);
    if (map[0] > first) builder.addSeam(row.start, strength);
    for (const at of cellStarts(text.slice(row.start, row.end))) {
      builder.addSeam(row.start + at, Strength.cell);
    }
  }
  builder.addSeam(builder.span([first + 1, end]).start, Strength.cell);
}

/** HTML: tables as such, and a seam in front of each line around them. */
function addHtml(
  builder: OutlineBuilder,
  [from, to]: readonly [number, number],
  depth: number
): void {
  const { start, end } = builder.span([from, to]);
  const html = builder.text.slice(start, end);
  const tables: Outline = { seams: [], heads: [] };
  // A table goes on behind a blank line, but the block does not.
  if (/<table[\s>]/i.test(html) && /<\/table/i.test(html)) {
    addHtmlTables(tables, html, parseTree(html), depth, start);
  }
  for (const { at, strength } of tables.seams) builder.addSeam(at, strength);
  builder.heads.push(...tables.heads);
  const inside = new Scopes(tables.heads);
  builder.addLines([from, to], (line) => inside.around(line).length > 0);
}

/** Two spaces or a backslash at its end make a line break mean something. */
function addHardBreaks(
  builder: OutlineBuilder,
  [from, to]: readonly [number, number]
): void {
  for (let line = from + 1; line < to; line += 1) {
    const { start } = builder.span([line, line]);
    const before = builder.text.slice(Math.max(0, start - 4), start);
    if (/(?: {2}|\\)[\r\n]+$/.test(before)) {
      builder.addSeam(start, Strength.line);
    }
  }
}
