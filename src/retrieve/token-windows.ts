import type { LengthFunction } from "../measure/index.js";
import type { Span } from "../outline.js";

/** The tokens of a text as a model sees them, in order. */
export interface TokenEmbeddings {
  /** A vector for each token. */
  vectors: ArrayLike<number>[];
  /** Where each stands in the text, UTF-16; empty for tokens that do not. */
  offsets: Span[];
}

/**
 * The tokens of windows that overlap, each once: up to the middle of what two
 * windows share from the first of them, from there on from the second.
 */
export async function tokensOfWindows(
  windows: readonly Span[],
  embed: (window: Span) => Promise<TokenEmbeddings>
): Promise<TokenEmbeddings> {
  const all: TokenEmbeddings = { vectors: [], offsets: [] };
  let from = 0;
  for (const [index, window] of windows.entries()) {
    const next = windows[index + 1];
    const to = next ? Math.ceil((next.start + window.end) / 2) : window.end;
    const { vectors, offsets } = await embed(window);
    checkTokens(vectors, offsets, window);
    for (const [token, { start, end }] of offsets.entries()) {
      const at = start + window.start;
      // Marks of the model stand for no text.
      if (start === end || at < from || at >= to) continue;
      all.vectors.push(vectors[token]);
      all.offsets.push({ start: at, end: end + window.start });
    }
    from = to;
  }
  return all;
}

function checkTokens(
  vectors: readonly ArrayLike<number>[],
  offsets: readonly Span[],
  { start, end }: Span
): void {
  if (vectors.length !== offsets.length) {
    throw new Error(
      `The model gave ${vectors.length} vectors for ${offsets.length} tokens: ` +
        "if the text is longer than it takes, set `windowSize` to less"
    );
  }
  for (const [index, vector] of vectors.entries()) {
    if (vector.length !== vectors[0].length) {
      throw new Error(
        `The model gave ${vector.length} dimensions for token ${index}, ` +
          `${vectors[0].length} for the first`
      );
    }
    const { start: from, end: to } = offsets[index];
    if (!(0 <= from && from <= to && to <= end - start)) {
      throw new Error(
        `The model gave token ${index} the place ${from} to ${to} in a text ` +
          `of length ${end - start}`
      );
    }
  }
}

/** Throws unless there is a vector for each chunk, and no more. */
export function checkCount(vectors: readonly unknown[], chunks: number): void {
  for (let index = 0; index < chunks; index += 1) {
    if (vectors[index] !== undefined) continue;
    throw new Error(`The model gave no vector for chunk ${index} of ${chunks}`);
  }
  if (vectors.length > chunks) {
    throw new Error(
      `The model gave ${vectors.length} vectors for ${chunks} chunks`
    );
  }
}

interface WindowOptions {
  lengthFunction: LengthFunction;
  windowSize: number;
  windowOverlap: number;
}

/** Ranges of texts that fit in a window, each with some of the one before. */
export async function groupsOf(
  texts: readonly string[],
  { lengthFunction, windowSize, windowOverlap }: WindowOptions
): Promise<Span[]> {
  const lengths: number[] = [];
  for (const text of texts) lengths.push(await lengthFunction(text));
  const groups: Span[] = [];
  let start = 0;
  let length = 0;
  for (const [index, own] of lengths.entries()) {
    if (index > start && length + own > windowSize) {
      groups.push({ start, end: index });
      start = index;
      length = 0;
      const room = Math.min(windowOverlap, windowSize - own);
      while (length + lengths[start - 1] <= room) {
        start -= 1;
        length += lengths[start];
      }
    }
    length += own;
  }
  groups.push({ start, end: texts.length });
  return groups;
}

/** The mean of the tokens that have a part in a span. */
export function meanOf(
  { vectors, offsets }: TokenEmbeddings,
  span: Span,
  index: number
): number[] {
  const own = vectors.filter(
    (_, k) => offsets[k].start < span.end && span.start < offsets[k].end
  );
  if (own.length === 0) {
    throw new Error(`The model has no token in chunk ${index}`);
  }
  return Array.from(own[0], (_, dimension) => {
    let sum = 0;
    for (const vector of own) sum += vector[dimension];
    return sum / own.length;
  });
}
