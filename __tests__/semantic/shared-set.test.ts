/**
 * Semantic splitting of real questions with a real model, on the set chroma of
 * $SEAMS_SHARED/eval: what it finds, how long its chunks are, what it costs.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Document } from "@langchain/core/documents";
import {
  RecursiveTokenTextSplitter,
  SemanticTextSplitter,
  type EmbeddingProgress,
} from "langchain-seams";
import { evaluateSplitters, formatReport } from "langchain-seams/evaluate";
import { LocalEmbeddings } from "../../benchmarks/quality/local-embeddings.js";
import { root } from "../support/child.js";

const shared = process.env.SEAMS_SHARED;
const folder = join(shared ?? "", "eval/chroma");

const average = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

if (shared === undefined) {
  test.skip("SEAMS_SHARED is not set: semantic splitting is not measured", () => {});
} else {
  test("as good as recursive splitting of the same size, at a known cost", async () => {
    const chunkSize = 512;
    const splitter = new SemanticTextSplitter({
      embeddings: new LocalEmbeddings(join(root, ".cache/vectors")),
      // The model reads 128 tokens of its own.
      maxEmbedTokens: 120,
      chunkSize,
    });
    const corpora = join(folder, "corpora");
    const documents = readdirSync(corpora).map(
      (source) =>
        new Document({
          pageContent: readFileSync(join(corpora, source), "utf8"),
          metadata: { source },
        })
    );
    const done: EmbeddingProgress[] = [];
    const chunks = await splitter.invoke(documents, {
      callbacks: [
        {
          handleCustomEvent: (_name: string, data: EmbeddingProgress) => {
            if (data.done === data.total) done.push(data);
          },
        },
      ],
    });
    const tokens = chunks.map(({ metadata }) => Number(metadata.n_tokens));
    const sum = (name: keyof EmbeddingProgress): number =>
      done.reduce((total, each) => total + each[name], 0);
    process.stdout.write(
      `semantic, ${documents.length} documents: ${sum("calls")} calls, ` +
        `${sum("texts")} texts, ${sum("length")} tokens embedded; ` +
        `${chunks.length} chunks of ${average(tokens).toFixed(0)} tokens\n`
    );
    expect(average(tokens)).toBeGreaterThan(200);
    expect(average(tokens)).toBeLessThan(450);
    expect(Math.max(...tokens)).toBeLessThanOrEqual(chunkSize);
    const short = tokens.filter((count) => count < chunkSize / 4).length;
    expect(short / tokens.length).toBeLessThan(0.05);

    const report = await evaluateSplitters({
      folder,
      splitters: {
        recursive: new RecursiveTokenTextSplitter({ chunkSize }),
        semantic: splitter,
      },
      baseline: "recursive",
      resamples: 200,
    });
    process.stdout.write(`${formatReport(report)}\n`);
    for (const metric of ["recall", "hit"] as const) {
      const [before, after] = report.splitters.map(
        ({ budgets }) => budgets[budgets.length - 1][metric].mean
      );
      expect(after - before).toBeGreaterThan(-0.02);
    }
  }, 1_800_000);
}
