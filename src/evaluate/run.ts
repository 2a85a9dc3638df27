import type { TextSplitter } from "@langchain/textsplitters";
import { inParallel } from "../concurrency.js";
import type { LengthFunction } from "../measure/index.js";
import { cacheKeyOf } from "./cache.js";
import {
  ChunkMaker,
  locateChunks,
  splitDocument,
  type EvaluatedChunk,
} from "./chunks.js";
import type { Context } from "./context.js";
import type { LoadedData } from "./data/index.js";
import { readJudgement, type Verdict } from "./judge.js";
import type { EvaluationProgress, ResolvedSettings } from "./options.js";
import { ChunkRegistry } from "./ranking.js";
import {
  searchFunctionOf,
  type RetrieverContext,
  type RetrieverFactory,
  type SearchFunction,
} from "./retrieve/retriever.js";
import { scoreQuestion, type Cuts, type QuestionResult } from "./score.js";

/** What a run of all splitters shares. */
export interface RunContext {
  data: LoadedData;
  settings: ResolvedSettings;
  retriever: RetrieverFactory;
  lengthFunction: LengthFunction;
  scope: "document" | "set";
  cuts: Cuts;
  progress: (progress: EvaluationProgress) => void;
}

/** The results of one splitter, question by question. */
export interface SplitterRun {
  chunks: EvaluatedChunk[];
  splitMs: number;
  retrieveMs: number;
  embedCalls: number;
  results: QuestionResult[];
  /** With a judge: one a question. */
  verdicts: Verdict[] | undefined;
}

/** What can be kept from one run to the next. */
type Searched = Pick<SplitterRun, "embedCalls" | "results" | "verdicts">;

/** Splits, indexes, asks and scores. */
export async function runSplitter(
  name: string,
  splitter: TextSplitter,
  context: RunContext
): Promise<SplitterRun> {
  const { settings } = context;
  const maker = new ChunkMaker(context.lengthFunction);
  const { chunks, splitMs } = await split(name, splitter, maker, context);
  const key = settings.cache && cacheKeyOf(chunks, context);
  const kept = key === undefined ? undefined : await settings.cache?.get(key);
  if (kept !== undefined) {
    const searched = parseKept(kept, context.data.questions.length);
    if (searched !== undefined) {
      return { ...searched, chunks, splitMs, retrieveMs: 0 };
    }
  }
  const before = performance.now();
  const searched = await search(name, chunks, maker, context);
  const retrieveMs = performance.now() - before;
  if (key !== undefined) {
    await settings.cache?.set(key, JSON.stringify(searched));
  }
  return { ...searched, chunks, splitMs, retrieveMs };
}

/** What was kept, unless it is damaged: then it is made anew. */
function parseKept(kept: string, questions: number): Searched | undefined {
  try {
    const searched: Searched = JSON.parse(kept);
    return searched.results.length === questions ? searched : undefined;
  } catch {
    return undefined;
  }
}

async function split(
  name: string,
  splitter: TextSplitter,
  maker: ChunkMaker,
  { data: { corpora }, settings, progress }: RunContext
): Promise<{ chunks: EvaluatedChunk[]; splitMs: number }> {
  const chunks: EvaluatedChunk[] = [];
  let splitMs = 0;
  const total = corpora.length;
  for (const [corpus, source] of corpora.entries()) {
    settings.signal?.throwIfAborted();
    progress({ splitter: name, phase: "split", done: corpus, total });
    const made = await splitDocument(splitter, source);
    splitMs += made.milliseconds;
    const located = await locateChunks(source, made.chunks, settings.transform);
    for (const [index, { document, location }] of located.entries()) {
      const id = chunks.length;
      chunks.push(await maker.make(id, corpus, index, document, location));
    }
  }
  return { chunks, splitMs };
}

async function search(
  name: string,
  chunks: EvaluatedChunk[],
  maker: ChunkMaker,
  context: RunContext
): Promise<Searched> {
  const { data, settings, cuts, progress } = context;
  const { signal, judge } = settings;
  let embedCalls = 0;
  const retrieverContext: RetrieverContext = {
    ...(signal && { signal }),
    onEmbed: () => {
      embedCalls += 1;
    },
  };
  const registry = new ChunkRegistry(chunks, data.corpora, maker);
  const byCorpus = data.corpora.map((_, corpus) =>
    chunks.filter((chunk) => chunk.corpus === corpus)
  );
  const indexFor = indexing(chunks, byCorpus, context, retrieverContext);
  const verdicts: Verdict[] = [];
  const total = data.questions.length;
  let done = 0;
  const results = await inParallel(
    data.questions,
    settings.concurrency,
    async (question, number) => {
      signal?.throwIfAborted();
      const { corpus } = question;
      const find = await indexFor(corpus);
      const limit = Math.max(1, chunks.length);
      const found = await find(question.question, limit);
      const ranking = await registry.rank(found, limit);
      const text = data.corpora[corpus]?.text ?? "";
      const own = byCorpus[corpus] ?? [];
      const { result, context: answered } = await scoreQuestion(
        question,
        text,
        own,
        ranking,
        cuts,
        maker
      );
      if (judge !== undefined) {
        const input = { splitter: name, ...question };
        verdicts[number] = await ask(input, answered, context, maker);
      }
      done += 1;
      progress({ splitter: name, phase: "search", done, total });
      return result;
    }
  );
  return {
    embedCalls,
    results,
    verdicts: judge === undefined ? undefined : verdicts,
  };
}

/** Finds what searches the chunks for a question of a document; indexed once. */
function indexing(
  chunks: readonly EvaluatedChunk[],
  byCorpus: readonly EvaluatedChunk[][],
  { retriever, scope }: RunContext,
  retrieverContext: RetrieverContext
): (corpus: number) => Promise<SearchFunction> {
  const index = async (indexed: readonly EvaluatedChunk[]) => {
    const documents = indexed.map(({ document }) => document);
    const made = await retriever(documents, retrieverContext);
    return searchFunctionOf(made, retrieverContext);
  };
  const indexes = new Map<number, Promise<SearchFunction>>();
  return (corpus) => {
    const key = scope === "set" ? -1 : corpus;
    const found = indexes.get(key) ?? index(byCorpus[key] ?? chunks);
    indexes.set(key, found);
    return found;
  };
}

async function ask(
  question: {
    splitter: string;
    question: string;
    references: { text: string }[];
  },
  { chunks, cutTo }: Context,
  { settings: { judge, judgeFields, signal } }: RunContext,
  maker: ChunkMaker
): Promise<Verdict> {
  const texts = chunks.map(({ document }) => document.pageContent);
  if (cutTo !== undefined) {
    const last = chunks[chunks.length - 1];
    texts[texts.length - 1] = await maker.cutContent(last, cutTo);
  }
  const judgement = await judge?.({
    question: question.question,
    context: texts.join("\n\n"),
    chunks: chunks.map(({ document }) => document),
    references: question.references.map(({ text }) => text),
    splitter: question.splitter,
    ...(signal && { signal }),
  });
  return readJudgement(judgement, judgeFields);
}
