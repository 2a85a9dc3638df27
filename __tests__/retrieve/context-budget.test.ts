/** The arithmetic of prompts, checked by hand and by brute force. */
import fc from "fast-check";
import {
  assertContextBudget,
  planContextBudget,
  tokenCounter,
  type ContextBudgetOptions,
} from "langchain-seams";

const numRuns = Number(process.env.SEAMS_RUNS ?? 500);

const options: ContextBudgetOptions = {
  contextWindow: 8192,
  systemPrompt: 500,
  question: 60,
  answerReserve: 1000,
  topK: 10,
  chunkSize: 400,
  overheadPerChunk: 20,
};

test("available, required, slack, and what would fit", async () => {
  expect(await planContextBudget(options)).toEqual({
    name: "answer",
    available: 6632,
    required: 4200,
    slack: 2432,
    fits: true,
    lines: [{ name: "answer", available: 6632, required: 4200, slack: 2432 }],
    maxChunkSize: 643,
    maxTopK: 15,
    explanation:
      "answer: 10 * (400 + 20) = 4200 <= 8192 - 500 (system prompt) - " +
      "60 (question) - 1000 (answer) = 6632, slack 2432",
    advice: [],
  });
});

test("a prefix takes a share of whole tokens at most", async () => {
  const share = { ...options, prefixShare: 1 / 3 };
  const fits = await planContextBudget({ ...share, embeddingWindow: 533 });
  expect(fits.advice).toEqual([]);
  const { advice } = await planContextBudget({
    ...share,
    embeddingWindow: 532,
  });
  expect(advice).toEqual([expect.stringContaining("533 tokens")]);
});

test("texts are counted in tokens, or by another function", async () => {
  const systemPrompt = "Responda solo con el contexto.";
  const question = "¿Qué plazo tiene la devolución?";
  const texts = await planContextBudget({ ...options, systemPrompt, question });
  const count = tokenCounter();
  const tokens = (await count(systemPrompt)) + (await count(question));
  expect(texts.available).toBe(8192 - 1000 - tokens);
  const characters = await planContextBudget({
    ...options,
    systemPrompt,
    question,
    lengthFunction: (text) => text.length,
  });
  expect(characters.available).toBe(
    8192 - 1000 - systemPrompt.length - question.length
  );
  const none = await planContextBudget({
    contextWindow: 100,
    answerReserve: 0,
    topK: 1,
    chunkSize: 100,
  });
  expect(none).toMatchObject({ available: 100, slack: 0, fits: true });
});

test("stages make the content longer or shorter, each in its window", async () => {
  const budget = await planContextBudget({
    ...options,
    stages: [
      { name: "parents", expansion: 4 },
      { name: "translate", expansion: 1.25, contextWindow: 40_000 },
      { name: "summarise", expansion: 0.1, contextWindow: 20_000 },
    ],
  });
  // 4,200 -> 16,800 -> 21,000 -> 2,100
  expect(budget.lines).toEqual([
    { name: "translate", available: 40_000, required: 37_800, slack: 2200 },
    { name: "summarise", available: 20_000, required: 23_100, slack: -3100 },
    { name: "answer", available: 6632, required: 2100, slack: 4532 },
  ]);
  expect(budget).toMatchObject({ fits: false, slack: 4532 });
  expect(budget.maxTopK).toBe(8);
  expect(budget.maxChunkSize).toBe(343);
  expect(budget.explanation).toContain(
    "summarise: 10 * (400 + 20) * (5 + 0.5) = 23100 > 20000, slack -3100"
  );
});

test("property: the largest that fit fit, and one more does not", async () => {
  const amount = fc.integer({ min: 0, max: 3000 });
  const property = fc.asyncProperty(
    fc.record({
      contextWindow: fc.integer({ min: 1, max: 20_000 }),
      systemPrompt: amount,
      question: amount,
      answerReserve: amount,
      topK: fc.integer({ min: 1, max: 40 }),
      chunkSize: fc.integer({ min: 1, max: 2000 }),
      overheadPerChunk: fc.integer({ min: 0, max: 100 }),
      stages: fc.array(
        fc.record({
          name: fc.constant("stage"),
          expansion: fc.constantFrom(0.001, 0.3, 1, 1.2, 5),
          contextWindow: fc.integer({ min: 1, max: 50_000 }),
        }),
        { maxLength: 3 }
      ),
    }),
    async (fields) => {
      const budget = await planContextBudget(fields);
      expect(budget.fits).toBe(budget.lines.every(({ slack }) => slack >= 0));
      for (const { available, required, slack } of budget.lines) {
        expect(slack).toBe(available - required);
      }
      const fits = async (changed: object): Promise<boolean> =>
        (await planContextBudget({ ...fields, ...changed })).fits;
      const { maxTopK, maxChunkSize } = budget;
      if (maxTopK > 0) expect(await fits({ topK: maxTopK })).toBe(true);
      expect(await fits({ topK: maxTopK + 1 })).toBe(false);
      if (maxChunkSize > 0) {
        expect(await fits({ chunkSize: maxChunkSize })).toBe(true);
      }
      expect(await fits({ chunkSize: maxChunkSize + 1 })).toBe(false);
      expect(budget.fits).toBe(fields.topK <= maxTopK);
      expect(budget.fits).toBe(fields.chunkSize <= maxChunkSize);
    }
  );
  await fc.assert(property, { numRuns, seed: 8 });
});

test("as an assertion: quiet when it fits, the inequality when not", async () => {
  expect(await assertContextBudget(options)).toEqual(
    await planContextBudget(options)
  );
  await expect(assertContextBudget({ ...options, topK: 16 })).rejects.toThrow(
    "answer: 16 * (400 + 20) = 6720 > 8192 - 500 (system prompt) - " +
      "60 (question) - 1000 (answer) = 6632, slack -88\n" +
      "Largest chunk size for 16 chunks: 394; most chunks of 400: 15."
  );
});

test.each<[Partial<ContextBudgetOptions>, RegExp[]]>([
  [{ chunkOverlap: 100, embeddingWindow: 400, prefixShare: 1 / 3 }, [/window/]],
  [{ chunkOverlap: 100, embeddingWindow: 534, prefixShare: 1 / 3 }, []],
  [{ chunkOverlap: 101 }, [/overlap is 25 % .*above 25 %/i]],
  [{ embeddingWindow: 256 }, [/400 tokens, more than the 256/]],
  [{ prefixShare: 0.5 }, [/50 %.*wrong section/]],
  [
    { chunkOverlap: 200, embeddingWindow: 512, prefixShare: 0.6 },
    [/overlap/, /640/, /60 %/],
  ],
])("advice on %p", async (fields, messages) => {
  const { advice, fits } = await planContextBudget({ ...options, ...fields });
  expect(fits).toBe(true);
  expect(advice).toHaveLength(messages.length);
  for (const [k, message] of messages.entries()) {
    expect(advice[k]).toMatch(message);
  }
});

test.each<[object, RegExp]>([
  [{ contextWindow: 0 }, /contextWindow.*from 1 up.*0/],
  [{ topK: 1.5 }, /topK.*1\.5/],
  [{ chunkSize: undefined }, /chunkSize.*undefined/],
  [{ answerReserve: undefined }, /answerReserve.*from 0 up.*undefined/],
  [{ systemPrompt: -1 }, /systemPrompt.*-1/],
  [{ question: NaN }, /question.*NaN/],
  [{ stages: [{ name: "a", expansion: 0 }] }, /stages\[0\]\.expansion.*0/],
  [{ stages: [{ name: "a", contextWindow: -1 }] }, /stages\[0\]\.contextW/],
])("out of range: %p", async (fields, message) => {
  const wrong = { ...options, ...fields } as ContextBudgetOptions;
  await expect(planContextBudget(wrong)).rejects.toThrow(RangeError);
  await expect(assertContextBudget(wrong)).rejects.toThrow(message);
});
