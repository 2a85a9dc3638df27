/**
 * What a packing costs: the packer looks for the cheapest one of the whole
 * document. The unit is the dislike of a chunk of hardly any text, halved.
 */
import { Strength, sectionStrength } from "../outline.js";

/** Strength of a seam, cost of a cut there; in between, a straight line. */
type Costs = readonly (readonly [number, number])[];

const CUT_COSTS: Costs = [
  // A page or a chapter ends: the best place there is.
  [sectionStrength(1), 0.2],
  // Deeper sections depend more and more on what stands around them.
  [sectionStrength(2), 0.6],
  [sectionStrength(3), 1.2],
  [sectionStrength(4), 1.6],
  [sectionStrength(6), 1.8],
  // Paragraphs of one section follow from each other.
  [Strength.block, 2],
  // Items and rows belong to one list or table.
  [50, 3],
  // Lines of code, sentences, words: worse, but only tried where a unit is
  // over the limit, so that something has to be cut.
  [Strength.line, 4],
  [Strength.sentence, 5],
  [Strength.wrap, 10],
  [Strength.word, 12],
  [Strength.grapheme, 24],
];

/**
 * A chunk that is filled to `share` of its limit costs this. One full chunk and
 * one small one cost less than two halves: what is cut is left as whole as can
 * be, and the rest is free to join its neighbours.
 */
export const shortfallCost = (share: number): number =>
  share >= 1 ? 0 : 2 * (1 - share * share);

/**
 * A small piece of a paragraph (or of a line) costs this on top: a tail of a
 * few words behind a full chunk says little, two even pieces say more.
 */
export const tailCost = (share: number): number =>
  Math.max(0, 4 * (0.4 - share));

/**
 * The same where chunks have a minimum: sections go out apart, so that a cut at
 * one is worth something, the more the higher it is. A cut at the weakest of
 * the seams that may always be cut is a last resort before a short chunk.
 */
const APART_COSTS: Costs = [
  [sectionStrength(1), -4],
  [sectionStrength(20), -0.2],
  [sectionStrength(20) - 1, 0.2],
  [Strength.block + 5, 1],
  [Strength.block, 8],
];

/** What is bound together (a heading and its text) stays so at any length. */
const BOND_COST = 64;

/** The cost of a cut where chunks have a minimum. */
export function apartCost(strength: number): number {
  if (strength >= Strength.block) return costAt(strength, APART_COSTS);
  const isBond = strength >= Strength.fence && strength <= Strength.headings;
  return cutCost(strength) + (isBond ? BOND_COST : 0);
}

/**
 * A chunk that is filled to `share` of its minimum costs this: more than all
 * that its two cuts can be worth, so that a short chunk is a last resort.
 */
export const floorCost = (share: number): number =>
  share >= 1 ? 0 : 24 + 8 * (1 - share);

/**
 * A chunk with a stronger seam inside than at one of its ends costs this: it
 * holds a piece of one section and a piece of another.
 */
export const MIXED_COST = 1;

/**
 * A chunk that joins two sections costs this for each border of a first or
 * second level inside it: less than two small chunks, more than two large.
 */
export const STRADDLE_COST = 0.3;

/**
 * A cut inside a section that would fit as a whole costs this on top: the
 * reader of one half misses the other, and a chunk of two halves is named after
 * one of them. More than a small chunk, so that sections go out whole.
 */
export const BREAK_COST = 1.5;

/** Whether a seam inside a chunk costs `STRADDLE_COST`. */
export const straddles = (strength: number): boolean =>
  strength >= sectionStrength(2);

/** The cost of a cut at a seam of this strength. */
export const cutCost = (strength: number): number =>
  costAt(strength, CUT_COSTS);

function costAt(strength: number, costs: Costs): number {
  let index = 0;
  while (index < costs.length && strength < costs[index][0]) index += 1;
  if (index === 0) return costs[0][1];
  const [above, costAbove] = costs[index - 1];
  if (index === costs.length) return costAbove;
  const [below, costBelow] = costs[index];
  const share = (above - strength) / (above - below);
  return costAbove + (costBelow - costAbove) * share;
}
