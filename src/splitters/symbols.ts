import type { Chunk, Span } from "../outline.js";
import type { Definition } from "../parse/definitions.js";
import type { CodeOutline } from "../parse/units.js";
import { countWhile } from "../sorted.js";

/** What is said of a chunk of code at the top level of its metadata. */
export interface ChunkOfCode {
  /** The definition that it is or is a part of; of several, all names. */
  symbol?: string;
  kind: string;
  /** "2/3": the second of three chunks that the definition was cut into. */
  part?: string;
  /** It was not parsed by a grammar, or has an error inside. */
  parse?: "lines";
}

interface Scope extends Definition {
  inner: Scope[];
}

/** How many names a chunk is given. */
const MAX_NAMES = 20;

/** What each chunk of code holds. */
export function describeChunks(
  { definitions, byLines }: CodeOutline,
  chunks: readonly Chunk[]
): ChunkOfCode[] {
  const scopes = nest(definitions);
  const errors = [...byLines].sort((a, b) => a.start - b.start);
  return chunks.map((chunk): ChunkOfCode => {
    const held = heldBy(scopes, chunk);
    const kinds = new Set(held.map(({ kind }) => kind));
    const names = [...new Set(held.map(({ symbol }) => symbol))];
    const [only] = held;
    const part = names.length === 1 ? partOf(only, chunk, chunks) : undefined;
    return {
      kind: kinds.size === 1 ? only.kind : "code",
      ...(names.length > 0 && {
        symbol: names.slice(0, MAX_NAMES).join(", "),
      }),
      ...(part !== undefined && { part }),
      ...(touching(errors, chunk).length > 0 && { parse: "lines" }),
    };
  });
}

/** Definitions inside of those that hold them. */
function nest(definitions: readonly Definition[]): Scope[] {
  const roots: Scope[] = [];
  const open: Scope[] = [];
  const sorted = [...definitions].sort(
    (a, b) => a.start - b.start || b.end - a.end
  );
  for (const definition of sorted) {
    const scope: Scope = { ...definition, inner: [] };
    while (open.length > 0 && open[open.length - 1].end <= scope.start) {
      open.pop();
    }
    (open[open.length - 1]?.inner ?? roots).push(scope);
    open.push(scope);
  }
  return roots;
}

/**
 * The outermost definitions that start in a chunk; where one started before it,
 * those inside of that one, if there are any, or that one.
 */
function heldBy(scopes: readonly Scope[], chunk: Span): Scope[] {
  return touching(scopes, chunk).flatMap((scope) => {
    if (scope.start >= chunk.start) return [scope];
    const inner = heldBy(scope.inner, chunk);
    return inner.length > 0 ? inner : [scope];
  });
}

/** Those of some spans in order that share text with a chunk. */
function touching<T extends Span>(spans: readonly T[], chunk: Span): T[] {
  const first = countWhile(
    spans.length,
    (index) => spans[index].end <= chunk.start
  );
  let end = first;
  while (end < spans.length && spans[end].start < chunk.end) end += 1;
  return spans.slice(first, end);
}

/** Which of the chunks that hold a piece of a definition this one is. */
function partOf(
  definition: Definition,
  chunk: Chunk,
  chunks: readonly Chunk[]
): string | undefined {
  const pieces = touching(chunks, definition);
  return pieces.length > 1
    ? `${pieces.indexOf(chunk) + 1}/${pieces.length}`
    : undefined;
}
