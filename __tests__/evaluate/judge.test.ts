import { AIMessage } from "@langchain/core/messages";
import { Document } from "@langchain/core/documents";
import { RecursiveTokenTextSplitter } from "langchain-seams";
import { evaluateSplitters, type JudgeInput } from "langchain-seams/evaluate";
import { readJudgement } from "../../src/evaluate/judge.js";

const message = (content: string, finish_reason: string) =>
  new AIMessage({ content, response_metadata: { finish_reason } });

test.each<[string, unknown, string[], object]>([
  ["a score", { score: 0.5 }, [], { score: 0.5 }],
  ["a message", message('{"score": 1}', "stop"), [], { score: 1 }],
  [
    "all fields",
    { score: 0, answer: "A", finishReason: "stop" },
    ["answer"],
    { score: 0 },
  ],
])("%s is accepted", (_name, judgement, fields, verdict) => {
  expect(readJudgement(judgement, fields)).toEqual(verdict);
});

test.each<[string, unknown, RegExp]>([
  ["a length stop", { score: 1, finishReason: "length" }, /cut off \(length\)/],
  ["another one", { score: 1, stop_reason: "max_tokens" }, /cut off/],
  ["a message with one", message('{"score": 1}', "length"), /cut off/],
  ["Gemini's", { score: 1, finishReason: "MAX_TOKENS" }, /MAX_TOKENS/],
  ["half of the JSON", message('{"score": 1', "stop"), /no JSON object/],
  ["JSON in words", message('Sure: {"score": 1}', "stop"), /no JSON object/],
  ["no score", { answer: "A" }, /lacks `score`/],
  ["a field missing", { score: 1 }, /lacks `answer`/],
  ["a field that is null", { score: 1, answer: null }, /lacks `answer`/],
  ["a score as text", { score: "1", answer: "A" }, /no number from 0 to 1/],
  ["a score of 5", { score: 5, answer: "A" }, /no number from 0 to 1/],
  ["not a number", { score: NaN, answer: "A" }, /no number from 0 to 1/],
  ["nothing", undefined, /no object/],
])("%s is refused", (_name, judgement, reason) => {
  expect(readJudgement(judgement, ["answer"])).toEqual({
    refused: expect.stringMatching(reason),
  });
});

test("answers are judged from the context, refused ones are reported", async () => {
  const text = "The cat sat on the mat.\n\nThe dog barks at night.";
  const inputs: JudgeInput[] = [];
  const report = await evaluateSplitters({
    documents: [new Document({ pageContent: text })],
    questions: [
      { question: "Where is the cat?", gold: "on the mat" },
      { question: "When does the dog bark?", gold: "at night" },
      { question: "Who barks, a dog?", gold: "The dog barks" },
    ],
    splitters: { a: new RecursiveTokenTextSplitter({ chunkSize: 8 }) },
    budgetTokens: 4,
    judge: async (input) => {
      inputs.push(input);
      if (input.question.startsWith("Who")) {
        return { score: 1, answer: "The", finishReason: "length" };
      }
      return { score: input.question.includes("cat") ? 1 : 0, answer: "x" };
    },
    judgeFields: ["answer"],
    concurrency: 1,
  });
  const [{ judged }] = report.splitters;
  expect(judged).toMatchObject({ score: { mean: 1 / 2 }, accepted: 2 });
  expect(judged?.refused).toEqual([
    { question: 2, reason: "the answer was cut off (length)" },
  ]);
  // The judge sees what the budget leaves of the chunks.
  expect(inputs[0]).toMatchObject({
    context: "The cat sat on",
    references: ["on the mat"],
    splitter: "a",
  });
  expect(inputs[0].chunks[0].pageContent).toBe("The cat sat on the mat.");
});
