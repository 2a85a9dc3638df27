import type { TextSplitter } from "@langchain/textsplitters";
import { lengthFunctionOf } from "../options.js";
import { Bootstrap } from "./bootstrap.js";
import { loadData, type LoadedData } from "./data/index.js";
import {
  checkSplitters,
  resolveSettings,
  type EvaluateOptions,
  type ResolvedSettings,
} from "./options.js";
import { MissCollector } from "./misses.js";
import { retrieverOf } from "./retrieve/index.js";
import { runSplitter, type RunContext, type SplitterRun } from "./run.js";
import { binWidth } from "./sizes.js";
import {
  pairedDifferences,
  splitterReport,
  unlocatedProblems,
} from "./summary.js";
import type { EvaluationReport, ReportCorpus, RunSettings } from "./types.js";

/** The points of the curve of recall, as shares of the budget. */
const CURVE = [1 / 16, 1 / 8, 1 / 4, 3 / 8, 1 / 2, 3 / 4, 1, 3 / 2, 2];

/**
 * Measures splitters by what the context of a question holds of its evidence:
 * the chunks are indexed, searched and put into a context of so many tokens as
 * production does it, and compared to the exact evidence.
 *
 * Offline and deterministic by default: BM25, and intervals from a seed. Only
 * the times differ from run to run.
 *
 * @example
 * ```ts
 * import { StructuralMarkdownTextSplitter } from "langchain-seams";
 * import { evaluateSplitters, formatReport } from "langchain-seams/evaluate";
 *
 * const report = await evaluateSplitters({
 *   // Or a folder with `corpora/` and `questions.jsonl`.
 *   documents: [{ pageContent: "Ana pays.", metadata: { source: "a.md" } }],
 *   questions: [{ corpus: "a.md", question: "Who pays?", gold: "Ana pays." }],
 *   splitters: {
 *     small: new StructuralMarkdownTextSplitter({ chunkSize: 200 }),
 *     large: new StructuralMarkdownTextSplitter({ chunkSize: 800 }),
 *   },
 *   baseline: "small",
 * });
 * console.log(formatReport(report));
 * ```
 *
 * @throws EvaluationDataError when a file of `folder` is not as it must be.
 * @throws RangeError or TypeError when an option is not as it must be.
 */
export async function evaluateSplitters(
  options: EvaluateOptions
): Promise<EvaluationReport> {
  return reportOf(await measureSplitters(options), options.baseline);
}

/** What was measured: reports can be made of it, with any baseline. */
export interface Measured {
  splitters: Record<string, TextSplitter>;
  context: RunContext;
  /** By the names of the splitters, in their order. */
  runs: ReadonlyMap<string, SplitterRun>;
}

/** Runs all splitters, and makes no report yet. */
export async function measureSplitters(
  options: EvaluateOptions
): Promise<Measured> {
  const settings = resolveSettings(options);
  checkSplitters(options);
  const data = await loadData(options);
  const lengthFunction = lengthFunctionOf(settings);
  const context: RunContext = {
    data,
    settings,
    lengthFunction,
    retriever: retrieverOf(settings.retriever),
    scope: settings.scope ?? data.scope,
    cuts: cutsOf(settings),
    progress: (progress) => settings.onProgress?.(progress),
  };
  const runs = new Map<string, SplitterRun>();
  for (const [name, splitter] of Object.entries(options.splitters)) {
    runs.set(name, await runSplitter(name, splitter, context));
  }
  return { splitters: options.splitters, context, runs };
}

function cutsOf({ budgetTokens, budgets, topK }: ResolvedSettings) {
  const points = CURVE.map((share) => Math.ceil(share * budgetTokens));
  const curve = [...new Set([...points, ...budgets])].sort((a, b) => a - b);
  return { budgetTokens, budgets, topK, curve };
}

/** The report of what was measured. */
export async function reportOf(
  { splitters, context, runs }: Measured,
  baseline: string | undefined
): Promise<EvaluationReport> {
  const { data, settings, cuts } = context;
  const { seed, resamples } = settings;
  const { length: count } = data.questions;
  const bootstrap = new Bootstrap(count, resamples, seed);
  const corpora = await describeCorpora(data, context);
  const tokensOfSource = corpora.reduce((sum, { tokens }) => sum + tokens, 0);
  const largest = [...runs.values()].reduce(
    (most, { chunks }) =>
      chunks.reduce((max, { tokens }) => Math.max(max, tokens), most),
    0
  );
  const shared = {
    bootstrap,
    tokensOfSource,
    binWidth: binWidth(largest),
    largest,
  };
  const collector = new MissCollector(data, settings.maxMisses);
  const report: EvaluationReport = {
    version: 1,
    title: settings.title ?? data.title,
    createdAt: new Date().toISOString(),
    settings: describeRun(context, baseline),
    corpora,
    questions: data.questions.map(({ question, corpus, references }) => ({
      corpus: data.corpora[corpus]?.name ?? "",
      question,
      references,
    })),
    splitters: [],
    differences: [],
    misses: collector.misses,
    excerpts: collector.excerpts,
    problems: [...data.problems],
  };
  const reference = baseline === undefined ? undefined : runs.get(baseline);
  for (const [name, run] of runs) {
    report.splitters.push(
      splitterReport(name, splitters[name], run, context, shared)
    );
    collector.add(name, run);
    report.problems.push(...unlocatedProblems(name, run, data));
    if (reference === undefined || reference === run) continue;
    report.differences.push(
      ...pairedDifferences(
        name,
        run.results,
        reference.results,
        cuts.budgets,
        bootstrap
      )
    );
  }
  return report;
}

function describeRun(
  { settings, retriever, cuts, scope }: RunContext,
  baseline: string | undefined
): RunSettings {
  const { seed, resamples } = settings;
  return {
    budgetTokens: cuts.budgetTokens,
    budgets: [...cuts.budgets],
    topK: [...cuts.topK],
    encoding:
      settings.lengthFunction === undefined
        ? (settings.encoding ?? "cl100k_base")
        : "custom",
    retriever: retriever.retrieverName ?? (retriever.name || "custom"),
    transformed: settings.transform !== undefined,
    scope,
    baseline: baseline ?? null,
    seed,
    resamples,
  };
}

async function describeCorpora(
  { corpora, questions }: LoadedData,
  { lengthFunction }: RunContext
): Promise<ReportCorpus[]> {
  const described: ReportCorpus[] = [];
  for (const [index, { name, text }] of corpora.entries()) {
    described.push({
      name,
      characters: text.length,
      tokens: await lengthFunction(text),
      questions: questions.filter(({ corpus }) => corpus === index).length,
    });
  }
  return described;
}
