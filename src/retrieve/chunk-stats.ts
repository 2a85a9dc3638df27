import type { DocumentInterface } from "@langchain/core/documents";
import { withContent } from "../documents/documents.js";
import {
  overlapText,
  partsOf,
  sourceOf,
  type ChunkParts,
} from "../enrich/chunk-parts.js";
import { mean, quantile } from "../format/numbers.js";
import type { LengthFunction } from "../measure/index.js";
import { checkInteger, checkNumber, lengthFunctionOf } from "../options.js";

/** The sizes that most documents are best cut to, in tokens. */
const ZONE = { from: 200, to: 600 };

/** The options of `chunkStats`. */
export interface ChunkStatsOptions {
  /** Numbers in a vector of the embedding model. Default: 1536. */
  dimensions?: number;
  /** Bytes of one of them. Default: 4. */
  bytesPerDimension?: number;
  /** The price of embedding a million tokens, in any currency. */
  pricePerMillionTokens?: number;
  /** The encoding or model whose tokens are counted. Default: "cl100k_base". */
  encoding?: string;
  /** What lengths are measured by. Default: `tokenCounter(encoding)`. */
  lengthFunction?: LengthFunction;
}

/** What chunks look like, and what they cost. Plain JSON data. */
export interface ChunkStats {
  /** How many chunks. */
  count: number;
  /** How many documents they come from, by `doc_id` or `source`. */
  documents: number;
  /** Tokens of chunks; percentiles on a straight line between two chunks. */
  tokens: {
    /** Of all chunks together. */
    total: number;
    /** The mean. */
    mean: number;
    /** The smallest. */
    min: number;
    /** The 5th percentile. */
    p5: number;
    /** The median. */
    p50: number;
    /** The 95th percentile. */
    p95: number;
    /** The largest. */
    max: number;
  };
  /** Chunks with `from` to `to` tokens, as a share of all. */
  zone: {
    /** The fewest tokens: 200. */
    from: number;
    /** The most tokens: 600. */
    to: number;
    /** The share, from 0 to 1. */
    share: number;
  };
  /** Chunks with a flag, as a share of all: any flag, and each of them. */
  flagged: {
    /** With any flag. */
    share: number;
    /** One character is over the limit. */
    oversize: number;
    /** Their header did not fit. */
    header_omitted: number;
    /** A piece of a table, a block or a function that is cut. */
    part: number;
  };
  /** Tokens that a chunk repeats of the end of the one before. */
  duplicatedTokens: number;
  /** The vectors of a store: one a chunk. */
  vectors: {
    /** How many. */
    count: number;
    /** Numbers in each. */
    dimensions: number;
    /** Bytes of all. */
    bytes: number;
  };
  /** What embedding all chunks once costs; only with a price. */
  embeddingCost?: number;
}

/**
 * What a list of chunks looks like before it is embedded: sizes, flags,
 * repetition, vectors, cost.
 *
 * @example
 * ```ts
 * import { chunkStats, formatChunkStats } from "langchain-seams";
 *
 * const chunks = [{ pageContent: "Install it.", metadata: {} }];
 * const stats = await chunkStats(chunks, { pricePerMillionTokens: 0.02 });
 * console.log(formatChunkStats(stats)); // or JSON.stringify(stats)
 * ```
 *
 * @throws RangeError when an option is out of range.
 */
export async function chunkStats(
  given: readonly DocumentInterface[],
  options: ChunkStatsOptions = {}
): Promise<ChunkStats> {
  const documents = withContent(given);
  const { dimensions = 1536, bytesPerDimension = 4 } = options;
  checkInteger("dimensions", dimensions, 1);
  checkInteger("bytesPerDimension", bytesPerDimension, 1);
  const { pricePerMillionTokens: price } = options;
  if (price !== undefined) checkNumber("pricePerMillionTokens", price, 0);
  const length = lengthFunctionOf(options);
  const sizes: number[] = [];
  for (const { pageContent } of documents)
    sizes.push(await length(pageContent));
  const count = sizes.length;
  const tokens = tokensOf(sizes);
  const inZone = sizes.map((n) => (n >= ZONE.from && n <= ZONE.to ? 1 : 0));
  return {
    count,
    documents: new Set(documents.map(sourceOf)).size,
    tokens,
    zone: { ...ZONE, share: mean(inZone) },
    flagged: flaggedOf(documents),
    duplicatedTokens: await duplicatedTokens(documents, length),
    vectors: {
      count,
      dimensions,
      bytes: count * dimensions * bytesPerDimension,
    },
    ...(price !== undefined && { embeddingCost: (tokens.total / 1e6) * price }),
  };
}

function tokensOf(sizes: readonly number[]): ChunkStats["tokens"] {
  const sorted = [...sizes].sort((a, b) => a - b);
  return {
    total: sizes.reduce((sum, size) => sum + size, 0),
    mean: mean(sizes),
    min: sorted[0] ?? 0,
    p5: quantile(sorted, 0.05),
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    max: sorted[sorted.length - 1] ?? 0,
  };
}

const FLAGS = ["oversize", "header_omitted", "part"] as const;

function flaggedOf(
  documents: readonly DocumentInterface[]
): ChunkStats["flagged"] {
  const shareWith = (...names: (typeof FLAGS)[number][]): number =>
    mean(
      documents.map(({ metadata }) =>
        names.some((name) => Boolean(metadata?.[name])) ? 1 : 0
      )
    );
  return {
    share: shareWith(...FLAGS),
    oversize: shareWith("oversize"),
    header_omitted: shareWith("header_omitted"),
    part: shareWith("part"),
  };
}

async function duplicatedTokens(
  documents: readonly DocumentInterface[],
  length: LengthFunction
): Promise<number> {
  let sum = 0;
  let before: ChunkParts | undefined;
  for (const [index, document] of documents.entries()) {
    const parts = partsOf(document);
    const previous = documents[index - 1];
    let repeated = "";
    if (before !== undefined && parts !== undefined) {
      repeated = overlapText(before, parts);
    } else if (
      previous !== undefined &&
      sourceOf(previous) === sourceOf(document) &&
      !isLocated(document)
    ) {
      repeated = repeatedStart(previous.pageContent, document.pageContent);
    }
    if (repeated !== "") sum += await length(repeated);
    before = parts;
  }
  return sum;
}

/** Whether a chunk says where it stands: then nobody has to guess. */
const isLocated = ({ metadata }: DocumentInterface): boolean =>
  typeof metadata?.loc?.start === "number";

/**
 * The longest start of a text that the one before ends with, by the failure
 * function of Knuth, Morris and Pratt (1977).
 */
function repeatedStart(before: string, text: string): string {
  const end = before.slice(-text.length);
  const fail = [0];
  const step = (from: number, unit: string): number => {
    let length = from;
    while (length > 0 && (length === text.length || text[length] !== unit)) {
      length = fail[length - 1];
    }
    return text[length] === unit ? length + 1 : 0;
  };
  for (let k = 1; k < text.length; k += 1)
    fail.push(step(fail[k - 1], text[k]));
  let length = 0;
  for (let k = 0; k < end.length; k += 1) length = step(length, end[k]);
  return text.slice(0, length);
}
