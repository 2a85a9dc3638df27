import type { Span } from "../outline.js";
import type { CodeOptions } from "./code.js";
import { parseIndented } from "./indented.js";
import { languageNamed } from "./languages.js";
import { parseNested } from "./nested-code.js";
import { unitStrength, type CodeOutline } from "./units.js";

/** A tag at the start of a line that opens a block of a component. */
const BLOCK = /^<([a-z][\w-]*)(\s[^>]*)?>[ \t]*(?:\r?\n|$)/gim;

const LANGUAGES: Record<string, string> = { script: "js", style: "css" };

/**
 * The outline of a Vue component: its blocks, in `script` and `style` their
 * units, in others lines by their indentation.
 *
 * @see Vue 3, SFC Syntax Specification
 */
export async function parseVue(
  text: string,
  options: CodeOptions
): Promise<CodeOutline> {
  const outline: CodeOutline = {
    seams: [],
    heads: [],
    definitions: [],
    byLines: [],
  };
  let covered = 0;
  for (const match of text.matchAll(BLOCK)) {
    const [opening, name, attributes = ""] = match;
    const start = match.index;
    if (start < covered) continue;
    const inside = start + opening.length;
    const closing = `\n</${name}>`;
    const found = text.indexOf(closing, inside - 1);
    const span = { start: inside, end: found < 0 ? text.length : found + 1 };
    const end = found < 0 ? text.length : found + closing.length;
    covered = end;
    const at = commentAbove(text, start);
    outline.seams.push({ at, strength: unitStrength(0, "apart") });
    outline.definitions.push({ symbol: name, kind: "section", start: at, end });
    const scope = { start, end };
    outline.heads.push({ start, end: inside, scope, kind: "definition" });
    const written = /\blang=["']?([\w+#-]+)/.exec(attributes)?.[1];
    const inner = await blockOutline(
      text,
      span,
      written ?? LANGUAGES[name.toLowerCase()],
      options
    );
    const edge = unitStrength(0, "edge");
    outline.seams.push({ at: span.start, strength: edge }, ...inner.seams);
    if (found >= 0) outline.seams.push({ at: span.end, strength: edge });
    outline.heads.push(...inner.heads);
    outline.definitions.push(...inner.definitions);
    outline.byLines.push(...inner.byLines);
  }
  return covered === 0 ? parseIndented(text) : outline;
}

async function blockOutline(
  text: string,
  span: Span,
  name: string | undefined,
  options: CodeOptions
): Promise<CodeOutline> {
  const language = languageNamed(name ?? "");
  if (language?.grammar !== undefined) {
    const inner = { ...options, depth: 1 };
    const parsed = await parseNested(text, span, language, inner);
    if (parsed !== undefined) return parsed;
  }
  const lines = parseIndented(text.slice(span.start, span.end), { depth: 1 });
  return {
    ...lines,
    seams: lines.seams
      .map(({ at, strength }) => ({ at: at + span.start, strength }))
      .filter(({ at }) => at > span.start),
    byLines: [],
  };
}

/** The start of a comment that stands directly above an offset, or that. */
function commentAbove(text: string, at: number): number {
  const above = text.slice(0, at);
  if (!/-->[ \t]*\r?\n$/.test(above.slice(-100))) return at;
  const start = above.lastIndexOf("<!--");
  return start < 0 || text[start - 1] === undefined || text[start - 1] === "\n"
    ? Math.max(start, 0)
    : at;
}
