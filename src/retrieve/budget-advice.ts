import { percent } from "../format/numbers.js";
import type { ContextBudgetOptions } from "./budget-options.js";

/** The overlap above which chunks mostly repeat each other. */
const MOST_OVERLAP = 1 / 4;
/** See `ContextualPrefix`. */
const MOST_PREFIX = 1 / 3;

/** What fits and is unwise all the same. */
export function adviceOn({
  chunkSize,
  chunkOverlap = 0,
  embeddingWindow = Infinity,
  prefixShare = 0,
}: ContextBudgetOptions): string[] {
  const advice: string[] = [];
  if (chunkOverlap > chunkSize * MOST_OVERLAP) {
    advice.push(
      `The overlap is ${percent(chunkOverlap / chunkSize)} of the chunk size: ` +
        `above ${percent(MOST_OVERLAP)} the chunks that are found mostly repeat ` +
        "each other, and every token of it is embedded and paid for twice."
    );
  }
  const embedded = Math.ceil(chunkSize * (1 + prefixShare));
  if (embedded > embeddingWindow) {
    const withPrefix = prefixShare > 0 ? " with its prefix" : "";
    advice.push(
      `A chunk${withPrefix} has up to ${embedded} tokens, more than the ` +
        `${embeddingWindow} of the embedding model's window: what is behind them ` +
        "is not in the vector, and cannot be found."
    );
  }
  if (prefixShare > MOST_PREFIX + 1e-9) {
    advice.push(
      `The prefix share is ${percent(prefixShare)}: above ` +
        `${percent(MOST_PREFIX)} the chunks of a document look alike, and the ` +
        "right document is returned with the wrong section."
    );
  }
  return advice;
}
