import { Document } from "@langchain/core/documents";
import { Command } from "commander";
import { chunkStats, formatChunkStats } from "langchain-seams";
import { chunkTokens, fileReport } from "./chunks.js";
import { findFiles, readText } from "./files.js";
import { startProgress } from "./progress.js";
import {
  makeSplitter,
  parseNumber,
  type SplitterOptions,
  withSplitterOptions,
} from "./splitters.js";
import { bold, messageOf, print, problem } from "./terminal.js";
import { totalsLine } from "./totals.js";

interface SplitOptions extends SplitterOptions {
  json?: boolean;
  stats?: boolean;
  dimensions?: number;
  price?: number;
}

/** One chunk a line, as it would be stored. */
function jsonLines(chunks: Document[]): string {
  return chunks
    .map(({ id, pageContent, metadata }) =>
      JSON.stringify({ id, pageContent, metadata })
    )
    .join("\n");
}

/** What the chunks of all files look like together. */
async function statsReport(
  chunks: Document[],
  { encoding, dimensions, price }: SplitOptions,
  json: boolean
): Promise<string> {
  const stats = await chunkStats(chunks, {
    ...(encoding !== undefined && { encoding }),
    ...(dimensions !== undefined && { dimensions }),
    ...(price !== undefined && { pricePerMillionTokens: price }),
  });
  return json ? JSON.stringify(stats) : formatChunkStats(stats);
}

async function split(patterns: string[], options: SplitOptions): Promise<void> {
  const splitter = makeSplitter(options);
  const json = options.json ?? !process.stdout.isTTY;
  const files = await findFiles(patterns, problem);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const progress = startProgress(files.length, bytes);
  const tokens: number[] = [];
  const all: Document[] = [];
  let done = 0;
  for (const file of files) {
    progress.show(file.path);
    try {
      const pageContent = await readText(file.path);
      const source = new Document({
        pageContent,
        metadata: { source: file.path },
      });
      const chunks = await splitter.splitDocuments([source]);
      if (process.stdout.isTTY) progress.hide();
      if (options.stats) for (const chunk of chunks) all.push(chunk);
      else if (!json) await print(fileReport(file.path, pageContent, chunks));
      else if (chunks.length > 0) await print(jsonLines(chunks));
      for (const count of chunkTokens(chunks)) tokens.push(count);
      done += 1;
    } catch (error) {
      progress.hide();
      problem(`${file.path}: ${messageOf(error)}`);
    }
    progress.done(file.bytes);
  }
  progress.hide();
  if (options.stats) await print(await statsReport(all, options, json));
  else if (!json && done > 1) await print(bold(totalsLine(tokens, done)));
}

/** `langchain-seams split`: shows how files are cut, or writes the chunks. */
export function splitCommand(): Command {
  return withSplitterOptions(new Command("split"))
    .description("split files, and show the chunks or write them as JSON lines")
    .argument(
      "<files...>",
      'files, globs in quotes ("docs/**/*.md"), or - for standard input'
    )
    .option("--json", "JSON lines, one chunk each (default when piped)")
    .option("--no-json", "a table, even when piped")
    .option("--stats", "what the chunks of all files look like, not the chunks")
    .option(
      "--dimensions <number>",
      "numbers in a vector, for --stats",
      parseNumber
    )
    .option(
      "--price <amount>",
      "of embedding a million tokens, for --stats",
      parseNumber
    )
    .action(split);
}
