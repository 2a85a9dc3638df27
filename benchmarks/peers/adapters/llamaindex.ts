/** @llamaindex/core and @llamaindex/node-parser */
import { fileURLToPath } from "node:url";
import { tiktoken, type Peer } from "./peer.js";

const importLlamaIndex = () => import("@llamaindex/core/node-parser");
const importLlamaCode = () => import("@llamaindex/node-parser/code");

export const llamaSentence: Peer = {
  name: "LlamaIndex sentence",
  import: importLlamaIndex,
  async load({ chunkSize, chunkOverlap }) {
    const { SentenceSplitter } = await importLlamaIndex();
    const { encode, decode } = await tiktoken();
    const tokenizer = {
      encode: (text: string) => Uint32Array.from(encode(text)),
      decode: (tokens: Uint32Array) => decode([...tokens]),
    };
    const options = { chunkSize, chunkOverlap, tokenizer };
    const splitter = new SentenceSplitter(options);
    return async (source) =>
      splitter.splitText(source).map((text) => ({ text }));
  },
};

/** Takes no tokens: its default of 1,500 characters, about 400 to 500 tokens. */
export const llamaCode: Peer = {
  name: "LlamaIndex code, 1,500 characters",
  import: importLlamaCode,
  formats: ["code"],
  overlaps: false,
  async load() {
    const { CodeSplitter } = await importLlamaCode();
    const { default: Parser } = await import("web-tree-sitter");
    await Parser.init();
    const parser = new Parser();
    const grammar = fileURLToPath(
      import.meta
        .resolve("@cursorless/tree-sitter-wasms/out/tree-sitter-typescript.wasm")
    );
    parser.setLanguage(await Parser.Language.load(grammar));
    const splitter = new CodeSplitter({ getParser: () => parser });
    return async (source) =>
      splitter.splitText(source).map((text) => ({ text }));
  },
};
