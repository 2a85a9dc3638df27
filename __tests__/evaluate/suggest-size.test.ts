import { Document } from "@langchain/core/documents";
import { RecursiveTokenTextSplitter } from "langchain-seams";
import { suggestSize, type SuggestSizeOptions } from "langchain-seams/evaluate";

const animals = ["cat", "dog", "cow", "hen", "fox", "owl", "bee", "elk"];
const text = animals
  .map((name) => `The ${name} is an animal. It likes to eat and to sleep well.`)
  .join("\n\n");

const options: SuggestSizeOptions = {
  documents: [new Document({ pageContent: text })],
  questions: animals.map((name) => ({
    question: `Is the ${name} an animal?`,
    gold: `The ${name} is an animal. It likes to eat`,
  })),
  splitter: (chunkSize, chunkOverlap) =>
    new RecursiveTokenTextSplitter({ chunkSize, chunkOverlap }),
  sizes: [64, 8, 24],
  overlaps: [0, 0.25],
  budgetTokens: 24,
};

test("the size at which the evidence is whole", async () => {
  const suggestion = await suggestSize(options);
  const { suggested, best, results, plot, table, report } = suggestion;
  expect(suggested).toMatchObject({ chunkSize: 24, chunkOverlap: 0 });
  expect(best.hit.mean).toBe(1);
  expect(report.settings.baseline).toBe(best.name);
  expect(results.map(({ name }) => name)).toEqual([
    "64 tokens",
    "8 tokens",
    "24 tokens",
    "64 tokens, overlap 25 %",
    "8 tokens, overlap 25 %",
    "24 tokens, overlap 25 %",
  ]);
  expect(results[4]).toMatchObject({ chunkSize: 8, chunkOverlap: 2 });
  const small = results.filter(({ chunkSize }) => chunkSize === 8);
  for (const { hit, isWorse } of small) {
    expect(hit.mean).toBe(0);
    expect(isWorse).toBe(true);
  }
  expect(plot.yLabel).toBe("hit at 24 tokens");
  expect(plot.series.map(({ label }) => label)).toEqual([
    "overlap 0 %",
    "overlap 25 %",
  ]);
  expect(plot.series[0].points.map(({ x }) => x)).toEqual([8, 24, 64]);
  expect(plot.series[0].points[1].y).toBe(results[2].hit.mean);
  expect(table).toMatch(/24 tokens .* suggested/);
});

test.each<[string, Partial<SuggestSizeOptions>, RegExp]>([
  ["a size of 0", { sizes: [0] }, /`sizes` .* got `0`/],
  ["no size", { sizes: [] }, /not to be empty/],
  ["an overlap of 1", { overlaps: [1] }, /`overlaps` .* got `1`/],
])("%s is refused", async (_name, wrong, message) => {
  await expect(suggestSize({ ...options, ...wrong })).rejects.toThrow(message);
});
