import type { Lines } from "../lines.js";
import {
  Strength,
  blockStrength,
  sectionStrength,
  type Seam,
} from "../outline.js";
import { OutlineBuilder } from "./builder.js";
import { definitionIn, type Definition } from "./definitions.js";
import { parseIndented } from "./indented.js";
import type { CodeOutline } from "./units.js";

const PROTO = /^(message|enum|service|rpc|oneof|extend)\s+([\w.]+)/;

/**
 * The outline of Protocol Buffers by lines: messages, services and what they
 * hold.
 */
export const parseProto = (text: string): CodeOutline =>
  parseIndented(text, { definition: PROTO });

/** A line of one mark that underlines a title (docutils, Sections). */
const ADORNMENT = /^([!-/:-@[-`{-~])\1+\s*$/;

/**
 * The outline of reStructuredText by lines: sections under titles, blocks
 * between blank lines, and what is indented under a directive.
 *
 * @see docutils, reStructuredText Markup Specification, Sections
 */
export function parseRst(text: string): CodeOutline {
  const builder = new OutlineBuilder(text);
  const { lines } = builder;
  const outline = parseIndented(text);
  const seams = new Map(outline.seams.map((seam) => [seam.at, seam]));
  const marks: string[] = [];
  const wordsOf = (line: number): string => {
    const { start, end } = lines.trimmed(line);
    return text.slice(start, end);
  };
  for (let line = 1; line < lines.count; line += 1) {
    const underline = wordsOf(line);
    const title = wordsOf(line - 1);
    if (!ADORNMENT.test(underline) || title.trim() === "") continue;
    const mark = underline[0];
    const above = line > 1 ? wordsOf(line - 2) : "";
    const isOverlined = ADORNMENT.test(above) && above[0] === mark;
    const isTitle =
      (isOverlined || above === "") &&
      !ADORNMENT.test(title) &&
      (isOverlined || /^\S/.test(title)) &&
      underline.length >= Math.min(title.trim().length, 4);
    if (!isTitle) continue;
    const style = isOverlined ? `${mark}${mark}` : mark;
    if (!marks.includes(style)) marks.push(style);
    const level = marks.indexOf(style) + 1;
    const start = lines.start(line - (isOverlined ? 2 : 1));
    const end = lines.start(line + 1);
    builder.addHeading({ start, end }, level, title.trim());
    for (let part = line - (isOverlined ? 1 : 0); part <= line; part += 1) {
      seams.delete(lines.start(part));
    }
    seams.set(start, { at: start, strength: sectionStrength(level) });
    bondBehind(seams, text, lines, line + 1);
  }
  const heads = [...outline.heads, ...builder.heads];
  return { ...outline, seams: [...seams.values()], heads };
}

/** What stands under a title stays with it. */
function bondBehind(
  seams: Map<number, Seam>,
  text: string,
  lines: Lines,
  from: number
): void {
  let line = from;
  while (line < lines.count && lines.isBlank(line)) line += 1;
  const at = lines.start(line);
  if (at < text.length) seams.set(at, { at, strength: Strength.bond });
}

/** Quoted text, comments and other tokens that decide where a statement ends. */
const SQL_TOKEN =
  /--[^\n]*|\/\*[^]*?(?:\*\/|(?![^]))|'[^']*(?:'|(?![^]))|"[^"]*(?:"|(?![^]))|\$(\w*)\$[^]*?(?:\$\1\$|(?![^]))|\b(?:begin|case|end)\b(?:\s+(?:if|loop|while|repeat|transaction|work|tran)\b)?|[();]|^[ \t]*(?:go|delimiter\b.*)[ \t]*$/gim;

const SQL_DEFINITION =
  /^(?:--[^\n]*\n|\/\*(?:(?!\*\/)[^])*\*\/|\s)*create\s+(?:(?:or\s+(?:replace|alter)|global|local|temp|temporary|unlogged|unique|materialized|recursive|definer\s*=\s*\S+)\s+)*(table|view|index|function|procedure|trigger|type|schema|sequence|domain|database|role|user|extension|policy)\s+(?:if\s+not\s+exists\s+|concurrently\s+)?((?:[\w$]+|"[^"]*"|`[^`]*`|\[[^\]]*\])(?:\s*\.\s*(?:[\w$]+|"[^"]*"|`[^`]*`|\[[^\]]*\]))*)/i;

/**
 * The outline of SQL by lines: statements, which end at a semicolon outside of
 * quotes, brackets and `BEGIN ... END`, and inside of them what is indented.
 */
export function parseSql(text: string): CodeOutline {
  const inner = parseIndented(text, { depth: 1 });
  const ends = statementEnds(text);
  const starts = new Set<number>();
  const definitions: Definition[] = [];
  const seams: Seam[] = [];
  let from = 0;
  for (const end of [...ends, text.length]) {
    const statement = text.slice(from, end);
    const blanks = /^\s*\n/.exec(statement)?.[0].length ?? 0;
    const start = from + blanks;
    if (statement.trim() !== "") {
      const isApart =
        from === 0 || /\n[ \t]*\r?\n/.test(`\n${statement.slice(0, blanks)}`);
      const isTall = statement.trim().includes("\n");
      starts.add(start);
      seams.push({
        at: start,
        strength: blockStrength(isApart || isTall ? 0 : 1 / 2),
      });
      const match = SQL_DEFINITION.exec(statement);
      if (match) {
        const found = { kind: match[1].toLowerCase(), name: match[2] };
        const span = { start, end };
        definitions.push(definitionIn(undefined, found, span));
      }
    }
    from = end;
  }
  const inside = inner.seams.filter(({ at }) => !starts.has(at));
  return { ...inner, seams: [...seams, ...inside], definitions };
}

function statementEnds(text: string): number[] {
  const ends: number[] = [];
  let brackets = 0;
  let blocks = 0;
  for (const { 0: token, index } of text.matchAll(SQL_TOKEN)) {
    const word = token.toLowerCase().trim();
    if (word === "(") brackets += 1;
    else if (word === ")") brackets = Math.max(0, brackets - 1);
    else if (word === ";") {
      if (brackets > 0 || blocks > 0) continue;
      ends.push(lineEnd(text, index + 1));
    } else if (word === "begin" || word === "case") {
      const isTransaction = /^begin\s*;/i.test(text.slice(index, index + 20));
      if (!isTransaction) blocks += 1;
    } else if (word === "end") blocks = Math.max(0, blocks - 1);
    else if (/^(go|delimiter)\b/.test(word)) {
      [brackets, blocks] = [0, 0];
      ends.push(lineEnd(text, index + token.length));
    }
  }
  return ends;
}

/** The end of a line of which only a comment is left. */
function lineEnd(text: string, at: number): number {
  const rest = /^[ \t]*(?:--[^\n]*)?(?:\r?\n|$)/.exec(text.slice(at, at + 300));
  return at + (rest?.[0].length ?? 0);
}
