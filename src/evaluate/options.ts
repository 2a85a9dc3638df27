import type { DocumentInterface } from "@langchain/core/documents";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import type { TextSplitter } from "@langchain/textsplitters";
import type { LengthFunction } from "../measure/index.js";
import {
  checkInteger,
  checkOneOf,
  optionError,
  checkFunction,
  checkMethods,
  checkString,
} from "../options.js";
import type { EvaluationQuestion } from "./data/questions.js";
import type { Judge } from "./judge.js";
import type { RetrieverFactory } from "./retrieve/retriever.js";

/**
 * What is done to the chunks of one document before they are indexed: the
 * prefix, filter or marks that production adds. A function, or any document
 * transformer of LangChain.
 */
export type ChunkTransform =
  | ((
      chunks: DocumentInterface[],
      document: DocumentInterface
    ) => DocumentInterface[] | Promise<DocumentInterface[]>)
  | {
      /** What becomes of the chunks of a document. */
      transformDocuments(
        documents: DocumentInterface[]
      ): Promise<DocumentInterface[]>;
    };

/** How far an evaluation is. */
export interface EvaluationProgress {
  /** The name of the splitter at work. */
  splitter: string;
  /** What is being done. */
  phase: "split" | "search" | "judge";
  /** Steps done, of `total`; a step is a document split or a question asked. */
  done: number;
  /** Steps of this phase. */
  total: number;
}

/** Where results of earlier runs are kept, by the content they are made of. */
export interface EvaluationCache {
  /** The value that was kept under a key. */
  get(key: string): Promise<string | undefined>;
  /** Keeps a value under a key. */
  set(key: string, value: string): Promise<void>;
}

/** Where the documents and the questions come from. */
export interface EvaluationData {
  /**
   * The documents. Questions name them by `metadata.source`, or their `id`,
   * or "document-1" and so on; the second of one name is "name#2".
   */
  documents?: DocumentInterface[];
  /**
   * A folder with the documents in `corpora/` and the questions, one JSON
   * object a line, in `questions.jsonl`; instead of `documents`.
   */
  folder?: string;
  /** The questions. Default: those of the folder. */
  questions?: EvaluationQuestion[];
}

/** How to evaluate, whatever is evaluated. */
export interface EvaluationSettings {
  /**
   * How chunks are found: "bm25", embeddings (cosine similarity), or a factory
   * over the chunks, such as `hybrid(...)` or one of your own. Default: "bm25".
   */
  retriever?: "bm25" | EmbeddingsInterface | RetrieverFactory;
  /** The tokens of context that misses are counted at. Default: 2000. */
  budgetTokens?: number;
  /** More budgets, in tokens. Default: 500, 1000 and 2000. */
  budgets?: number[];
  /** Contexts of this many whole chunks. Default: 1, 3, 5 and 10. */
  topK?: number[];
  /** What is done to the chunks before they are indexed. Default: nothing. */
  transform?: ChunkTransform;
  /**
   * Whether a question is asked over all documents ("set") or only its own
   * ("document"). Default: what the `meta.json` of the folder says, or "set".
   */
  scope?: "document" | "set";
  /** The encoding or model whose tokens are counted. Default: "cl100k_base". */
  encoding?: string;
  /** Counts tokens in place of an encoding. */
  lengthFunction?: LengthFunction;
  /** Answers the questions from the contexts and scores the answers. */
  judge?: Judge;
  /** Fields that every judgement must have besides `score`. Default: none. */
  judgeFields?: string[];
  /** Questions asked at a time. Default: 4. */
  concurrency?: number;
  /** The seed of the bootstrap, an integer. Default: 1. */
  seed?: number;
  /** How often the bootstrap draws all questions anew. Default: 1000. */
  resamples?: number;
  /** The most misses a splitter to put into the report. Default: 200. */
  maxMisses?: number;
  /** The title of the report. Default: the name of the folder. */
  title?: string;
  /** Stops the evaluation. */
  signal?: AbortSignal;
  /** Called as the work goes on. */
  onProgress?: (progress: EvaluationProgress) => void;
  /** Keeps results, so that a run that was stopped can go on. */
  cache?: EvaluationCache;
}

/** The options of `evaluateSplitters`. */
export interface EvaluateOptions extends EvaluationData, EvaluationSettings {
  /** The splitters by the names that they have in the report. */
  splitters: Record<string, TextSplitter>;
  /** The name of the splitter that the others are compared to. */
  baseline?: string;
}

/** The settings with their defaults. */
export type ResolvedSettings = EvaluationSettings &
  Required<
    Pick<
      EvaluationSettings,
      | "retriever"
      | "budgetTokens"
      | "budgets"
      | "topK"
      | "concurrency"
      | "seed"
      | "resamples"
      | "maxMisses"
    >
  >;

function checkIntegers(name: string, values: unknown): void {
  if (!Array.isArray(values)) throw optionError(name, "a list", values);
  for (const value of values) checkInteger(name, value, 1);
}

const ascending = (numbers: readonly number[]): number[] =>
  [...new Set(numbers)].sort((a, b) => a - b);

/** Checks the settings and fills in their defaults. */
export function resolveSettings(
  settings: EvaluationSettings
): ResolvedSettings {
  const {
    retriever = "bm25",
    budgetTokens = 2000,
    budgets = [500, 1000, 2000],
    topK = [1, 3, 5, 10],
    concurrency = 4,
    seed = 1,
    resamples = 1000,
    maxMisses = 200,
    scope,
  } = settings;
  checkInteger("budgetTokens", budgetTokens, 1);
  checkIntegers("budgets", budgets);
  checkIntegers("topK", topK);
  checkInteger("concurrency", concurrency, 1);
  checkInteger("resamples", resamples, 1);
  checkInteger("maxMisses", maxMisses, 0);
  if (!Number.isSafeInteger(seed)) {
    throw optionError("seed", "an integer", seed);
  }
  if (scope !== undefined) checkOneOf("scope", scope, ["document", "set"]);
  checkCallers(settings);
  return {
    ...settings,
    retriever,
    budgetTokens,
    budgets: ascending([...budgets, budgetTokens]),
    topK: ascending(topK),
    concurrency,
    seed,
    resamples,
    maxMisses,
  };
}

/** Checks what the caller brings along. */
function checkCallers(settings: EvaluationSettings): void {
  const { judgeFields = [], title = "", transform, cache } = settings;
  for (const name of ["lengthFunction", "judge", "onProgress"] as const) {
    checkFunction(name, settings[name]);
  }
  if (!Array.isArray(judgeFields)) {
    throw optionError("judgeFields", "a list of names", judgeFields);
  }
  checkString("title", title);
  if (transform !== undefined && typeof transform !== "function") {
    const expected = "a function or a document transformer";
    checkMethods("transform", expected, transform, "transformDocuments");
  }
  if (cache !== undefined) {
    checkMethods("cache", "to have `get` and `set`", cache, "get", "set");
  }
}

/** Checks the names of the splitters and of the baseline. */
export function checkSplitters({ splitters, baseline }: EvaluateOptions): void {
  const names = Object.keys(splitters ?? {});
  if (names.length === 0) {
    throw new RangeError(
      "Expected `splitters` to be an object with at least one splitter, " +
        "got `{}`"
    );
  }
  for (const name of names) {
    const { splitDocuments } = splitters[name] ?? {};
    if (typeof splitDocuments === "function") continue;
    throw new TypeError(
      `Expected \`splitters.${name}\` to be a TextSplitter, ` +
        `got \`${String(splitters[name])}\``
    );
  }
  if (baseline !== undefined && !names.includes(baseline)) {
    const expected = names.map((name) => `"${name}"`).join(" or ");
    throw new RangeError(
      `Expected \`baseline\` to be ${expected}, got \`${baseline}\``
    );
  }
}
