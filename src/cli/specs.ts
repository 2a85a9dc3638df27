import type { TextSplitter } from "@langchain/textsplitters";
import { InvalidArgumentError } from "commander";
import {
  SPLITTER_NAMES,
  makeSplitter,
  type SplitterName,
} from "./splitters.js";

/** A splitter as the command line names it: `name[:size[:overlap]]`. */
export interface SplitterSpec {
  kind: SplitterName;
  size?: number;
  overlap?: number;
}

const isKind = (name: string): name is SplitterName =>
  SPLITTER_NAMES.some((each) => each === name);

/** The specs of a list such as `markdown,langchain:512:50`. */
export function parseSpecs(list: string): SplitterSpec[] {
  return list.split(",").map((item) => {
    const [name, size, overlap, ...rest] = item.trim().split(":");
    if (!isKind(name) || rest.length > 0) {
      throw new InvalidArgumentError(
        `Expected NAME, NAME:SIZE or NAME:SIZE:OVERLAP with a name of ` +
          `${SPLITTER_NAMES.join(", ")}, got "${item}".`
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
      const splitter = makeSplitter({
        splitter: spec.kind,
        size,
        overlap: spec.overlap ?? overlap,
        encoding,
      });
      splitters[nameOf(spec.kind, splitter)] = splitter;
    }
  }
  return splitters;
}

const nameOf = (
  kind: SplitterName,
  { chunkSize, chunkOverlap }: TextSplitter
) => `${kind} ${chunkSize}${chunkOverlap > 0 ? `+${chunkOverlap}` : ""}`;

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
