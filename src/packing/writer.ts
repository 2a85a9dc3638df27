import type { Chunk } from "../outline.js";
import type { PackedChunk } from "../pack.js";
import { bodyEnd, bodyStart, wordStart } from "./body.js";
import type { Borders } from "./borders.js";
import { composeChunk, isEssential } from "./heads.js";
import { overlapStarts } from "./overlap.js";
import type { Divider, PackContext } from "./units.js";

/** What may be put around the text of a chunk. */
interface Variant {
  chunk: Chunk;
  /** The border that it ends at; without it there are no tails. */
  border?: number;
  /** Leaves out the tails that would leave little room. */
  optionalTails?: boolean;
}

/**
 * Writes the chunks of a path. Lengths do not add up (heads, joins, a length
 * function that was only sampled), so each chunk is counted as it goes out, and
 * mended on the rare miss.
 */
export class ChunkWriter {
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
    const heads = [...this.borders.headsAt(i)];
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
   * smaller one: it goes out rather without what is around it than cut.
   */
  private async firstThatFits(
    i: number,
    j: number,
    chunk: Chunk
  ): Promise<PackedChunk | undefined> {
    const { context, borders } = this;
    // Heads were left out by an estimate: the count may say otherwise.
    if (borders.lacksHead(i)) {
      for (let unit = i; unit < j; unit += 1) {
        if (borders.isCut(unit)) continue;
        const single = await this.unitWithHeads(unit);
        if (single !== undefined) return j > i + 1 ? undefined : single;
      }
    }
    const border = borders.seams[j].at;
    const variants: Variant[] = [{ chunk, border }];
    if (j === i + 1) variants.push(...this.lesserVariants(chunk, border));
    for (const variant of variants) {
      const composed = await this.compose(variant);
      if (composed.length <= context.limit) return composed;
    }
    return undefined;
  }

  /**
   * What a single unit may do without: tails that leave little room, courtesy
   * heads, its indentation, essential heads, and all tails in the end.
   */
  private lesserVariants(chunk: Chunk, border: number): Variant[] {
    const { heads } = chunk;
    const essential = heads.filter(isEssential);
    const bare = { ...chunk, start: wordStart(this.context.text, chunk.start) };
    const chunks: Chunk[] = [chunk];
    for (const head of heads) {
      if (isEssential(head)) continue;
      const last = chunks[chunks.length - 1];
      const fewer = last.heads.filter((kept) => kept !== head);
      chunks.push({ ...chunk, heads: fewer });
    }
    chunks.push({ ...bare, heads: essential });
    for (let skip = 1; skip <= essential.length; skip += 1) {
      chunks.push({ ...chunk, heads: essential.slice(skip) });
    }
    return [
      ...chunks.map((each) => ({ chunk: each, border, optionalTails: true })),
      { chunk: { ...chunk, heads: [] } },
      { chunk: { ...bare, heads: [] } },
    ];
  }

  /**
   * The unit at a border with all heads that it needs, if that fits: those that
   * were chosen besides give way to them.
   */
  private async unitWithHeads(i: number): Promise<PackedChunk | undefined> {
    const { seams, starts, ends } = this.borders;
    const chosen = this.borders.headsAt(i);
    const all = this.context.heads.before(starts[i]);
    const essential = all.filter(isEssential);
    const both = all.filter(
      (head) => isEssential(head) || chosen.includes(head)
    );
    const border = seams[i + 1].at;
    for (const heads of [both, essential]) {
      const unit = { start: starts[i], end: ends[i + 1], heads };
      const chunk = await this.compose({ chunk: unit, border });
      if (chunk.length <= this.context.limit) return chunk;
    }
    return undefined;
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
      const heads = [...borders.headsThatFit({ start, end }, border, false)];
      const variant = { chunk: { start, end, heads }, border };
      const chunk = await this.compose(variant);
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
      let chunk = await this.compose({ chunk: span });
      if (chunk.length > this.context.limit) {
        // Rather without its indentation than too long.
        const start = wordStart(text, own);
        chunk = await this.compose({ chunk: { ...span, start } });
      }
      this.chunks.push(chunk);
    }
  }

  /** The chunk as it goes out: its text, counted. */
  private async compose({
    chunk,
    border,
    optionalTails = false,
  }: Variant): Promise<PackedChunk> {
    const { text, measure, heads } = this.context;
    const open = border === undefined ? [] : heads.openAt(border);
    const tails = open.filter(
      (head) =>
        chunk.heads.includes(head) ||
        (head.start >= chunk.start && (!optionalTails || heads.isRoomFor(head)))
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
