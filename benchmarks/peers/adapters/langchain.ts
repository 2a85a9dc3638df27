/** @langchain/textsplitters */
import type { Document } from "@langchain/core/documents";
import type { TextSplitter } from "@langchain/textsplitters";
import type { Piece } from "../../damage.js";
import { importSeams } from "./ours.js";
import { tiktoken, type Peer, type Split } from "./peer.js";

const importLangchain = () => import("@langchain/textsplitters");

const fromDocuments = (documents: readonly Document[]): Piece[] =>
  documents.map(({ pageContent: text, metadata }) => ({
    text,
    lines: metadata.loc?.lines,
  }));

const langchain = (splitter: TextSplitter): Split => {
  return async (text) => fromDocuments(await splitter.createDocuments([text]));
};

/** The one that all others are compared with. */
export const baseline: Peer = {
  name: "LangChain recursive",
  import: importLangchain,
  async load({ chunkSize, chunkOverlap }) {
    const { RecursiveCharacterTextSplitter } = await importLangchain();
    const { count: lengthFunction } = await tiktoken();
    const options = { chunkSize, chunkOverlap, lengthFunction };
    return langchain(new RecursiveCharacterTextSplitter(options));
  },
};

export const langchainOurCounter: Peer = {
  name: "LangChain recursive, our `tokenCounter`",
  import: importLangchain,
  async load({ chunkSize, chunkOverlap }) {
    const { RecursiveCharacterTextSplitter } = await importLangchain();
    const { tokenCounter } = await importSeams();
    const lengthFunction = tokenCounter("cl100k_base");
    await lengthFunction(" ");
    const options = { chunkSize, chunkOverlap, lengthFunction };
    return langchain(new RecursiveCharacterTextSplitter(options));
  },
};

export const langchainLanguage: Peer = {
  name: "LangChain `fromLanguage`",
  import: importLangchain,
  formats: ["markdown", "code"],
  async load({ format, chunkSize, chunkOverlap }) {
    const { RecursiveCharacterTextSplitter } = await importLangchain();
    const { count: lengthFunction } = await tiktoken();
    const options = { chunkSize, chunkOverlap, lengthFunction };
    const language = format === "code" ? "js" : "markdown";
    return langchain(
      RecursiveCharacterTextSplitter.fromLanguage(language, options)
    );
  },
};

export const langchainToken: Peer = {
  name: "LangChain token",
  import: importLangchain,
  async load({ chunkSize, chunkOverlap }) {
    const { TokenTextSplitter } = await importLangchain();
    const splitter = new TokenTextSplitter({
      encodingName: "cl100k_base",
      chunkSize,
      chunkOverlap,
    });
    // By itself it fetches the ranks from the network with the first text.
    const { encoding: tokenizer } = await tiktoken();
    Object.assign(splitter, { tokenizer });
    return langchain(splitter);
  },
};
