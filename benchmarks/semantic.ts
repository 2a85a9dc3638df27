/**
 * Semantic splitting on questions with exact evidence, beside splitters that
 * ask no model, with what it costs. See "Semantic splitting" in README.md.
 *
 *     npx tsx benchmarks/semantic.ts FOLDER...
 *
 * Vectors are kept in .cache/vectors.
 */
import { basename, join } from "node:path";
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
import { FileStore, LocalEmbeddings } from "./quality/local-embeddings.js";
import { differenceTable, qualityTable } from "./quality/tables.js";

const root = join(import.meta.dirname, "..");
const embeddings = new LocalEmbeddings();
const cache = new FileStore(join(root, ".cache/vectors"));

const semantic = (options: Partial<SemanticTextSplitterParams> = {}) =>
  new SemanticTextSplitter({
    embeddings,
    cache,
    maxEmbedTokens: 120,
    chunkSize: 512,
    ...options,
  });

const splitters = {
  "RecursiveToken 512, 15 %": new RecursiveTokenTextSplitter({
    chunkSize: 512,
  }),
  "RecursiveToken 512, 0 %": new RecursiveTokenTextSplitter({
    chunkSize: 512,
    chunkOverlap: 0,
  }),
  "Markdown 512": new StructuralMarkdownTextSplitter({ chunkSize: 512 }),
  "Semantic 512": semantic(),
  "Semantic 512, text": semantic({ format: "text" }),
  "Semantic 512, overlap 15 %": semantic({ chunkOverlap: 76 }),
  "Semantic 512, percentile 90": semantic({ breakpoint: { amount: 90 } }),
  "Semantic 512, percentile 80": semantic({ breakpoint: { amount: 80 } }),
  "Semantic 512, standardDeviation": semantic({
    breakpoint: { type: "standardDeviation" },
  }),
  "Semantic 512, interquartile": semantic({
    breakpoint: { type: "interquartile" },
  }),
  "Semantic 512, gradient": semantic({ breakpoint: { type: "gradient" } }),
  "Semantic 512, minimum 1": semantic({ minChunkSize: 1 }),
  "Semantic 512, minimum 256": semantic({ minChunkSize: 256 }),
};

const reports: EvaluationReport[] = [];
for (const folder of process.argv.slice(2)) {
  const report = await evaluateSplitters({
    folder,
    title: basename(folder),
    splitters,
    baseline: "RecursiveToken 512, 15 %",
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
