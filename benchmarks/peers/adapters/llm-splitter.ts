/** llm-splitter */
import { tiktoken, type Peer } from "./peer.js";

const importLlmSplitter = () => import("llm-splitter");

export const llmSplitter: Peer = {
  name: "llm-splitter",
  import: importLlmSplitter,
  async load({ chunkSize, chunkOverlap }) {
    const { split } = await importLlmSplitter();
    const { encode, decode } = await tiktoken();
    const options = {
      chunkSize,
      chunkOverlap,
      chunkStrategy: "paragraph" as const,
      splitter: (text: string) => encode(text).map((token) => decode([token])),
    };
    return async (source) => split(source, options);
  },
};
