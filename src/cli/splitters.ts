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
} from "langchain-seams";

const SPLITTERS = {
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

export type SplitterName = keyof typeof SPLITTERS;

/** The names that `--splitter` knows. */
export const SPLITTER_NAMES = Object.keys(SPLITTERS) as SplitterName[];

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
        .choices(SPLITTER_NAMES)
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
export function makeSplitter({ splitter, ...options }: SplitterOptions) {
  return new SPLITTERS[splitter]({
    encoding: options.encoding,
    ...(options.size === undefined ? {} : { chunkSize: options.size }),
    ...(options.overlap === undefined ? {} : { chunkOverlap: options.overlap }),
  });
}
