import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import type { BaseMessage } from "@langchain/core/messages";
import { StringOutputParser } from "@langchain/core/output_parsers";
import {
  ChatPromptTemplate,
  type BasePromptTemplate,
} from "@langchain/core/prompts";
import type { RunnableInterface } from "@langchain/core/runnables";
import { optionError } from "../options.js";
import type { DescribeChunk } from "./prefix-options.js";

/** Anything that answers like a chat model: `model.withRetry()` too. */
export type DescribingModel = RunnableInterface<
  BaseLanguageModelInput,
  BaseMessage | string
>;

// The same for all chunks of a document, and first: providers keep what they
// have read of equal beginnings, and charge less for it.
const DOCUMENT_MESSAGE = `Somebody searches passages of this document.

<document>
{document}
</document>`;

const CHUNK_MESSAGE = `Here is one passage of the document.

<passage>
{chunk}
</passage>

Say in one short sentence, in the language of the document, what the passage is \
about and where in the document it stands, so that it can be found by who does \
not see the rest: name what pronouns and "this" refer to. Answer with the \
sentence only.`;

const isTemplate = (prompt: unknown): prompt is BasePromptTemplate =>
  typeof prompt === "object" && prompt !== null && "inputVariables" in prompt;

function promptOf(prompt: unknown): BasePromptTemplate {
  const template =
    typeof prompt === "string"
      ? ChatPromptTemplate.fromMessages([
          ["system", DOCUMENT_MESSAGE],
          ["human", prompt],
        ])
      : prompt;
  if (!isTemplate(template) || !template.inputVariables.includes("chunk")) {
    const expected = "a prompt template, or its text, with `{chunk}` in it";
    throw optionError("prompt", expected, prompt);
  }
  return template;
}

/**
 * Describes a chunk by a model that has read its document.
 *
 * @see Anthropic, "Introducing Contextual Retrieval" (2024)
 */
export function describeByModel(
  model: DescribingModel,
  prompt: string | BasePromptTemplate = CHUNK_MESSAGE
): DescribeChunk {
  if (typeof model?.invoke !== "function") {
    throw optionError("model", "a chat model", model);
  }
  const template = promptOf(prompt);
  const parser = new StringOutputParser();
  return async (document, chunk, config) => {
    const input = { document: document.pageContent, chunk: chunk.pageContent };
    const messages = await template.invoke(input, config);
    const answer = await model.invoke(messages, config);
    const text = await parser.invoke(answer, config);
    if (text.trim() === "") throw new Error("The model gave no text");
    return text;
  };
}
