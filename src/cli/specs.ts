import {
  MarkdownTextSplitter,
  RecursiveCharacterTextSplitter,
  type TextSplitter,
} from "@langchain/textsplitters";
import { InvalidArgumentError } from "commander";
import { tokenCounter } from "langchain-seams";
import {
  SPLITTER_NAMES,
  makeSplitter,
  type SplitterName,
} from "./splitters.js";

/** LangChain's own, in tokens too. */
const LANGCHAIN = {
  langchain: RecursiveCharacterTextSplitter,
  "langchain-markdown": MarkdownTextSplitter,
} as const;

type Kind = SplitterName | keyof typeof LANGCHAIN;

/** The names that `--splitters` knows. */
export const KINDS: readonly string[] = [
  ...SPLITTER_NAMES,
  ...Object.keys(LANGCHAIN),
];

/** A splitter as the command line names it: `name[:size[:overlap]]`. */
export interface SplitterSpec {
  kind: Kind;
  size?: number;
  overlap?: number;
}

const isKind = (name: string): name is Kind => KINDS.includes(name);

/** The specs of a list such as `markdown,langchain:512:50`. */
export function parseSpecs(list: string): SplitterSpec[] {
  return list.split(",").map((item) => {
    const [name, size, overlap, ...rest] = item.trim().split(":");
    if (!isKind(name) || rest.length > 0) {
      throw new InvalidArgumentError(
        `Expected NAME, NAME:SIZE or NAME:SIZE:OVERLAP with a name of ` +
          `${KINDS.join(", ")}, got "${item}".`
      );
    }
    return {
      kind: name,
      ...(size !== undefined && { size: parseCount(size) }),
      ...(overlap !== undefined && { overlap: parseCount(overlap) }),
    };
  });
}

/** A list of sizes such as `200,400`. */
export const parseCounts = (list: string): number[] =>
  list.split(",").map(parseCount);

/** A whole number from 0 up. */
export function parseCount(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(number) || number < 0) {
    throw new InvalidArgumentError(`Expected a whole number, got "${text}".`);
  }
  return number;
}

/**
 * The splitters of specs by the names that a report gives them: the name of
 * the kind, its size, and its overlap where there is one. Specs without a size
 * stand for one splitter of each of `sizes`.
 */
export function makeSplitters(
  specs: readonly SplitterSpec[],
  sizes: readonly number[],
  overlap: number | undefined,
  encoding: string
): Record<string, TextSplitter> {
  const splitters: Record<string, TextSplitter> = {};
  for (const spec of specs) {
    for (const size of spec.size === undefined ? sizes : [spec.size]) {
      const options = { size, overlap: spec.overlap ?? overlap, encoding };
      const splitter = make(spec.kind, options);
      splitters[nameOf(spec.kind, splitter)] = splitter;
    }
  }
  return splitters;
}

function make(
  kind: Kind,
  options: { size: number; overlap: number | undefined; encoding: string }
): TextSplitter {
  if (kind !== "langchain" && kind !== "langchain-markdown") {
    return makeSplitter({ splitter: kind, ...options });
  }
  return new LANGCHAIN[kind]({
    chunkSize: options.size,
    chunkOverlap: options.overlap ?? 0,
    lengthFunction: tokenCounter(options.encoding),
  });
}

const nameOf = (kind: Kind, { chunkSize, chunkOverlap }: TextSplitter) =>
  `${kind} ${chunkSize}${chunkOverlap > 0 ? `+${chunkOverlap}` : ""}`;

/**
 * The name that a caller means by `langchain`, `langchain:512` or by the full
 * name itself.
 */
export function findName(
  wanted: string,
  names: readonly string[]
): string | undefined {
  const [kind, size, overlap] = wanted.split(/[:\s+]/);
  const start = [kind, size].filter((part) => part !== undefined).join(" ");
  const full = overlap === undefined ? start : `${start}+${overlap}`;
  return (
    names.find((name) => name === full) ??
    names.find((name) => name.startsWith(`${full}${size ? "+" : " "}`))
  );
}
