/** Ours: the built package, as its users have it. */
import type { SeamTextSplitter } from "../../../dist/index.js";
import type { Format } from "../../corpora.js";
import type { Peer, Split } from "./peer.js";

export const importSeams = () => import("../../../dist/index.js");

const seams = (splitter: SeamTextSplitter): Split => {
  return async (text) => {
    const documents = await splitter.createDocuments([text]);
    return documents.map(({ pageContent, metadata }) => {
      const { start, end, lines } = metadata.loc;
      const body = text.slice(start, end);
      return { text: pageContent, body, start, end, lines };
    });
  };
};

const SPLITTERS = [
  "RecursiveTokenTextSplitter",
  "StructuralMarkdownTextSplitter",
  "CodeTextSplitter",
  "StructuralHTMLTextSplitter",
  "TableTextSplitter",
  "DialogueTextSplitter",
  "PageTextSplitter",
  "FixedTokenTextSplitter",
] as const;

const OF_FORMAT: Record<Format, (typeof SPLITTERS)[number]> = {
  prose: "RecursiveTokenTextSplitter",
  markdown: "StructuralMarkdownTextSplitter",
  code: "CodeTextSplitter",
};

const own = (splitter?: (typeof SPLITTERS)[number]): Peer => ({
  name: splitter ?? "langchain-seams",
  import: importSeams,
  async load({ format, ...options }) {
    const module = await importSeams();
    await module.tokenCounter("cl100k_base")(" ");
    const name = splitter ?? OF_FORMAT[format];
    return seams(
      name === "CodeTextSplitter"
        ? module.CodeTextSplitter.fromLanguage("ts", options)
        : new module[name](options)
    );
  },
});

/** Ours, the splitter of the format. */
export const ours = own();

/** Each of ours that needs no model. */
export const ourSplitters = SPLITTERS.map(own);
