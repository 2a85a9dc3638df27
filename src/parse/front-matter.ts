import { parse } from "yaml";

export interface FrontMatter {
  /** The offset behind its closing line and line break. */
  end: number;
  /** What it says; absent when it is not well-formed YAML. */
  data?: Record<string, unknown>;
}

const BLOCK =
  /^\uFEFF?---[ \t]*(?:\r\n?|\n)([^]*?)(?:(?<=[\r\n]))(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|$)/;
const LIKE_YAML = /^(?:[\w"'$@.-][^:\r\n]*:(?:\s|$)|\s|-\s|#|[}\]])/;

/**
 * The YAML between `---` lines at the very start of a text. A text that starts
 * with a rule has none: what follows has to be a mapping, or to look like one.
 */
export function readFrontMatter(text: string): FrontMatter | undefined {
  const match = BLOCK.exec(text);
  if (match === null) return undefined;
  const end = match[0].length;
  try {
    const data: unknown = parse(match[1].replace(/\r\n?/g, "\n"));
    if (typeof data !== "object" || data === null || Array.isArray(data)) {
      return undefined;
    }
    return { end, data: data as Record<string, unknown> };
  } catch {
    const lines = match[1].split(/\r\n?|\n/).filter((line) => line.trim());
    return lines.every((line) => LIKE_YAML.test(line)) ? { end } : undefined;
  }
}
