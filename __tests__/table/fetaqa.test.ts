/** Header and rows of real tables in one chunk: $SEAMS_SHARED/eval/fetaqa. */
import { join } from "node:path";
import type { Document, DocumentInterface } from "@langchain/core/documents";
import {
  StructuralMarkdownTextSplitter,
  TableTextSplitter,
} from "langchain-seams";
import {
  evaluateSplitters,
  type EvaluationReport,
} from "langchain-seams/evaluate";

const shared = process.env.SEAMS_SHARED;
const maybe = shared === undefined ? test.skip : test;
const chunkSize = 512;

/** The path of headings in front of a chunk, until there is a transformer. */
const prefixed = (chunks: DocumentInterface[]): DocumentInterface[] =>
  (chunks as Document[]).map((chunk) => ({
    ...chunk,
    pageContent: `${chunk.metadata.section}\n\n${chunk.pageContent}`,
  }));

const run = (withPrefix: boolean): Promise<EvaluationReport> =>
  evaluateSplitters({
    folder: join(shared ?? "", "eval/fetaqa"),
    splitters: {
      table: new TableTextSplitter({ chunkSize }),
      markdown: new StructuralMarkdownTextSplitter({ chunkSize }),
    },
    budgets: [2000],
    resamples: 50,
    ...(withPrefix && { transform: prefixed }),
  });

// The goal for joint with headings is 71, and one question is 0.6 points.
maybe.each([
  ["with the path of headings in front", true, { joint: 70, recall: 95 }],
  ["without", false, { joint: 60, recall: 0 }],
])("%s", async (name, withPrefix, least) => {
  const { splitters } = await run(withPrefix);
  for (const { name: splitter, budgets } of splitters) {
    const { joint, recall, hit } =
      budgets.find(({ budgetTokens }) => budgetTokens === 2000) ?? budgets[0];
    const percent = ({ mean }: { mean: number }): number =>
      Math.round(mean * 1000) / 10;
    process.stdout.write(
      `${name}, ${splitter}: recall ${percent(recall)}, hit ${percent(hit)}, ` +
        `joint ${percent(joint)}\n`
    );
    expect(percent(joint)).toBeGreaterThanOrEqual(least.joint);
    expect(percent(recall)).toBeGreaterThanOrEqual(least.recall);
  }
});
