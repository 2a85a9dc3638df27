import type { EvaluatedChunk, ChunkMaker } from "./chunks.js";
import type { ShownChunk } from "./metrics.js";
import { totalLength } from "./spans.js";

/** What a question's context is made of. */
export interface Context {
  /** The chunks in it, the best first. */
  chunks: EvaluatedChunk[];
  /** What each shows of the question's document. */
  shown: ShownChunk[];
  /** The tokens in it. */
  tokens: number;
  /** The tokens left for the last chunk, if it was cut to fit. */
  cutTo: number | undefined;
}

function showOf(
  { spans, characters, ...chunk }: EvaluatedChunk,
  corpus: number
) {
  return { spans: chunk.corpus === corpus ? spans : [], characters };
}

/** The best chunks that fit in a budget; the last one is cut to fit. */
export async function contextOfBudget(
  ranking: readonly EvaluatedChunk[],
  corpus: number,
  budgetTokens: number,
  maker: ChunkMaker
): Promise<Context> {
  const context: Context = {
    chunks: [],
    shown: [],
    tokens: 0,
    cutTo: undefined,
  };
  for (const chunk of ranking) {
    const room = budgetTokens - context.tokens;
    if (room <= 0) break;
    context.chunks.push(chunk);
    if (chunk.tokens <= room) {
      context.tokens += chunk.tokens;
      context.shown.push(showOf(chunk, corpus));
      continue;
    }
    const spans = await maker.cut(chunk, room);
    const characters = totalLength(spans);
    context.shown.push(showOf({ ...chunk, spans, characters }, corpus));
    context.tokens = budgetTokens;
    context.cutTo = room;
    break;
  }
  return context;
}

/** The best `k` chunks, whole. */
export function contextOfTop(
  ranking: readonly EvaluatedChunk[],
  corpus: number,
  k: number
): Context {
  const chunks = ranking.slice(0, k);
  return {
    chunks,
    shown: chunks.map((chunk) => showOf(chunk, corpus)),
    tokens: chunks.reduce((sum, { tokens }) => sum + tokens, 0),
    cutTo: undefined,
  };
}
