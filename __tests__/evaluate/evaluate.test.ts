/** The whole: budgets, misses, transforms, scope, cache, table and JSON. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Document, type DocumentInterface } from "@langchain/core/documents";
import {
  RecursiveCharacterTextSplitter,
  TextSplitter,
} from "@langchain/textsplitters";
import { StructuralMarkdownTextSplitter, tokenCounter } from "langchain-seams";
import {
  evaluateSplitters,
  fileCache,
  formatReport,
  type EvaluateOptions,
  type EvaluationProgress,
  type EvaluationReport,
} from "langchain-seams/evaluate";

/** Splits at a mark, whatever comes out. */
class MarkSplitter extends TextSplitter {
  constructor(
    private readonly mark: string | RegExp,
    private readonly change = (chunk: string) => chunk
  ) {
    super({ chunkSize: 100, chunkOverlap: 0 });
  }

  async splitText(text: string): Promise<string[]> {
    return text.split(this.mark).map((chunk) => this.change(chunk));
  }
}

const document = (pageContent: string, source: string) =>
  new Document({ pageContent, metadata: { source } });

const BEES = "Bees dance. Honey is sweet.";
const ANTS = "Ants walk. Their queen stays at home.";
const text = `${BEES}|${ANTS}|Wasps sting.`;

const base = {
  documents: [document(text, "insects.md")],
  questions: [
    { question: "What do bees do?", gold: "Bees dance." },
    { question: "Where is the queen?", gold: "queen stays at home." },
  ],
  splitters: { mark: new MarkSplitter("|") },
} satisfies EvaluateOptions;

const withoutTimes = (report: EvaluationReport) =>
  JSON.stringify(report, (key, value: unknown) =>
    ["splitMs", "retrieveMs", "createdAt"].includes(key) ? 0 : value
  );

test("a report is plain JSON, the same each time but for times", async () => {
  const report = await evaluateSplitters(base);
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  const again = await evaluateSplitters(base);
  expect(withoutTimes(again)).toBe(withoutTimes(report));
  expect(report).toMatchObject({
    version: 1,
    settings: {
      budgetTokens: 2000,
      budgets: [500, 1000, 2000],
      topK: [1, 3, 5, 10],
      encoding: "cl100k_base",
      retriever: "BM25",
      scope: "set",
      baseline: null,
    },
    corpora: [{ name: "insects.md", characters: text.length, questions: 2 }],
    differences: [],
    misses: [],
    problems: [],
  });
  const [{ description, totals, sizes, mrr }] = report.splitters;
  expect(description.className).toBe("MarkSplitter");
  expect(totals).toMatchObject({ chunks: 3, unlocated: 0, embedCalls: 0 });
  expect(sizes.bins.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  expect(mrr.mean).toBe(1);
});

test("the last chunk is cut to fit the budget", async () => {
  const count = tokenCounter();
  const budgetTokens = await count("Bees dance. Honey");
  const report = await evaluateSplitters({
    ...base,
    questions: [
      { question: "bees", gold: BEES },
      { question: "bees dance", gold: "Bees dance." },
    ],
    budgetTokens,
    budgets: [],
    topK: [1],
  });
  const [{ budgets, topK, missCounts }] = report.splitters;
  expect(budgets).toHaveLength(1);
  // 17 of 27 characters, and the whole second one.
  expect(budgets[0].recall.mean).toBeCloseTo((17 / 27 + 1) / 2);
  expect(budgets[0].hit.mean).toBe(1 / 2);
  expect(budgets[0].precision.mean).toBeCloseTo((1 + 11 / 17) / 2);
  expect(budgets[0].tokens).toBe(budgetTokens);
  // Chunks of a fixed number are whole.
  expect(topK[0].recall.mean).toBe(1);
  expect(missCounts).toEqual({ absent: 0, cut: 0, notRetrieved: 1 });
  expect(report.misses[0]).toMatchObject({
    class: "notRetrieved",
    rank: 1,
    truncated: true,
    chunks: [
      { index: 0, start: 0, end: 27, rank: 1, inContext: true },
      { index: 1, start: 28, rank: null, inContext: false },
      { index: 2, end: text.length },
    ],
  });
});

describe("misses", () => {
  test("cut, not retrieved and absent", async () => {
    const report = await evaluateSplitters({
      ...base,
      questions: [
        { question: "bees", gold: "Bees dance. Honey" },
        { question: "ants", gold: "Wasps sting." },
        { question: "bees", gold: "Spiders weave." },
        { question: "ants", gold: "Their queen stays at home." },
      ],
      splitters: { sentences: new MarkSplitter(/(?<=\. )/) },
    });
    const [{ missCounts, references }] = report.splitters;
    expect(references).toBe(4);
    expect(missCounts).toEqual({ absent: 1, cut: 1, notRetrieved: 2 });
    const [cut, unranked, absent, other] = report.misses;
    expect(cut).toMatchObject({ class: "cut", question: 0, rank: 1 });
    expect(cut.recall).toBeGreaterThan(0.5);
    expect(unranked).toMatchObject({ class: "notRetrieved", rank: null });
    expect(absent).toMatchObject({ class: "absent", excerpt: null });
    expect(report.questions[2].references[0].start).toBeNull();
    expect(report.problems).toMatchObject([{ kind: "goldNotFound" }]);
    expect(other.recall).toBe(0);
    const excerpt = report.excerpts[cut.excerpt ?? -1];
    expect(excerpt.text).toBe(text.slice(excerpt.start, excerpt.end));
    for (const { start, end } of cut.chunks) {
      expect(start < excerpt.end && end > excerpt.start).toBe(true);
    }
  });

  test("what a transform filters away is absent", async () => {
    const report = await evaluateSplitters({
      ...base,
      transform: (chunks) =>
        chunks.filter(({ pageContent }) => !pageContent.includes("Bees")),
    });
    expect(report.misses).toMatchObject([{ class: "absent", question: 0 }]);
    expect(report.settings.transformed).toBe(true);
  });

  test("chunks that are not in the source are reported and paid for", async () => {
    const report = await evaluateSplitters({
      ...base,
      splitters: {
        changed: new MarkSplitter(
          "|",
          (chunk) => `Bees and a queen in ${chunk.length} letters`
        ),
      },
    });
    const [{ totals, budgets, missCounts }] = report.splitters;
    expect(totals).toMatchObject({ chunks: 3, unlocated: 3 });
    expect(budgets[0].tokens).toBeGreaterThan(0);
    expect(missCounts.absent).toBe(2);
    expect(report.problems).toMatchObject([
      { kind: "unlocated", splitter: "changed", corpus: "insects.md" },
    ]);
    expect(report.problems[0].message).toMatch(/^3 of 3 chunks/);
  });

  test("no more than asked for, all counted", async () => {
    const report = await evaluateSplitters({
      ...base,
      transform: () => [],
      maxMisses: 1,
    });
    expect(report.misses).toHaveLength(1);
    expect(report.splitters[0].missCounts.absent).toBe(2);
  });
});

describe("a transform", () => {
  const prefix = (chunks: DocumentInterface[]) =>
    chunks.map((chunk) => ({
      ...chunk,
      pageContent: `About insects of the garden\n${chunk.pageContent}`,
    }));

  test("may put text around chunks: it is indexed and paid for", async () => {
    const plain = await evaluateSplitters(base);
    for (const transform of [
      prefix,
      { transformDocuments: async (all: DocumentInterface[]) => prefix(all) },
    ]) {
      const report = await evaluateSplitters({ ...base, transform });
      const [{ totals, budgets }] = report.splitters;
      expect(totals.unlocated).toBe(0);
      expect(totals.tokensIndexed).toBeGreaterThan(
        plain.splitters[0].totals.tokensIndexed
      );
      expect(budgets[0].hit.mean).toBe(1);
      // No prefix is evidence, and no prefix counts as source text.
      const [before] = plain.splitters[0].topK;
      expect(report.splitters[0].topK[0].precision).toEqual(before.precision);
    }
  });

  test("a prefix takes its tokens from the budget", async () => {
    const options = { ...base, budgetTokens: 8, budgets: [] };
    const [plain] = (await evaluateSplitters(options)).splitters;
    const [prefixed] = (
      await evaluateSplitters({ ...options, transform: prefix })
    ).splitters;
    expect(prefixed.budgets[0].recall.mean).toBeLessThan(
      plain.budgets[0].recall.mean
    );
  });
});

test("scope: the question's document, or all of them", async () => {
  const options = {
    ...base,
    documents: [document("Bees. Bees. Bees.", "a"), document("Bees fly.", "b")],
    questions: [{ question: "bees", gold: "Bees fly.", corpus: "b" }],
    topK: [1],
  };
  const set = await evaluateSplitters(options);
  expect(set.splitters[0].topK[0].hit.mean).toBe(0);
  expect(set.splitters[0].mrr.mean).toBe(1 / 2);
  const own = await evaluateSplitters({ ...options, scope: "document" });
  expect(own.splitters[0].topK[0].hit.mean).toBe(1);
});

test("differences to the baseline are paired", async () => {
  const splitters = {
    whole: new MarkSplitter("|"),
    same: new MarkSplitter("|"),
    cut: new MarkSplitter(" "),
  };
  const report = await evaluateSplitters({
    ...base,
    splitters,
    baseline: "whole",
  });
  const at = (splitter: string) =>
    report.differences.find(
      (one) =>
        one.splitter === splitter &&
        one.metric === "hit" &&
        one.budgetTokens === 2000
    );
  expect(report.differences).toHaveLength(2 * 5 * 3);
  expect(at("same")).toEqual({
    splitter: "same",
    metric: "hit",
    budgetTokens: 2000,
    difference: { mean: 0, low: 0, high: 0 },
    smallestDetectable: 0,
    significant: false,
  });
  expect(at("cut")).toMatchObject({
    difference: { mean: -1, low: -1, high: -1 },
    significant: true,
  });
});

test("a table of 100 columns, whatever names and problems there are", async () => {
  const splitters = {
    ["a name that is much too long for a table ".repeat(3)]: new MarkSplitter(
      "|"
    ),
    "名前\u001b[31m": new MarkSplitter(" "),
  };
  const report = await evaluateSplitters({
    ...base,
    splitters,
    questions: [...base.questions, { question: "?", gold: "Nowhere." }],
    baseline: Object.keys(splitters)[0],
    budgets: [100, 500, 1000, 2000, 4000],
  });
  const table = formatReport(report);
  const lines = table.split("\n");
  for (const line of lines.filter((one) => !one.startsWith("!"))) {
    expect([...line].length).toBeLessThanOrEqual(100);
  }
  expect(table).toContain("Evaluation: 3 questions, 1 document\n");
  expect(table).toMatch(/Recall +Hit +Joint/);
  expect(table).toContain('! "Nowhere." is not in insects.md; counted');
  expect(table).not.toContain("\u001b");
});

describe("runs", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "seams-evaluate-"));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  test("go on from the cache, which goes by content", async () => {
    const cache = fileCache(join(folder, "new"));
    const first = await evaluateSplitters({ ...base, cache });
    expect(await readdir(join(folder, "new"))).toHaveLength(1);
    const phases = new Set<string>();
    const again = await evaluateSplitters({
      ...base,
      cache,
      onProgress: ({ phase }) => phases.add(phase),
    });
    expect([...phases]).toEqual(["split"]);
    expect(withoutTimes(again)).toBe(withoutTimes(first));
    expect(again.splitters[0].totals.retrieveMs).toBe(0);
    // Other chunks, questions or budgets are other results.
    for (const other of [
      { splitters: { mark: new MarkSplitter(" ") } },
      { questions: base.questions.slice(1) },
      { budgetTokens: 100 },
    ]) {
      await evaluateSplitters({ ...base, cache, ...other });
    }
    expect(await readdir(join(folder, "new"))).toHaveLength(4);
    // Nothing is known of a retriever of one's own.
    const retriever = (chunks: DocumentInterface[]) => () => chunks;
    await evaluateSplitters({ ...base, cache, retriever });
    expect(await readdir(join(folder, "new"))).toHaveLength(4);
  });

  test("a damaged entry is made anew", async () => {
    const cache = fileCache(folder);
    await evaluateSplitters({ ...base, cache });
    const [name] = await readdir(folder);
    await writeFile(join(folder, name), '{"results":');
    const report = await evaluateSplitters({ ...base, cache });
    expect(report.splitters[0].budgets[0].hit.mean).toBe(1);
  });

  test("tell how far they are, and stop when asked to", async () => {
    const seen: EvaluationProgress[] = [];
    const onProgress = (progress: EvaluationProgress) => seen.push(progress);
    await evaluateSplitters({ ...base, onProgress });
    expect(seen.at(-1)).toEqual({
      splitter: "mark",
      phase: "search",
      done: 2,
      total: 2,
    });
    const controller = new AbortController();
    let asked = 0;
    const stopped = evaluateSplitters({
      ...base,
      concurrency: 1,
      signal: controller.signal,
      retriever: () => () => {
        asked += 1;
        controller.abort(new Error("enough"));
        return [];
      },
    });
    await expect(stopped).rejects.toThrow("enough");
    expect(asked).toBe(1);
  });
});

test("our splitter and LangChain's side by side", async () => {
  const rows = Array.from({ length: 60 }, (_, k) => `| P${k} | ${k * 7} kg |`);
  const manual = `# Loads\n\n| Part | Load |\n|---|---|\n${rows.join("\n")}\n`;
  const lengthFunction = tokenCounter();
  const chunkSize = 120;
  const row = "| P45 | 315 kg |";
  const { splitters } = await evaluateSplitters({
    documents: [document(manual, "manual.md")],
    questions: [{ question: "P45", gold: ["| Part | Load |", row] }],
    splitters: {
      seams: new StructuralMarkdownTextSplitter({ chunkSize }),
      langchain: new RecursiveCharacterTextSplitter({
        chunkSize,
        chunkOverlap: 0,
        lengthFunction,
      }),
    },
    topK: [1],
  });
  const [seams, langchain] = splitters.map(({ topK }) => topK[0]);
  expect(seams.joint.mean).toBe(1);
  expect(langchain.joint.mean).toBe(0);
});

test.each<[string, object, RegExp]>([
  ["budgetTokens", { budgetTokens: 0 }, /`budgetTokens` .* 1 up, got `0`/],
  ["budgets", { budgets: [1.5] }, /`budgets` .* got `1.5`/],
  ["topK", { topK: [0] }, /`topK`/],
  ["seed", { seed: 0.5 }, /`seed` to be an integer, got `0.5`/],
  ["resamples", { resamples: 0 }, /`resamples`/],
  ["maxMisses", { maxMisses: -1 }, /`maxMisses` .* from 0 up/],
  ["concurrency", { concurrency: 0 }, /`concurrency`/],
  ["scope", { scope: "page" }, /`scope` to be "document" or "set"/],
  ["splitters", { splitters: {} }, /`splitters`/],
  ["no splitter", { splitters: { a: 1 } }, /`splitters.a` to be a TextSpl/],
  ["baseline", { baseline: "b" }, /`baseline` to be "mark", got `b`/],
])("%s out of range", async (_name, wrong, message) => {
  const options: EvaluateOptions = { ...base, ...wrong };
  await expect(evaluateSplitters(options)).rejects.toThrow(message);
});
