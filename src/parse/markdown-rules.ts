import type { MarkdownIt, StateBlock } from "markdown-it";

type RuleBlock = (
  state: StateBlock,
  start: number,
  end: number,
  silent: boolean
) => boolean;

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice(state.bMarks[line] + state.tShift[line], state.eMarks[line]);

/** Whether a line still belongs to the container that is being read. */
const belongs = (state: StateBlock, line: number): boolean =>
  state.isEmpty(line) || state.sCount[line] >= state.blkIndent;

function pushLeaf(
  state: StateBlock,
  type: string,
  start: number,
  end: number
): true {
  const token = state.push(type, "", 0);
  token.map = [start, end];
  state.line = end;
  return true;
}

/** Reads lines as blocks of a container of their own. */
function pushContainer(
  state: StateBlock,
  type: string,
  [start, end]: [number, number],
  [from, to]: [number, number]
): true {
  const { parentType, lineMax } = state;
  const token = state.push(`${type}_open`, "", 1);
  token.map = [start, end];
  token.meta = { from };
  state.lineMax = to;
  state.md.block.tokenize(state, from, to);
  state.push(`${type}_close`, "", -1);
  state.parentType = parentType;
  state.lineMax = lineMax;
  state.line = end;
  return true;
}

/** `$$` up to `$$`: nothing in it is Markdown. */
const math: RuleBlock = (state, start, end, silent) => {
  const first = lineOf(state, start);
  if (!first.startsWith("$$")) return false;
  if (state.sCount[start] - state.blkIndent >= 4) return false;
  let last = start;
  if (!/^\$\$.*\S.*\$\$\s*$/.test(first)) {
    do last += 1;
    while (
      last < end &&
      belongs(state, last) &&
      !/\$\$\s*$/.test(lineOf(state, last))
    );
    if (last >= end || !belongs(state, last)) return false;
  }
  return silent || pushLeaf(state, "math_block", start, last + 1);
};

const ESM =
  /^(?:import\s+(?:[\w*{][^"'`]*\sfrom\s*)?["'][^"']+["']|import\s+[\w*]*\s*,?\s*\{\s*$|export\s+(?:default\b|const\b|let\b|var\b|function\b|async\b|class\b|\{|\*))/;

/** The imports and exports of MDX, up to a blank line. */
const esm: RuleBlock = (state, start, end, silent) => {
  if (state.level > 0 || state.sCount[start] > 0) return false;
  if (!ESM.test(lineOf(state, start))) return false;
  let last = start + 1;
  while (last < end && !state.isEmpty(last)) last += 1;
  return silent || pushLeaf(state, "esm_block", start, last);
};

const COLONS = /^:{3,}(?=[ \t]*(?:[\w{[]|$))/;

/** `:::name` up to its `:::`, with blocks inside; others may nest in it. */
const colons: RuleBlock = (state, start, end, silent) => {
  const first = lineOf(state, start);
  if (!COLONS.test(first) || !/[^:\s]/.test(first)) return false;
  if (state.sCount[start] - state.blkIndent >= 4) return false;
  // The colons of what is open: fewer close nothing.
  const open = [COLONS.exec(first)?.[0].length ?? 0];
  let last = start;
  let fence = "";
  while (open.length > 0) {
    last += 1;
    if (last >= end || !belongs(state, last)) return false;
    const line = lineOf(state, last);
    const mark = /^(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence !== "") {
      if (mark.startsWith(fence) && mark === line.trim()) fence = "";
    } else if (mark !== "") fence = mark;
    else {
      const count = COLONS.exec(line)?.[0].length ?? 0;
      if (count === 0) continue;
      if (/[^:\s]/.test(line)) open.push(count);
      else if (count >= open[open.length - 1]) open.pop();
    }
  }
  const whole: [number, number] = [start, last + 1];
  return silent || pushContainer(state, "colons", whole, [start + 1, last]);
};

const ADMONITION = /^(?:!!!|\?\?\?\+?)[ \t]+\S/;
const FOOTNOTE = /^\[\^[^\]\s]+\]:/;

/** `!!! note` and `[^1]: text`: what follows belongs to it while indented. */
const indented: RuleBlock = (state, start, end, silent) => {
  const first = lineOf(state, start);
  if (state.sCount[start] - state.blkIndent >= 4) return false;
  const isFootnote = FOOTNOTE.test(first);
  if (!isFootnote && !ADMONITION.test(first)) return false;
  if (silent) return true;
  const indent = state.blkIndent + 4;
  let from = start + 1;
  if (isFootnote) from = endOfLazyLines(state, from, end);
  let last = from;
  for (let line = from; line < end; line += 1) {
    if (state.isEmpty(line)) continue;
    if (state.sCount[line] < indent) break;
    last = line + 1;
  }
  const outer = state.blkIndent;
  state.blkIndent = indent;
  const type = isFootnote ? "footnote" : "indented";
  pushContainer(state, type, [start, last], [from, last]);
  state.blkIndent = outer;
  return true;
};

/** A paragraph goes on up to a blank line or to what may interrupt it. */
function endOfLazyLines(state: StateBlock, from: number, end: number): number {
  const rules = state.md.block.ruler.getRules("paragraph");
  let line = from;
  while (line < end && !state.isEmpty(line) && state.sCount[line] >= 0) {
    if (FOOTNOTE.test(lineOf(state, line))) break;
    if (rules.some((rule) => rule(state, line, end, true))) break;
    line += 1;
  }
  return line;
}

/** Adds the blocks that are no part of CommonMark but stand in many files. */
export function addBlockRules(markdown: MarkdownIt): void {
  const { ruler } = markdown.block;
  const alt = ["paragraph", "reference", "blockquote", "list"];
  ruler.before("fence", "math", math, { alt });
  ruler.before("fence", "colons", colons, { alt });
  ruler.before("table", "esm", esm);
  ruler.before("reference", "indented", indented);
}
