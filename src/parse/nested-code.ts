import { Lines } from "../lines.js";
import { Strength, type Head, type Outline, type Span } from "../outline.js";
import { parseCode, type CodeOptions } from "./code.js";
import { MissingGrammarError } from "./grammars.js";
import { languageNamed, type CodeLanguage } from "./languages.js";
import { isLarge, type CodeOutline } from "./units.js";

/** How deep code in Markdown stands: deeper than any list that holds it. */
const FENCE_DEPTH = 100;

/** The marks of a fence, and the first word behind them. */
const FENCE = /(?:`{3,}|~{3,})[ \t]*\{?\.?([\w+#-]+)/;

/**
 * The outline of a Markdown text with those of its fenced code in it: a block
 * that is over the limit is cut between functions and statements, if the
 * grammar of the language that it names is installed.
 */
export async function nestCode(
  text: string,
  { seams, heads }: Outline,
  options: CodeOptions
): Promise<Outline> {
  const nested: { span: Span; outline: CodeOutline }[] = [];
  for (const { kind, start, end, scope, tail } of heads) {
    if (kind !== "code" || end === start) continue;
    if (!isLarge(options.shareOf(scope))) continue;
    const name = FENCE.exec(text.slice(start, end))?.[1] ?? "";
    const language = languageNamed(name);
    if (language?.grammar === undefined) continue;
    const isClosed = tail !== undefined && tail.start >= end;
    const span = { start: end, end: isClosed ? tail.start : scope.end };
    const depth = FENCE_DEPTH;
    const outline = await parseNested(text, span, language, {
      ...options,
      depth,
    });
    if (outline) nested.push({ span, outline });
  }
  nested.sort((a, b) => a.span.start - b.span.start);
  let next = 0;
  const outside = [...seams]
    .sort((a, b) => a.at - b.at)
    .filter(({ at, strength }) => {
      while (nested[next]?.span.end <= at) next += 1;
      const isInside = nested[next]?.span.start < at;
      return !isInside || strength === Strength.fence;
    });
  return {
    seams: [...outside, ...nested.flatMap(({ outline }) => outline.seams)],
    heads: [...heads, ...nested.flatMap(({ outline }) => outline.heads)],
  };
}

/**
 * The outline of code that stands in another text, in offsets of that text:
 * without a seam at its start. `undefined` when no grammar is installed.
 */
export async function parseNested(
  text: string,
  span: Span,
  language: CodeLanguage,
  options: CodeOptions
): Promise<CodeOutline | undefined> {
  const { code, toText } = withoutPrefix(text, span);
  const move = ({ start, end }: Span): Span => ({
    start: toText(start),
    end: toText(end),
  });
  let outline: CodeOutline;
  try {
    outline = await parseCode(code, language, {
      ...options,
      shareOf: (part) => options.shareOf(move(part)),
    });
  } catch (error) {
    if (error instanceof MissingGrammarError) return undefined;
    throw error;
  }
  const { seams, heads, definitions, byLines } = outline;
  return {
    seams: seams
      .map(({ at, strength }) => ({ at: toText(at), strength }))
      .filter(({ at }) => at > span.start),
    heads: heads.map((head): Head => ({
      ...head,
      ...move(head),
      scope: move(head.scope),
    })),
    definitions: definitions.map((each) => ({ ...each, ...move(each) })),
    byLines: byLines.map(move),
  };
}

/**
 * Code without what all its lines start with (the indentation of an item, the
 * mark of a quote), and where an offset in it stands in the text. The start of
 * a line stays the start of that line.
 */
function withoutPrefix(
  text: string,
  { start, end }: Span
): { code: string; toText: (offset: number) => number } {
  const source = text.slice(start, end);
  const lines = new Lines(source);
  const prefix = commonPrefix(source, lines);
  if (prefix === "") return { code: source, toText: (at) => start + at };
  let code = "";
  const removed: number[] = [];
  for (let line = 0; line < lines.count; line += 1) {
    const { start: from, end: to } = lines.span(line);
    const words = source.slice(from, to);
    const isBlank = lines.isBlank(line) || !words.startsWith(prefix);
    const kept = isBlank
      ? words.slice(words.trimEnd().length)
      : words.slice(prefix.length);
    removed.push(words.length - kept.length);
    code += kept;
  }
  const codeLines = new Lines(code);
  return {
    code,
    toText: (offset) => {
      const line = codeLines.at(offset);
      const column = offset - codeLines.start(line);
      const inLine = column === 0 ? 0 : column + removed[line];
      return start + lines.start(line) + inLine;
    },
  };
}

function commonPrefix(source: string, lines: Lines): string {
  let prefix: string | undefined;
  for (let line = 0; line < lines.count && prefix !== ""; line += 1) {
    const { start, end } = lines.trimmed(line);
    const own = /^[ \t>]*/.exec(source.slice(start, end))?.[0] ?? "";
    const isBlank = start === end || own.length === end - start;
    if (isBlank) continue;
    let shared = prefix ?? own;
    while (!own.startsWith(shared)) shared = shared.slice(0, -1);
    prefix = shared;
  }
  return prefix ?? "";
}
