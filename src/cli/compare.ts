import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import {
  EvaluationDataError,
  evaluateSplitters,
  fileCache,
  formatReport,
  renderReportPage,
  type EvaluationProgress,
} from "langchain-seams/evaluate";
import { writeText } from "./files.js";
import { createBar } from "./progress.js";
import {
  findName,
  makeSplitters,
  parseCount,
  parseCounts,
  parseSpecs,
  type SplitterSpec,
} from "./specs.js";
import { SPLITTER_NAMES } from "./splitters.js";
import { messageOf, print, problem, terminalWidth } from "./terminal.js";

/** The exit code for data that is not as it must be. */
const BAD_DATA = 2;

interface CompareOptions {
  data: string;
  splitters: SplitterSpec[];
  budget: number;
  size: number[];
  overlap?: number;
  encoding: string;
  baseline?: string;
  scope?: "document" | "set";
  html?: string;
  json?: boolean;
  /** A folder, or `false` with `--no-cache`. */
  cache?: string | false;
}

/**
 * Where results are kept: with the packages of the project, as other tools do
 * it, or with the caches of the user.
 */
function defaultCache(): string {
  const modules = join(process.cwd(), "node_modules");
  if (existsSync(modules)) return join(modules, ".cache", "langchain-seams");
  const caches = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
  return join(caches, "langchain-seams");
}

/** A bar on standard error, if that is a terminal. */
function startBar(names: readonly string[]) {
  if (!process.stderr.isTTY) return { update: () => {}, stop: () => {} };
  const bar = createBar();
  bar.start(names.length, 0, { name: "" });
  return {
    update({ splitter, phase, done, total }: EvaluationProgress) {
      // To split takes about as long as to search.
      const share = done / total / 2 + (phase === "split" ? 0 : 1 / 2);
      const verb = phase === "split" ? "splits" : "searches";
      bar.update(names.indexOf(splitter) + share, {
        name: `${splitter} ${verb} ${done}/${total}`,
      });
    },
    stop: () => bar.stop(),
  };
}

async function compare(options: CompareOptions): Promise<void> {
  const { data: folder, encoding, scope, html, json } = options;
  const splitters = makeSplitters(
    options.splitters,
    options.size,
    options.overlap,
    encoding
  );
  const names = Object.keys(splitters);
  const baseline =
    options.baseline === undefined
      ? undefined
      : (findName(options.baseline, names) ?? options.baseline);
  const cache =
    options.cache === false
      ? undefined
      : fileCache(options.cache ?? defaultCache());
  const bar = startBar(names);
  let report;
  try {
    report = await evaluateSplitters({
      folder,
      splitters,
      budgetTokens: options.budget,
      encoding,
      onProgress: bar.update,
      ...(baseline !== undefined && { baseline }),
      ...(scope && { scope }),
      ...(cache && { cache }),
    });
  } catch (error) {
    bar.stop();
    problem(messageOf(error));
    if (error instanceof EvaluationDataError) process.exitCode = BAD_DATA;
    return;
  }
  bar.stop();
  await print(
    json
      ? JSON.stringify(report, null, 2)
      : formatReport(report, { width: Math.min(100, terminalWidth()) })
  );
  if (html === undefined) return;
  await writeText(html, renderReportPage(report));
  if (!json) await print(`\nWritten to ${html}`);
}

/** `langchain-seams compare`: which splitter finds the evidence. */
export function compareCommand(): Command {
  return new Command("compare")
    .description("measure splitters on questions with exact evidence")
    .requiredOption(
      "--data <folder>",
      "a folder with corpora/* and questions.jsonl"
    )
    .addOption(
      new Option(
        "--splitters <list>",
        `NAME, NAME:SIZE or NAME:SIZE:OVERLAP, of ${SPLITTER_NAMES.join(", ")}`
      )
        .argParser(parseSpecs)
        .default(
          parseSpecs("markdown,recursive,langchain"),
          "markdown,recursive,langchain"
        )
    )
    .option("--budget <tokens>", "tokens of context", parseCount, 2000)
    .addOption(
      new Option("--size <tokens>", "most tokens a chunk, or a list of sizes")
        .argParser(parseCounts)
        .default([400], "400")
    )
    .option(
      "--overlap <tokens>",
      "most tokens repeated (default: the splitter's own)",
      parseCount
    )
    .option("--encoding <name>", "tokens of which encoding", "cl100k_base")
    .option("--baseline <name>", "compare the others to this one")
    .addOption(
      new Option(
        "--scope <name>",
        "search the question's document or all (default: as the data says)"
      ).choices(["document", "set"])
    )
    .option("--html <file>", "write a page with charts and misses")
    .option("--json", "the whole report as JSON")
    .option(
      "--cache <folder>",
      "where results are kept, to go on after a stop (default: " +
        "node_modules/.cache/langchain-seams, or without node_modules " +
        "~/.cache/langchain-seams)"
    )
    .option("--no-cache", "keep nothing")
    .action(compare);
}
