import { getEncodingNameForModel } from "js-tiktoken/lite";
import type { TiktokenModel } from "js-tiktoken/lite";
import { Scanner100k, Scanner200k, Scanner50k } from "./scanner.js";
import { Tokenizer } from "./tokenizer.js";

type Encoding = "cl100k_base" | "o200k_base" | "p50k_base" | "r50k_base";

/** The encodings, and those that count ordinary text in the same way. */
const ENCODINGS: Readonly<Record<string, Encoding>> = {
  cl100k_base: "cl100k_base",
  o200k_base: "o200k_base",
  o200k_harmony: "o200k_base",
  p50k_base: "p50k_base",
  p50k_edit: "p50k_base",
  r50k_base: "r50k_base",
  gpt2: "r50k_base",
};

/** Starts of the names of models that js-tiktoken may not know yet. */
const PREFIXES: readonly (readonly [RegExp, Encoding])[] = [
  [/^(chatgpt-4o|gpt-4o|gpt-4\.\d|gpt-[5-9]|gpt-oss|o\d)/, "o200k_base"],
  [/^(gpt-4|gpt-3\.5|gpt-35|text-embedding-)/, "cl100k_base"],
];

const tokenizers = new Map<Encoding, Promise<Tokenizer>>();

/** The encoding of that name, or of the model of that name. */
export function resolveEncoding(name: string): Encoding {
  if (Object.hasOwn(ENCODINGS, name)) return ENCODINGS[name];
  const model = String(name).replace(/^ft:/, "");
  try {
    return ENCODINGS[getEncodingNameForModel(model as TiktokenModel)];
  } catch {
    const found = PREFIXES.find(([prefix]) => prefix.test(model));
    if (found !== undefined) return found[1];
  }
  throw new RangeError(
    "Expected `encoding` to be cl100k_base, o200k_base, p50k_base, " +
      "r50k_base, gpt2 or the name of an OpenAI model, " +
      `got \`${String(name)}\``
  );
}

/** The one tokenizer of an encoding; its ranks are loaded the first time. */
export function getTokenizer(encoding: Encoding): Promise<Tokenizer> {
  let tokenizer = tokenizers.get(encoding);
  if (tokenizer === undefined) {
    tokenizer = loadTokenizer(encoding);
    tokenizers.set(encoding, tokenizer);
  }
  return tokenizer;
}

/** Every specifier is literal, so that bundlers see it. */
async function loadTokenizer(encoding: Encoding): Promise<Tokenizer> {
  switch (encoding) {
    case "cl100k_base": {
      const ranks = await import("js-tiktoken/ranks/cl100k_base");
      return new Tokenizer(ranks.default.bpe_ranks, Scanner100k);
    }
    case "o200k_base": {
      const ranks = await import("js-tiktoken/ranks/o200k_base");
      return new Tokenizer(ranks.default.bpe_ranks, Scanner200k);
    }
    case "p50k_base": {
      const ranks = await import("js-tiktoken/ranks/p50k_base");
      return new Tokenizer(ranks.default.bpe_ranks, Scanner50k);
    }
    case "r50k_base": {
      const ranks = await import("js-tiktoken/ranks/r50k_base");
      return new Tokenizer(ranks.default.bpe_ranks, Scanner50k);
    }
  }
}
