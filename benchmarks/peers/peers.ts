/**
 * Every splitter that takes part, behind one interface. Each loads its package
 * when it is asked to, and counts with js-tiktoken's cl100k_base, as its users
 * would set it up.
 */
import {
  chonkieRecursive,
  chonkieSentence,
  chonkieToken,
} from "./adapters/chonkie.js";
import {
  baseline,
  langchainLanguage,
  langchainOurCounter,
  langchainToken,
} from "./adapters/langchain.js";
import { llamaCode, llamaSentence } from "./adapters/llamaindex.js";
import { llmSplitter } from "./adapters/llm-splitter.js";
import { mastra } from "./adapters/mastra.js";
import { ours, ourSplitters } from "./adapters/ours.js";
import type { Peer } from "./adapters/peer.js";

export { baseline, ours, ourSplitters };
export type { Peer, Settings, Split } from "./adapters/peer.js";

export const peers: readonly Peer[] = [
  ours,
  baseline,
  langchainOurCounter,
  langchainLanguage,
  langchainToken,
  chonkieRecursive,
  chonkieSentence,
  chonkieToken,
  mastra("recursive"),
  mastra("markdown"),
  llamaSentence,
  llamaCode,
  llmSplitter,
];

/** A peer by its name. */
export function peerNamed(name: string): Peer {
  const found = [...peers, ...ourSplitters].find((peer) => peer.name === name);
  if (found === undefined) throw new RangeError(`no peer is named ${name}`);
  return found;
}
