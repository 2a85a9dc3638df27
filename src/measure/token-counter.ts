import { getTokenizer, resolveEncoding } from "./encodings.js";
import type { Tokenizer } from "./tokenizer.js";

/** Shared between the copies of this module in a process. */
const ENCODING = Symbol.for("langchain-seams.encoding");

const counters = new Map<string, (text: string) => Promise<number>>();

/**
 * A length function that counts tokens exactly, in linear time and without
 * network, for any LangChain text splitter. Special tokens in the text count
 * as the ordinary text that they are.
 *
 * @param encodingOrModel Name of an encoding (`cl100k_base`, `o200k_base`,
 * `p50k_base`, `r50k_base`, `gpt2`) or of an OpenAI model.
 */
export function tokenCounter(
  encodingOrModel = "cl100k_base"
): (text: string) => Promise<number> {
  const encoding = resolveEncoding(encodingOrModel);
  let counter = counters.get(encoding);
  if (counter === undefined) {
    counter = Object.assign(
      async (text: string) => (await getTokenizer(encoding)).countText(text),
      { [ENCODING]: encoding }
    );
    counters.set(encoding, counter);
  }
  return counter;
}

/** Whether `tokenCounter` made a length function. */
export const isTokenCounter = (lengthFunction: object): boolean =>
  Reflect.has(lengthFunction, ENCODING);

/** The tokenizer behind a function that `tokenCounter` made. */
export async function tokenizerOf(
  lengthFunction: object
): Promise<Tokenizer | undefined> {
  const encoding: unknown = Reflect.get(lengthFunction, ENCODING);
  return typeof encoding === "string"
    ? getTokenizer(resolveEncoding(encoding))
    : undefined;
}
