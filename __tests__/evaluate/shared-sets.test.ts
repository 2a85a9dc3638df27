/**
 * The sets of $SEAMS_SHARED/eval, where LangChain's recursive splitter has to
 * come out as it was measured before, by another program, with ours beside it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { RecursiveCharacterTextSplitter } from "@langchain/textsplitters";
import {
  FixedTokenTextSplitter,
  StructuralMarkdownTextSplitter,
  tokenCounter,
} from "langchain-seams";
import {
  evaluateSplitters,
  formatReport,
  type BudgetMetrics,
} from "langchain-seams/evaluate";

const shared = process.env.SEAMS_SHARED;
const sets = join(shared ?? "", "eval");

if (shared === undefined) {
  test.skip("SEAMS_SHARED is not set: nothing is compared to real sets", () => {});
} else if (!existsSync(sets)) {
  test(`SEAMS_SHARED has sets`, () => {
    throw new Error("Expected SEAMS_SHARED to hold a folder eval");
  });
} else {
  // Percent: recall, hit and joint at 2,000 tokens, recall at 500.
  test.each([
    { set: "chroma", recall: 94.2, hit: 92.6, recall500: 71.3 },
    { set: "fetaqa", recall: 66.3, hit: 65.4, joint: 41.6 },
    { set: "xquad-es", recall: 99.2, hit: 99.2 },
  ])("$set", async ({ set, ...expected }) => {
    const chunkSize = 512;
    const report = await evaluateSplitters({
      folder: join(sets, set),
      splitters: {
        "LangChain recursive": new RecursiveCharacterTextSplitter({
          chunkSize,
          chunkOverlap: 0,
          lengthFunction: tokenCounter("cl100k_base"),
        }),
        Markdown: new StructuralMarkdownTextSplitter({ chunkSize }),
        Fixed: new FixedTokenTextSplitter({ chunkSize, chunkOverlap: 0 }),
      },
      baseline: "LangChain recursive",
      resamples: 200,
    });
    process.stdout.write(`${formatReport(report)}\n`);
    expect(report.problems).toEqual([]);
    const [langchain, markdown, fixed] = report.splitters;
    const [at500, , at2000] = langchain.budgets;
    const measured: Record<string, number> = {};
    const percent = (name: "recall" | "hit" | "joint", of: BudgetMetrics) =>
      of[name].mean * 100;
    measured.recall = percent("recall", at2000);
    measured.hit = percent("hit", at2000);
    measured.joint = percent("joint", at2000);
    measured.recall500 = percent("recall", at500);
    for (const [name, value] of Object.entries(expected)) {
      const off = Math.abs(measured[name] - value);
      expect({ name, isNear: off <= 1.5 }).toEqual({ name, isNear: true });
    }
    // Nothing is lost or misplaced: evidence is cut or not found.
    for (const { missCounts, totals } of [langchain, markdown, fixed]) {
      expect(missCounts.absent).toBe(0);
      expect(totals.unlocated).toBe(0);
    }
    // Ours is no worse beyond chance.
    const { difference } =
      report.differences.find(
        ({ splitter, metric, budgetTokens }) =>
          splitter === "Markdown" && metric === "hit" && budgetTokens === 2000
      ) ?? {};
    expect(difference?.high).toBeGreaterThan(-0.005);
  });
}
