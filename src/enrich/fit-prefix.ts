import { sentences } from "../ladder/sentences.js";
import type { MaybePromise } from "../measure/index.js";

/**
 * What is put in front of a chunk: a path from the outermost heading to the
 * nearest one, or text in sentences.
 */
export type Description = string | readonly string[] | null | undefined;

/**
 * What may be said of a description, the longest first: a path without its
 * outermost parts, a text without its last sentences.
 */
function* shortened(
  description: Description,
  separator: string
): Generator<string> {
  if (typeof description === "string") {
    const text = description.replace(/\s+/g, " ").trim();
    const ends = [...sentences(text, 0, text.length), text.length];
    for (const end of ends.reverse()) yield text.slice(0, end).trimEnd();
  } else {
    const parts = description ?? [];
    for (let first = 0; first < parts.length; first += 1) {
      yield parts.slice(first).join(separator);
    }
  }
}

/** The longest form of a description that fits, "" when none does. */
export async function fitDescription(
  description: Description,
  separator: string,
  fits: (prefix: string) => MaybePromise<boolean>
): Promise<string> {
  for (const prefix of shortened(description, separator)) {
    if (prefix !== "" && (await fits(prefix))) return prefix;
  }
  return "";
}
