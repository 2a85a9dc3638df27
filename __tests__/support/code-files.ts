/** Whether code of real files is cut as it should be. */
import { CodeTextSplitter } from "langchain-seams";
import { locOf, readChunks, type Chunk } from "./chunks.js";
import { splitCode } from "./split.js";
import { characters } from "./splitters.js";
import type { Span } from "./structure.js";

export interface Unit extends Span {
  isNamed: boolean;
}

export interface Counts {
  files: number;
  characters: number;
  chunks: number;
  units: number;
  cut: number;
  /** Files that were read by lines, as a whole or in part. */
  byLines: number;
  inPart: number;
}

export const noCounts = (): Counts => ({
  files: 0,
  characters: 0,
  chunks: 0,
  units: 0,
  cut: 0,
  byLines: 0,
  inPart: 0,
});

/**
 * What a chunk would have to hold for a unit to be whole: the unit in its
 * lines, and the heads of what is around it.
 */
function needed(text: string, unit: Unit, chunks: readonly Chunk[]): number {
  const { start, end, isNamed } = unit;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const to = text.indexOf("\n", end);
  const isTall = text.slice(start, end).includes("\n");
  const isAlone = text.slice(from, start).trim() === "";
  const last = chunks.findLast((chunk) => chunk.start < end)!;
  const heads = locOf(last.document).heads.filter((head) => head.start < from);
  const above = heads.reduce((sum, head) => sum + head.end - head.start + 1, 0);
  if (isNamed || !isTall) return above + end - (isAlone ? from : start);
  return above + text.slice(from, to < 0 ? undefined : to).trimEnd().length;
}

/** Splits a file; the units that are cut though they fit, each in words. */
export async function checkFile(
  path: string,
  text: string,
  units: readonly Unit[],
  chunkSize: number,
  counts: Counts
): Promise<{ faults: string[]; isByLines: boolean }> {
  const splitter = new CodeTextSplitter({
    chunkSize,
    lengthFunction: characters,
  });
  const metadata = { source: path };
  const documents = await splitCode(splitter, text, metadata);
  const chunks = readChunks(text, documents);
  counts.files += 1;
  counts.characters += text.length;
  counts.chunks += chunks.length;
  const flags = documents.filter(({ metadata }) => metadata.parse);
  const isByLines = flags.length > 0 && flags.length === documents.length;
  if (isByLines) counts.byLines += 1;
  else if (flags.length > 0) counts.inPart += 1;
  const faults: string[] = [];
  const starts = chunks.map(({ start }) => start);
  for (const unit of units) {
    if (unit.end - unit.start > chunkSize) continue;
    counts.units += 1;
    if (!starts.some((at) => at > unit.start && at < unit.end)) continue;
    counts.cut += 1;
    const need = needed(text, unit, chunks);
    if (need > chunkSize) continue;
    const line = text.slice(0, unit.start).split("\n").length;
    faults.push(`${path}:${line}, ${need} of ${chunkSize}`);
  }
  return { faults, isByLines };
}
