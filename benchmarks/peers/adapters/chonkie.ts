/** @chonkiejs/core */
import { tiktoken, type Peer, type Split } from "./peer.js";

const importChonkie = () => import("@chonkiejs/core");

async function chonkieTokenizer() {
  const { encode, decode, count } = await tiktoken();
  return {
    countTokens: count,
    encode,
    decode,
    decodeBatch: (batch: number[][]) => batch.map(decode),
  };
}

interface ChonkieChunk {
  text: string;
  startIndex: number;
  endIndex: number;
}

const chonkie = (chunker: {
  chunk(text: string): Promise<ChonkieChunk[]>;
}): Split => {
  return async (source) =>
    (await chunker.chunk(source)).map(({ text, startIndex, endIndex }) => ({
      text,
      start: startIndex,
      end: endIndex,
    }));
};

export const chonkieRecursive: Peer = {
  name: "chonkie recursive",
  import: importChonkie,
  overlaps: false,
  async load({ chunkSize }) {
    const { RecursiveChunker } = await importChonkie();
    const tokenizer = await chonkieTokenizer();
    return chonkie(await RecursiveChunker.create({ chunkSize, tokenizer }));
  },
};

export const chonkieSentence: Peer = {
  name: "chonkie sentence",
  import: importChonkie,
  async load({ chunkSize, chunkOverlap }) {
    const { SentenceChunker } = await importChonkie();
    const tokenizer = await chonkieTokenizer();
    const options = { chunkSize, chunkOverlap, tokenizer };
    return chonkie(await SentenceChunker.create(options));
  },
};

export const chonkieToken: Peer = {
  name: "chonkie token",
  import: importChonkie,
  async load({ chunkSize, chunkOverlap }) {
    const { TokenChunker } = await importChonkie();
    const tokenizer = await chonkieTokenizer();
    const options = { chunkSize, chunkOverlap, tokenizer };
    return chonkie(await TokenChunker.create(options));
  },
};
