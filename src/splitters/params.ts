import type { RunnableConfig } from "@langchain/core/runnables";
import type {
  TextSplitterChunkHeaderOptions,
  TextSplitterParams,
} from "@langchain/textsplitters";
import type { ChunkIds } from "../documents/ids.js";
import type { Pace } from "../concurrency.js";

/** The options that all splitters share. */
export interface SeamTextSplitterParams extends Omit<
  TextSplitterParams,
  "keepSeparator"
> {
  /**
   * The limit of a chunk in the unit of `lengthFunction`, repeated heads and
   * overlap included. An integer from 1 up. Default: 400 (tokens).
   */
  chunkSize: number;
  /**
   * How much of the chunk before a chunk repeats, at most: whole units, inside
   * `chunkSize`. An integer from 0 up, less than `chunkSize`. Default: 0 for
   * splitters that know the structure, 15 % of `chunkSize` for the others.
   */
  chunkOverlap: number;
  /** The encoding or model whose tokens are counted. Default: "cl100k_base". */
  encoding: string;
  /** Between the headings in `metadata.section`. Default: " > ". */
  sectionSeparator: string;
}

/** In tokens, unless lengths are counted otherwise. */
export const DEFAULT_CHUNK_SIZE = 400;

/** The default overlap of splitters for which a cut loses the thread. */
export const proseOverlap = (chunkSize = DEFAULT_CHUNK_SIZE): number =>
  Math.floor(chunkSize * 0.15);

/** What one call to split goes by. */
export interface SplitRun {
  headers?: TextSplitterChunkHeaderOptions;
  /** For what is called on the way: its `signal` stops the run too. */
  config?: Partial<RunnableConfig>;
  /** The ids given so far, where a run is split in several steps. */
  ids?: ChunkIds;
  /** Its pauses, where a run is split in several steps: see `createPace`. */
  pace?: Pace;
}
