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


const V: Record<string, any> = {
  base: {},
  gap: { others: { sentence: {from:60,to:62}, block: {from:66,to:70} } },
  breaks: { breaks: { sentence: {from:71,to:80}, item: {from:71,to:80}, block: {from:80,to:90} } },
  both: { others: { sentence: {from:60,to:62}, block: {from:66,to:70} }, breaks: { sentence: {from:71,to:80}, item: {from:71,to:80}, block: {from:80,to:90} } },
  keep: { others: { sentence: undefined, block: {from:60,to:70} } },
  keepboth: { others: { sentence: undefined, block: {from:60,to:70} }, breaks: { sentence: {from:71,to:75}, item: {from:71,to:80}, block: {from:80,to:90} } },
};
class Varied extends SemanticTextSplitter {
  v: any;
  protected override async parse(t: string, c: any) { (globalThis as any).SEM = this.v; return super.parse(t, c); }
}
const splitters: Record<string, any> = {
  "RecursiveToken 512, 15 %": new RecursiveTokenTextSplitter({ chunkSize: 512 }),
  "RecursiveToken 512, 0 %": new RecursiveTokenTextSplitter({ chunkSize: 512, chunkOverlap: 0 }),
};
for (const format of ["markdown", "text"] as const)
for (const [k, v] of Object.entries(V)) { const x = new Varied({ embeddings, cache, maxEmbedTokens: 120, chunkSize: 512, format }); x.v = v; splitters[`${k} ${format}`] = x; }
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
