/** @mastra/rag */
import { tiktoken, type Peer } from "./peer.js";

const importMastra = () => import("@mastra/rag");

export const mastra = (strategy: "recursive" | "markdown"): Peer => ({
  name: `mastra ${strategy}`,
  import: importMastra,
  formats: strategy === "markdown" ? ["markdown"] : undefined,
  async load({ chunkSize, chunkOverlap }) {
    const { MDocument } = await importMastra();
    const { count: lengthFunction } = await tiktoken();
    return (text) =>
      MDocument.fromText(text).chunk({
        strategy,
        maxSize: chunkSize,
        overlap: chunkOverlap,
        lengthFunction,
      });
  },
});
