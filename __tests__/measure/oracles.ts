import { Tiktoken } from "js-tiktoken/lite";
import cl100k from "js-tiktoken/ranks/cl100k_base";
import o200k from "js-tiktoken/ranks/o200k_base";
import p50k from "js-tiktoken/ranks/p50k_base";
import r50k from "js-tiktoken/ranks/r50k_base";
import { get_encoding } from "tiktoken";

export const ranks = {
  cl100k_base: cl100k,
  o200k_base: o200k,
  p50k_base: p50k,
  r50k_base: r50k,
};

export type Name = keyof typeof ranks;

export const names = Object.keys(ranks) as Name[];

/** The number of tokens of ordinary text, by somebody else's count. */
export interface Oracle {
  wasm(text: string): number;
  javaScript(text: string): number;
}

const oracles = new Map<Name, Oracle>();

/** The one oracle of an encoding: it takes seconds to make. */
export function oracleOf(name: Name): Oracle {
  const oracle = oracles.get(name) ?? createOracle(name);
  oracles.set(name, oracle);
  return oracle;
}

function createOracle(name: Name): Oracle {
  const wasm = get_encoding(name);
  const javaScript = new Tiktoken(ranks[name]);
  return {
    wasm: (text) => wasm.encode(text, [], []).length,
    javaScript: (text) => javaScript.encode(text, [], []).length,
  };
}
