/**
 * Code split by its syntax tree, beside LangChain's splitter by separators:
 * what a search finds, and what splitting costs. See "Code" in README.md.
 *
 *     npx tsx benchmarks/code.ts [quality] [speed]
 */
import { join } from "node:path";
import type { Document } from "@langchain/core/documents";
import {
  RecursiveCharacterTextSplitter,
  type TextSplitter,
} from "@langchain/textsplitters";
import { Language, Parser } from "web-tree-sitter";
import {
  CodeTextSplitter,
  ContextualPrefix,
  tokenCounter,
  type DescribeChunk,
} from "langchain-seams";
import { evaluateSplitters } from "langchain-seams/evaluate";
import { cpuSeconds, median } from "./figures.js";
import { codeSet } from "./quality/code-set.js";
import type { MadeSet } from "./quality/manual-set.js";
import { differenceTable, qualityTable } from "./quality/tables.js";

const SIZE = 512;
const CHARACTERS = 1_500;
const BUDGET = 2_000;
const ROUNDS = 5;
const BASELINE = "LangChain, separators of js";

/** A splitter whose chunks have a prefix; LangChain's know no symbols. */
function prefixed<T extends TextSplitter>(splitter: T): T {
  const split = splitter.splitDocuments.bind(splitter);
  const describe: DescribeChunk = (_document, { metadata }) =>
    String(metadata.source).replace(/\W+/g, " ");
  const prefix = new ContextualPrefix(
    splitter instanceof CodeTextSplitter ? {} : { describe }
  );
  splitter.splitDocuments = async (documents) => {
    const chunks = await split(documents);
    return prefix.transformDocuments(chunks) as Promise<Document[]>;
  };
  return splitter;
}

async function quality({ documents, questions }: MadeSet): Promise<void> {
  const lengthFunction = tokenCounter("cl100k_base");
  const langchain = () =>
    RecursiveCharacterTextSplitter.fromLanguage("js", {
      chunkSize: SIZE,
      chunkOverlap: 0,
      lengthFunction,
    });
  const report = await evaluateSplitters({
    title: "code",
    documents,
    questions,
    splitters: {
      [BASELINE]: langchain(),
      CodeTextSplitter: new CodeTextSplitter({ chunkSize: SIZE }),
      "LangChain, prefixed": prefixed(langchain()),
      "CodeTextSplitter, prefixed": prefixed(
        new CodeTextSplitter({ chunkSize: SIZE })
      ),
    },
    baseline: BASELINE,
    budgetTokens: BUDGET,
    maxMisses: 0,
  });
  const counts = `${questions.length} questions in ${documents.length} files`;
  process.stdout.write(
    `${counts}\n\n${qualityTable([report])}\n\n` +
      `${differenceTable([report], "hit")}\n\n` +
      `${differenceTable([report], "recall")}\n`
  );
}

/**
 * LlamaIndex's splitter, which is not in the lock file: it takes part after
 * `npm install --no-save --legacy-peer-deps @llamaindex/node-parser
 * @llamaindex/core @llamaindex/env`.
 */
async function llamaIndex(
  parser: Parser
): Promise<((text: string) => string[]) | undefined> {
  const name = "@llamaindex/node-parser/code";
  try {
    const { CodeSplitter } = await import(name);
    const options = { getParser: () => parser, maxChars: CHARACTERS };
    const splitter = new CodeSplitter(options);
    return (text) => splitter.splitText(text);
  } catch {
    process.stdout.write(`LlamaIndex left out: ${name} is not installed\n`);
    return undefined;
  }
}

/** How much longer splitting takes than to parse alone, in one process. */
async function speed({ documents }: MadeSet): Promise<void> {
  const texts = documents.map(({ pageContent }) => pageContent);
  const wasm = "@cursorless/tree-sitter-wasms/out/tree-sitter-typescript.wasm";
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(root, wasm)));
  const splitter = CodeTextSplitter.fromLanguage("ts", {
    chunkSize: CHARACTERS,
    lengthFunction: (text: string) => text.length,
  });
  const theirs = await llamaIndex(parser);
  const tasks: Record<string, () => unknown> = {
    parse: () => texts.forEach((text) => parser.parse(text)?.delete()),
    characters: () => splitter.createDocuments(texts),
    tokens: () =>
      CodeTextSplitter.fromLanguage("ts", { chunkSize: SIZE }).createDocuments(
        texts
      ),
    ...(theirs && { LlamaIndex: () => texts.forEach(theirs) }),
  };
  const times: Record<string, number[]> = {};
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, task] of Object.entries(tasks)) {
      const seconds = await cpuSeconds(task);
      if (round > 0) (times[name] ??= []).push(seconds);
    }
  }
  const parse = median(times.parse);
  for (const [name, values] of Object.entries(times)) {
    const ratio = (median(values) / parse).toFixed(2);
    process.stdout.write(`${name}: ${ratio} times the parse alone\n`);
  }
}

const root = join(import.meta.dirname, "../node_modules");
const set = codeSet(root);
const wanted = process.argv.slice(2);
if (!wanted.includes("speed")) await quality(set);
if (!wanted.includes("quality")) await speed(set);
