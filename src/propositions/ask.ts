import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import type { Runnable, RunnableConfig } from "@langchain/core/runnables";
import {
  fromBytes,
  modelNameOf,
  toBytes,
  type ByteCache,
} from "../byte-cache.js";
import { uuidOf } from "../documents/ids.js";

/** Any chat model that can be told the shape of its answer. */
export interface StructuredOutputModel {
  /** A runnable that answers as JSON of this schema. */
  withStructuredOutput(
    schema: Record<string, unknown>,
    config?: { name?: string }
  ): Runnable<BaseLanguageModelInput, Record<string, unknown>>;
}

export const DEFAULT_INSTRUCTIONS = `Break the passage into propositions:
short facts that can each be understood without the passage.
- Every fact of the passage is in one of them; nothing else is.
- One fact a proposition, as one sentence.
- Replace pronouns and references ("it", "the above") by what they stand for;
  the headings over the passage may say it.
- Keep the words, names, numbers and the language of the passage.`;

const SCHEMA = {
  title: "propositions",
  description: "The facts of a passage, each understood without it",
  type: "object",
  properties: {
    propositions: { type: "array", items: { type: "string" } },
  },
  required: ["propositions"],
  additionalProperties: false,
};

export interface Passage {
  text: string;
  headings: readonly string[];
}

export interface AskOptions {
  llm: StructuredOutputModel;
  instructions: string;
  maxRetries: number;
  cache?: ByteCache;
}

/**
 * The propositions that a model makes of a passage: from the cache, or asked
 * again at once when a call fails or answers in another shape.
 *
 * @throws what the last call threw.
 */
export async function askForPropositions(
  passage: Passage,
  { llm, instructions, maxRetries, cache }: AskOptions,
  config?: Partial<RunnableConfig>
): Promise<string[]> {
  const question = questionOf(passage);
  const key = uuidOf(modelNameOf(llm), instructions, question);
  const known = fromBytes((await cache?.mget([key]))?.[0], readAnswer);
  if (known !== undefined) return known;
  const model = llm.withStructuredOutput(SCHEMA, { name: "propositions" });
  for (let attempt = 0; ; attempt += 1) {
    config?.signal?.throwIfAborted();
    try {
      const answer: unknown = await model.invoke(
        [
          ["system", instructions],
          ["human", question],
        ],
        config
      );
      const propositions = readAnswer(answer);
      await cache?.mset([[key, toBytes(propositions)]]);
      return propositions;
    } catch (error) {
      config?.signal?.throwIfAborted();
      if (attempt >= maxRetries) throw error;
    }
  }
}

const questionOf = ({ text, headings }: Passage): string =>
  headings.length === 0
    ? `Passage:\n\n${text}`
    : `Headings: ${headings.join(" > ")}\n\nPassage:\n\n${text}`;

/** The only list of an answer, whatever the model calls it. */
function readAnswer(answer: unknown): string[] {
  const lists = Object.values(Object(answer)).filter(Array.isArray);
  const list: unknown = Array.isArray(answer) ? answer : lists[0];
  const isList =
    Array.isArray(list) && list.every((each) => typeof each === "string");
  if (!isList) {
    throw new TypeError(
      "Expected the model to return a list of `propositions`, " +
        `got \`${JSON.stringify(answer)}\``
    );
  }
  return list.map((each) => each.trim()).filter((each) => each !== "");
}
