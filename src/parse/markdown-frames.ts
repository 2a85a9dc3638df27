import type { Token } from "markdown-it";

/** A container that is being read: the document, an item, a quote. */
export interface Frame {
  /** How many containers there are around its blocks. */
  depth: number;
  isItem: boolean;
  /** Where the headings start that stand right before the next block. */
  headings: number[];
  /** The block before the next one; "opener" for the line that opens it. */
  previous?: Token | "opener";
}

/** Tokens that open a frame, and what the frame starts with. */
export const FRAMES = new Map<string, Omit<Frame, "depth" | "headings">>([
  ["list_item_open", { isItem: true }],
  ["blockquote_open", { isItem: false }],
  ["colons_open", { isItem: false, previous: "opener" }],
  ["indented_open", { isItem: false, previous: "opener" }],
  ["footnote_open", { isItem: false }],
]);

const LISTS = new Set(["bullet_list_open", "ordered_list_open"]);

/** The first block in a container, which opens with it. */
export function firstInside(tokens: readonly Token[], index: number): Token {
  let first = index;
  while (FRAMES.has(tokens[first].type) || LISTS.has(tokens[first].type)) {
    const next = tokens[first + 1];
    if (next === undefined || next.nesting < 0) break;
    first += 1;
  }
  return tokens[first];
}
