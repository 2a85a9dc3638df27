import type { RunnableConfig } from "@langchain/core/runnables";
import type { LengthFunction } from "../measure/index.js";
import { Strength, sectionStrength, type Outline } from "../outline.js";
import { jumpsOver, largestJumps, type Breakpoint } from "./breakpoints.js";
import { cosineDistances } from "./distances.js";
import { embedInBatches, type EmbeddingOptions } from "./embedding.js";
import { UnitReader, type BorderKind } from "./units.js";
import { windowsOf } from "./windows.js";

export interface SemanticOptions extends EmbeddingOptions {
  format: "markdown" | "text";
  breakpoint: Breakpoint;
  numberOfChunks?: number;
  bufferSize: number;
  maxEmbedTokens: number;
  lengthFunction: LengthFunction;
}

interface Range {
  from: number;
  to: number;
}

const [least, middle, most] = [20, 11, 1].map(sectionStrength);

/** The strengths of breaks, those of sections: the largest jump the highest. */
const BREAKS: Readonly<Record<BorderKind, Range>> = {
  block: { from: middle, to: most },
  line: { from: middle, to: most },
  item: { from: least, to: middle },
  sentence: { from: least, to: middle },
};

/**
 * The strengths of other borders, over those of blocks and under those of
 * sections. A paragraph is rather left whole, and a list is.
 */
const OTHERS: Readonly<Record<BorderKind, Range | undefined>> = {
  block: { from: Strength.block + 5, to: least - 1 },
  line: { from: Strength.block + 5, to: least - 1 },
  item: undefined,
  sentence: { from: Strength.block, to: Strength.block + 4 },
};

/**
 * The outline of a text joined with the seams of its meaning: one at each
 * border of its units, as strong as the units around it are distant.
 */
export async function semanticOutline(
  text: string,
  outline: Outline,
  options: SemanticOptions,
  config?: Partial<RunnableConfig>
): Promise<Outline> {
  const { format, numberOfChunks, breakpoint } = options;
  const units = new UnitReader(text, outline, format === "text").read();
  if (units.length < 2) return outline;
  const windows = await windowsOf(text, units, options, config?.signal);
  const vectors = embedInBatches(windows, options, config);
  const distances = await cosineDistances(vectors);
  const { isBreak, shares } =
    numberOfChunks === undefined
      ? jumpsOver(distances, breakpoint)
      : largestJumps(distances, numberOfChunks - 1);
  const seams = units.slice(1).flatMap(({ at, border }, index) => {
    const range = (isBreak[index] ? BREAKS : OTHERS)[border];
    if (range === undefined) return [];
    const strength = range.from + (range.to - range.from) * shares[index];
    return [{ at, strength }];
  });
  const known =
    numberOfChunks === undefined ? outline.seams : withoutSections(outline);
  return { seams: [...known, ...seams], heads: outline.heads };
}

/** Where the number of chunks is given, headings alone end none. */
const withoutSections = ({ seams }: Outline): Outline["seams"] =>
  seams.map(({ at, strength }) => ({
    at,
    strength:
      strength >= Strength.always
        ? strength
        : Math.min(strength, Strength.block),
  }));
