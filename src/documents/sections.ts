import { bodyStart } from "../packing/body.js";
import type { Chunk, Head, HeadKind } from "../outline.js";
import { Scopes } from "../scopes.js";

/** What a chunk is about, and which part of a whole that had to be cut. */
export interface Place {
  /** The headings over the chunk, the outermost first. */
  headings: string[];
  kind:
    "table" | "code" | "list" | "quote" | "dialogue" | "frontmatter" | "text";
  /** "2/3": the second of three chunks that one table or block was cut into. */
  part?: string;
}

const CAN_HAVE_PARTS = new Set<HeadKind>(["table", "code", "dialogue"]);

/** Finds the place of each chunk of one text, in order. */
export function placesOf(
  text: string,
  heads: readonly Head[],
  chunks: readonly Chunk[]
): Place[] {
  const headings = new Scopes(heads.filter(({ kind }) => kind === "heading"));
  const contents = new Scopes(heads.filter(({ kind }) => kind !== "heading"));
  const wholes = chunks.map((chunk) => cutWhole(contents, chunk));
  const totals = new Map<Head, number>();
  for (const whole of wholes) {
    if (whole) totals.set(whole, (totals.get(whole) ?? 0) + 1);
  }
  const seen = new Map<Head, number>();
  return chunks.map((chunk, index) => {
    const { path, content } = pathOf(text, headings, chunk);
    const place: Place = {
      headings: path,
      kind: kindOf(contents, chunk, content),
    };
    const whole = wholes[index];
    const total = whole === undefined ? 0 : (totals.get(whole) ?? 0);
    if (whole !== undefined && total > 1) {
      seen.set(whole, (seen.get(whole) ?? 0) + 1);
      place.part = `${seen.get(whole)}/${total}`;
    }
    return place;
  });
}

/** The path of the first text of a chunk, its own first headings included. */
function pathOf(
  text: string,
  headings: Scopes,
  { start, end }: Chunk
): { path: string[]; content: number } {
  let path = headings.at(start);
  let content = start;
  for (;;) {
    const nearest = path[path.length - 1];
    if (nearest?.start !== content) break;
    content = bodyStart(text, Math.min(nearest.end, end), end);
    if (content === end) break;
    path = headings.at(content);
  }
  return { path: path.map(({ title = "" }) => title), content };
}

/** The kind of what holds all of a chunk but for its first headings. */
function kindOf(
  contents: Scopes,
  { start, end }: Chunk,
  content: number
): Place["kind"] {
  const whole = contents
    .at(Math.min(content, Math.max(start, end - 1)))
    .find((head) => head.scope.end >= end);
  if (whole === undefined) return "text";
  switch (whole.kind) {
    case "heading":
    case "container":
      return "text";
    case "definition":
      return "code";
    case "item":
      return "list";
    default:
      return whole.kind;
  }
}

/** The innermost table or block of code that a chunk holds a part of. */
function cutWhole(contents: Scopes, chunk: Chunk): Head | undefined {
  for (const offset of [chunk.start, chunk.end - 1]) {
    const whole = contents.at(offset).findLast(
      ({ kind, scope }) =>
        CAN_HAVE_PARTS.has(kind) &&
        // White space is no part: a chunk that holds the rest is whole.
        (scope.start < chunk.start || scope.end > chunk.end)
    );
    if (whole !== undefined) return whole;
  }
  return undefined;
}
