import { Lines } from "../lines.js";
import type { Head, Seam, Span } from "../outline.js";
import { definitionIn, type Definition } from "./definitions.js";
import {
  isCloser,
  unitStrength,
  type Bond,
  type CodeOutline,
} from "./units.js";

export interface IndentedOptions {
  /** How deep the text stands in something else. Default: 0. */
  depth?: number;
  /** A line that defines something: a word for it and its name. */
  definition?: RegExp;
}

/** Comments, decorators and attributes of common languages. */
const COMMENT = /^(?:#|\/\/|\/?\*|--|;|%|"""|@\w|\[)/;

/** How many columns a tab takes. */
const TAB = 4;

interface Line extends Span {
  number: number;
  words: string;
  indent: number;
}

/** A line and what is indented under it. */
interface Block {
  indent: number;
  definition?: Definition;
  head?: Head;
}

/**
 * The outline of a text by its lines: what is indented belongs to the line
 * above it, a comment to the line below, a closing bracket to what it closes.
 */
export function parseIndented(
  text: string,
  { depth = 0, definition: pattern }: IndentedOptions = {}
): CodeOutline {
  const lines = new Lines(text);
  const seams: Seam[] = [];
  const heads: Head[] = [];
  const definitions: Definition[] = [];
  const open: Block[] = [];
  const closeFrom = (indent: number, end: number): void => {
    while (open.length > 0 && open[open.length - 1].indent >= indent) {
      const { definition, head } = open.pop() ?? {};
      if (definition !== undefined) definition.end = end;
      if (head !== undefined) head.scope.end = end;
    }
  };
  const units = linesOf(text, lines).filter(({ words }) => !isCloser(words));
  let unitStart = 0;
  for (const [index, line] of units.entries()) {
    const { start, indent, words } = line;
    const [above, below] = [units[index - 1], units[index + 1]];
    closeFrom(indent, start);
    const bond = bondOf(above, line, below);
    seams.push({
      at: start,
      strength: unitStrength(depth + open.length, bond),
    });
    if (bond !== "joined") unitStart = start;
    const block: Block = { indent };
    const match = pattern?.exec(words);
    if (match) {
      const owner = open
        .map((each) => each.definition)
        .filter(Boolean)
        .pop();
      const found = { kind: match[1].toLowerCase(), name: match[2] };
      const scope = { start: unitStart, end: text.length };
      block.definition = definitionIn(owner, found, scope);
      definitions.push(block.definition);
      if (below !== undefined && below.indent > indent) {
        const end = below.start;
        const scope = { start, end: text.length };
        block.head = { start, end, scope, kind: "definition" };
        heads.push(block.head);
      }
    }
    open.push(block);
  }
  closeFrom(-1, text.length);
  const byLines = [{ start: 0, end: text.length }];
  return { seams, heads, definitions, byLines };
}

/** The lines of a text that are not blank. */
function linesOf(text: string, lines: Lines): Line[] {
  const found: Line[] = [];
  for (let number = 0; number < lines.count; number += 1) {
    const { start, end } = lines.trimmed(number);
    if (start === end) continue;
    const line = text.slice(start, end);
    const words = line.trimStart();
    const indent = indentOf(line.slice(0, line.length - words.length));
    found.push({ number, start, end, words, indent });
  }
  return found;
}

function indentOf(blanks: string): number {
  let columns = 0;
  for (const blank of blanks) {
    columns += blank === "\t" ? TAB - (columns % TAB) : 1;
  }
  return columns;
}

const isComment = ({ words }: Line): boolean => COMMENT.test(words);

function bondOf(
  above: Line | undefined,
  line: Line,
  below: Line | undefined
): Bond {
  if (above === undefined) return "apart";
  const { indent, number } = line;
  const isBelow = above.number === number - 1;
  if (isBelow && above.indent < indent) return "edge";
  if (isBelow && above.indent === indent && isComment(above)) return "joined";
  const isTall = below !== undefined && below.indent > indent;
  return !isBelow || above.indent > indent || isTall ? "apart" : "adjacent";
}
