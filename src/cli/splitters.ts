import {
  MarkdownTextSplitter,
  RecursiveCharacterTextSplitter,
  type TextSplitter,
} from "@langchain/textsplitters";
import { InvalidArgumentError, Option, type Command } from "commander";
import {
  CodeTextSplitter,
  DialogueTextSplitter,
  FixedTokenTextSplitter,
  PageTextSplitter,
  RecursiveTokenTextSplitter,
  RoutingTextSplitter,
  StructuralHTMLTextSplitter,
  StructuralMarkdownTextSplitter,
  TableTextSplitter,
  tokenCounter,
} from "langchain-seams";

const OWN = {
  markdown: StructuralMarkdownTextSplitter,
  html: StructuralHTMLTextSplitter,
  table: TableTextSplitter,
  code: CodeTextSplitter,
  dialogue: DialogueTextSplitter,
  pages: PageTextSplitter,
  recursive: RecursiveTokenTextSplitter,
  fixed: FixedTokenTextSplitter,
  auto: RoutingTextSplitter,
} as const;

/** LangChain's own, to compare with: in tokens too. */
const LANGCHAIN = {
  langchain: RecursiveCharacterTextSplitter,
  "langchain-markdown": MarkdownTextSplitter,
} as const;

export type SplitterName = keyof typeof OWN | keyof typeof LANGCHAIN;

/** The names that `--splitter` knows. */
export const OWN_NAMES = Object.keys(OWN) as SplitterName[];

/** The names of all splitters that can be compared. */
export const SPLITTER_NAMES = [
  ...OWN_NAMES,
  ...(Object.keys(LANGCHAIN) as SplitterName[]),
];

const isLangChain = (name: SplitterName): name is keyof typeof LANGCHAIN =>
  Object.hasOwn(LANGCHAIN, name);

/** The options of every command that splits. */
export interface SplitterOptions {
  splitter: SplitterName;
  size?: number;
  overlap?: number;
  encoding?: string;
}

/** Only what is no number at all: the splitter knows which numbers are good. */
export function parseNumber(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || Number.isNaN(number)) {
    throw new InvalidArgumentError("It is not a number.");
  }
  return number;
}

/** Gives a command the options that `makeSplitter` reads. */
export function withSplitterOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--splitter <name>", "how to split")
        .choices(OWN_NAMES)
        .default("markdown")
    )
    .option(
      "--size <tokens>",
      "most tokens a chunk (default: the splitter's own, 400 for most)",
      parseNumber
    )
    .option(
      "--overlap <tokens>",
      "most tokens repeated between chunks (default: the splitter's own)",
      parseNumber
    )
    .option("--encoding <name>", "tokens of which encoding", "cl100k_base");
}

/** The splitter that the options ask for; a RangeError if it cannot be. */
export function makeSplitter({
  splitter,
  size,
  overlap,
  encoding,
}: SplitterOptions): TextSplitter {
  if (isLangChain(splitter)) {
    return new LANGCHAIN[splitter]({
      chunkSize: size ?? 400,
      chunkOverlap: overlap ?? 0,
      lengthFunction: tokenCounter(encoding),
    });
  }
  return new OWN[splitter]({
    encoding,
    ...(size !== undefined && { chunkSize: size }),
    ...(overlap !== undefined && { chunkOverlap: overlap }),
  });
}
