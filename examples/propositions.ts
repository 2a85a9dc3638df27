/**
 * Propositions: a model states the facts of each chunk; facts are indexed, and
 * the chunk of the fact that was found is returned. The model here is a
 * stand-in that knows its answers. With a real one:
 *
 *     import { ChatOpenAI } from "@langchain/openai";
 *     const llm = new ChatOpenAI({ model: "gpt-4o-mini", temperature: 0 });
 */
import { Document } from "@langchain/core/documents";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import {
  PropositionTextSplitter,
  StructuralMarkdownTextSplitter,
} from "langchain-seams";

const text = `# Warranty

The CD-40 is covered for 24 months. It starts on the day of delivery, and the \
battery is excluded.

# Repairs

Repairs take ten days. They are made in Valencia.`;

const answers = [
  [
    "The warranty of the CD-40 is 24 months.",
    "The warranty of the CD-40 starts on the day of delivery.",
    "The battery of the CD-40 is excluded from the warranty.",
    // Made up: it is rejected, since the chunk does not say it.
    "Batteries can be bought for 20 euros.",
  ],
  ["Repairs take ten days.", "Repairs are made in Valencia."],
];
const llm = new FakeListChatModel({
  responses: answers.map((propositions) => JSON.stringify({ propositions })),
});

const chunkSplitter = new StructuralMarkdownTextSplitter({ chunkSize: 40 });
const factSplitter = new PropositionTextSplitter({
  llm,
  splitter: chunkSplitter,
  // The stand-in gives its answers in order.
  maxConcurrency: 1,
});

const documents = [
  new Document({ pageContent: text, metadata: { source: "cd-40.md" } }),
];
// The vector store takes the facts, a store of documents the chunks: their
// ids are what `parent_id` says (idKey of LangChain's MultiVectorRetriever).
const facts = await factSplitter.splitDocuments(documents);
const chunks = await chunkSplitter.splitDocuments(documents);
const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));

for (const { pageContent, metadata } of facts) {
  console.log(`fact: ${pageContent}`);
  const { from, to } = byId.get(metadata.parent_id)!.metadata.loc.lines;
  console.log(
    `  of ${metadata.source}, ${metadata.section}, lines ${from}-${to}`
  );
}
console.log(`rejected: ${facts[0].metadata.rejected_facts}`);

const [found] = facts.filter(({ pageContent }) => /battery/.test(pageContent));
console.log(`\n${byId.get(found.metadata.parent_id)!.pageContent}`);
