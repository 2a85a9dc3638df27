/** The splitters under test, and the ways to measure that they are given. */
import type { Arbitrary } from "fast-check";
import {
  CodeTextSplitter,
  DialogueTextSplitter,
  FixedTokenTextSplitter,
  PageTextSplitter,
  RecursiveTokenTextSplitter,
  SemanticTextSplitter,
  StructuralMarkdownTextSplitter,
  TableTextSplitter,
  tokenCounter,
  type SeamTextSplitter,
} from "langchain-seams";
import type { Expectation, Length } from "./chunks.js";
import { anyCode } from "./code.js";
import { wordEmbeddings as embeddings } from "./embeddings.js";

export interface Options {
  chunkSize: number;
  chunkOverlap?: number;
  lengthFunction?:
    ((text: string) => number) | ((text: string) => Promise<number>);
}

export interface Subject {
  name: string;
  grain: Expectation["grain"];
  make(options: Options): SeamTextSplitter;
  /** The documents to try; any at all by default. */
  documents?: Arbitrary<string>;
}

export const subjects: readonly Subject[] = [
  {
    name: "StructuralMarkdownTextSplitter",
    grain: "markdown",
    make: (options) => new StructuralMarkdownTextSplitter(options),
  },
  {
    name: "TableTextSplitter",
    grain: "markdown",
    make: (options) =>
      new TableTextSplitter({ ...options, format: "markdown" }),
  },
  {
    name: "RecursiveTokenTextSplitter",
    grain: "prose",
    make: (options) => new RecursiveTokenTextSplitter(options),
  },
  {
    name: "FixedTokenTextSplitter",
    grain: "windows",
    make: (options) => new FixedTokenTextSplitter(options),
  },
  {
    name: "CodeTextSplitter",
    grain: "prose",
    make: (options) => CodeTextSplitter.fromLanguage("ts", options),
    documents: anyCode,
  },
  {
    name: "DialogueTextSplitter",
    grain: "prose",
    make: (options) => new DialogueTextSplitter(options),
  },
  {
    name: "PageTextSplitter",
    grain: "prose",
    make: (options) => new PageTextSplitter(options),
  },
  {
    name: "SemanticTextSplitter",
    grain: "markdown",
    make: (options) => new SemanticTextSplitter({ ...options, embeddings }),
  },
  {
    name: 'SemanticTextSplitter, format "text"',
    grain: "prose",
    make: (options) =>
      new SemanticTextSplitter({ ...options, embeddings, format: "text" }),
  },
];

export interface Ruler {
  name: string;
  /** What the splitter is given; undefined stands for its default, tokens. */
  lengthFunction: Options["lengthFunction"];
  /** The same measure, for the checks. */
  length: Length;
}

/** CPU time so far, in milliseconds: other work on the machine is not in it. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export const characters = (text: string): number => text.length;

export const rulers: readonly Ruler[] = [
  {
    name: "characters",
    lengthFunction: characters,
    length: characters,
  },
  {
    name: "tokens",
    lengthFunction: undefined,
    length: tokenCounter("cl100k_base"),
  },
  {
    name: "an async length function (bytes)",
    lengthFunction: async (text: string) => {
      await null;
      return Buffer.byteLength(text);
    },
    length: (text) => Buffer.byteLength(text),
  },
];
