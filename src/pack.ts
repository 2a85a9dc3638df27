import type { MaybePromise, Measure } from "./measure/index.js";
import type { Chunk, Head, Outline, Seam } from "./outline.js";
import { bodyEnd, bodyStart, wordStart } from "./packing/body.js";
import { Borders } from "./packing/borders.js";
import { RepeatedHeads, composeChunk } from "./packing/heads.js";
import { overlapStarts } from "./packing/overlap.js";
import { cheapestPath } from "./packing/path.js";
import { Divider, joinSmallUnits, type PackContext } from "./packing/units.js";

export interface PackOptions {
  /** The length that no chunk may exceed, heads and overlap included. */
  limit: number;
  /** The length of text to repeat from the chunk before, at most. */
  overlap: number;
  /** Called now and then: gives way to others, throws to stop. */
  pace: () => MaybePromise<void>;
}

/** A chunk, the text that stands for it, and what is to be said of it. */
export interface PackedChunk extends Chunk {
  /** Its heads, its own text and the tails of its heads. */
  content: string;
  /** The length of `content`: above the limit for one grapheme cluster only. */
  length: number;
  /** Whether a head that belongs in front of it was left out. */
  headerOmitted: boolean;
}

/**
 * Cuts a text along its outline so that every chunk fits and the whole costs
 * least: the text is divided into units that fit, the cheapest path over the
 * borders between them is looked for, and the final text of each chunk counted.
 */
export async function pack(
  text: string,
  outline: Outline,
  measure: Measure,
  options: PackOptions
): Promise<PackedChunk[]> {
  const heads = new RepeatedHeads(outline.heads, measure, options.limit);
  const context: PackContext = { text, measure, heads, ...options };
  const seams = orderSeams(outline.seams, text.length);
  const divider = new Divider(context, seams, rigidStarts(outline.heads));
  const units = await divider.divide(0, text.length);
  const borders = new Borders(context, joinSmallUnits(units, context));
  const path = await cheapestPath(context, borders);
  const writer = new ChunkWriter(context, divider, borders);
  for (let index = 1; index < path.length; index += 1) {
    await context.pace();
    await writer.write(path[index - 1], path[index]);
  }
  return writer.chunks;
}

/** Sorted, inside the text, the strongest where two share an offset. */
function orderSeams(seams: readonly Seam[], length: number): Seam[] {
  const sorted = seams
    .filter(({ at }) => at > 0 && at < length)
    .sort((a, b) => a.at - b.at || b.strength - a.strength);
  return sorted.filter(({ at }, index) => at !== sorted[index - 1]?.at);
}

/** Where the lines start that are not cut as long as they fit. */
function rigidStarts(heads: readonly Head[]): Set<number> {
  const starts = new Set<number>();
  for (const { start, kind, tail } of heads) {
    if (kind === "heading" || tail !== undefined) starts.add(start);
    if (tail !== undefined) starts.add(tail.start);
  }
  return starts;
}

/**
 * Writes the chunks of a path. Lengths do not add up (heads, joins, a length
 * function that was only sampled), so each chunk is counted as it goes out, and
 * mended on the rare miss.
 */
class ChunkWriter {
  readonly chunks: PackedChunk[] = [];

  constructor(
    private readonly context: PackContext,
    private readonly divider: Divider,
    private readonly borders: Borders
  ) {}

  /** Adds the chunk between two borders, or more than one if it is too long. */
  async write(i: number, j: number): Promise<void> {
    const { seams, starts, ends } = this.borders;
    const border = seams[j].at;
    if (this.borders.canOverlap(i)) {
      if (await this.writeWithOverlap(i, ends[j], border)) return;
    }
    const span = { start: starts[i], end: ends[j] };
    const heads = this.borders.headsAt(i);
    const chunk = await this.firstThatFits(i, j, { ...span, heads });
    if (chunk !== undefined) this.chunks.push(chunk);
    else if (j > i + 1) {
      const middle = this.borders.middleOf(i, j);
      await this.write(i, middle);
      await this.write(middle, j);
    } else await this.writeParts(span.start, border);
  }

  /**
   * The chunk with as much around it as fits. For a single unit there is no
   * smaller one: it goes out rather without its tails, its indentation and its
   * heads than cut.
   */
  private async firstThatFits(
    i: number,
    j: number,
    chunk: Chunk
  ): Promise<PackedChunk | undefined> {
    const { context, borders } = this;
    const border = borders.seams[j].at;
    const tries: (() => Promise<PackedChunk>)[] = [
      () => this.compose(chunk, border),
    ];
    // Heads were left out by an estimate: the count may say otherwise.
    const withHeads =
      borders.lacksHead(i) && !borders.isCut(i)
        ? await this.firstUnitWithHeads(i)
        : undefined;
    if (j > i + 1) {
      if (withHeads !== undefined) return undefined;
    } else {
      if (withHeads !== undefined) return withHeads;
      const start = wordStart(context.text, chunk.start);
      tries.push(() => this.compose(chunk, border, true));
      tries.push(() => this.compose({ ...chunk, start }, border, true));
      for (let skip = 1; skip <= chunk.heads.length; skip += 1) {
        const heads = chunk.heads.slice(skip);
        tries.push(() => this.compose({ ...chunk, heads }, border, true));
      }
      tries.push(() => this.compose({ ...chunk, heads: [] }));
      tries.push(() => this.compose({ ...chunk, start, heads: [] }));
    }
    for (const compose of tries) {
      const composed = await compose();
      if (composed.length <= context.limit) return composed;
    }
    return undefined;
  }

  /** The unit at a border with all the heads in front of it, if that fits. */
  private async firstUnitWithHeads(
    i: number
  ): Promise<PackedChunk | undefined> {
    const { seams, starts, ends } = this.borders;
    const heads = this.context.heads.before(starts[i]);
    const unit = { start: starts[i], end: ends[i + 1], heads };
    const chunk = await this.compose(unit, seams[i + 1].at);
    return chunk.length <= this.context.limit ? chunk : undefined;
  }

  /** Adds a chunk that repeats the end of the one before, if that fits. */
  private async writeWithOverlap(
    i: number,
    end: number,
    border: number
  ): Promise<boolean> {
    const { context, divider, borders, chunks } = this;
    const previous = chunks[chunks.length - 1];
    const { seams } = borders;
    for (const start of await overlapStarts(
      context,
      divider,
      seams,
      i,
      previous
    )) {
      const heads = borders.headsThatFit({ start, end }, border, false);
      const chunk = await this.compose({ start, end, heads }, border);
      if (chunk.length > context.limit) continue;
      if (chunk.headerOmitted) continue;
      chunks.push(chunk);
      return true;
    }
    return false;
  }

  /** A unit that was thought to fit and does not: divided by exact lengths. */
  private async writeParts(start: number, end: number): Promise<void> {
    const { text } = this.context;
    const cuts = await this.divider.divide(start, end, true);
    let from = start;
    for (const { at } of [...cuts, { at: end }]) {
      const own = bodyStart(text, from, at);
      if (own === at) continue;
      const span = { start: own, end: bodyEnd(text, own, at), heads: [] };
      from = at;
      let chunk = await this.compose(span);
      if (chunk.length > this.context.limit) {
        // Rather without its indentation than too long.
        chunk = await this.compose({ ...span, start: wordStart(text, own) });
      }
      this.chunks.push(chunk);
    }
  }

  /**
   * The chunk as it goes out, with tails where the border is given, with fewer
   * of them if those that leave little room are `optional`.
   */
  private async compose(
    chunk: Chunk,
    border?: number,
    optional = false
  ): Promise<PackedChunk> {
    const { text, measure, heads } = this.context;
    const open = border === undefined ? [] : heads.openAt(border);
    const tails = open.filter(
      (head) =>
        chunk.heads.includes(head) ||
        (head.start >= chunk.start && (!optional || heads.isRoomFor(head)))
    );
    const isPlain = chunk.heads.length === 0 && tails.length === 0;
    const content = composeChunk(text, chunk, tails);
    const length = await (isPlain
      ? measure.count(chunk.start, chunk.end)
      : measure.countText(content));
    const headerOmitted =
      heads.before(chunk.start).length > chunk.heads.length ||
      heads.cutsHead(chunk.start);
    return { ...chunk, content, length, headerOmitted };
  }
}
