/**
 * Semantic splitting on questions with exact evidence, beside splitters that
 * ask no model. See "Semantic splitting" in README.md.
 *
 *     npx tsx benchmarks/semantic.ts FOLDER...
 *
 * Vectors are kept in .cache/vectors.
 */
import { basename, join } from "node:path";
import type { TextSplitter } from "@langchain/textsplitters";
import {
  RecursiveTokenTextSplitter,
  SemanticTextSplitter,
  StructuralMarkdownTextSplitter,
  type SemanticTextSplitterParams,
} from "langchain-seams";
import {
  evaluateSplitters,
  type EvaluationReport,
} from "langchain-seams/evaluate";
import { LocalEmbeddings } from "./quality/local-embeddings.js";
import { differenceTable, qualityTable } from "./quality/tables.js";

const root = join(import.meta.dirname, "..");
const embeddings = new LocalEmbeddings(join(root, ".cache/vectors"));
const chunkSize = 512;

const semantic = (options: Partial<SemanticTextSplitterParams> = {}) =>
  new SemanticTextSplitter({
    embeddings,
    // The model reads 128 tokens of its own.
    maxEmbedTokens: 120,
    chunkSize,
    ...options,
  });

const splitters: Record<string, TextSplitter> = {
  "RecursiveToken, 15 %": new RecursiveTokenTextSplitter({ chunkSize }),
  "RecursiveToken, 0 %": new RecursiveTokenTextSplitter({
    chunkSize,
    chunkOverlap: 0,
  }),
  Markdown: new StructuralMarkdownTextSplitter({ chunkSize }),
  Semantic: semantic(),
  "Semantic, text": semantic({ format: "text" }),
  "Semantic, overlap 15 %": semantic({ chunkOverlap: 76 }),
  "Semantic, percentile 98": semantic({ breakpoint: { amount: 98 } }),
  "Semantic, percentile 90": semantic({ breakpoint: { amount: 90 } }),
  "Semantic, percentile 80": semantic({ breakpoint: { amount: 80 } }),
  "Semantic, standardDeviation": semantic({
    breakpoint: { type: "standardDeviation" },
  }),
  "Semantic, interquartile": semantic({
    breakpoint: { type: "interquartile" },
  }),
  "Semantic, gradient": semantic({ breakpoint: { type: "gradient" } }),
  "Semantic, minimum 1": semantic({ minChunkSize: 1 }),
  "Semantic, minimum 256": semantic({ minChunkSize: 256 }),
};

const reports: EvaluationReport[] = [];
for (const folder of process.argv.slice(2)) {
  const report = await evaluateSplitters({
    folder,
    title: basename(folder),
    splitters,
    baseline: "RecursiveToken, 15 %",
    maxMisses: 0,
    onProgress: ({ splitter, phase, done, total }) => {
      if (done === total) process.stderr.write(`${splitter}: ${phase}\n`);
    },
  });
  reports.push(report);
}
console.log(qualityTable(reports));
console.log(`\n${differenceTable(reports, "recall")}`);
console.log(`\n${differenceTable(reports, "hit")}`);
