/**
 * A whole chain: load, filter, split, prefix, embed, store; retrieve, pack,
 * prompt, model. Offline as it is; with OPENAI_API_KEY, OpenAI's models answer.
 */
import { readFile } from "node:fs/promises";
import { Document } from "@langchain/core/documents";
import { Embeddings } from "@langchain/core/embeddings";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import {
  RunnableLambda,
  RunnableMap,
  RunnablePassthrough,
} from "@langchain/core/runnables";
import {
  FakeListChatModel,
  FakeVectorStore,
} from "@langchain/core/utils/testing";
import {
  ContextualPrefix,
  RepeatedLines,
  StructuralMarkdownTextSplitter,
  assertContextBudget,
  chunkStats,
  packContext,
  type PackedContext,
} from "langchain-seams";

/** Words as vectors: stands for a model, without a key or the network. */
class WordEmbeddings extends Embeddings {
  async embedQuery(text: string): Promise<number[]> {
    const vector = new Array<number>(512).fill(0);
    for (const [word] of text.toLowerCase().matchAll(/\p{L}{4,}/gu)) {
      let hash = 0;
      for (const letter of word) {
        hash = (hash * 31 + letter.charCodeAt(0)) % vector.length;
      }
      vector[hash] += 1;
    }
    return vector;
  }

  async embedDocuments(texts: string[]): Promise<number[][]> {
    return Promise.all(texts.map((text) => this.embedQuery(text)));
  }
}

async function models() {
  if (!process.env.OPENAI_API_KEY) {
    const responses = ["A 30 días de la fecha de la factura (cláusula 9)."];
    const model = new FakeListChatModel({ responses });
    return { embeddings: new WordEmbeddings({}), model };
  }
  const { ChatOpenAI, OpenAIEmbeddings } = await import("@langchain/openai");
  return {
    embeddings: new OpenAIEmbeddings({ model: "text-embedding-3-small" }),
    model: new ChatOpenAI({ model: "gpt-4o-mini" }),
  };
}

const SYSTEM = "Responde solo con el contexto, y di de qué apartado sale.";
const K = 6;
const CHUNK_SIZE = 200;
const CONTEXT = 900;
const { embeddings, model } = await models();
// Any vector store of LangChain.
const store = new FakeVectorStore(embeddings);

// Indexing.
const load = RunnableLambda.from((names: string[]) =>
  Promise.all(
    names.map(async (source) => {
      const url = new URL(`docs/${source}`, import.meta.url);
      const pageContent = await readFile(url, "utf8");
      return new Document({ pageContent, metadata: { source } });
    })
  )
);
const index = load
  .pipe(new RepeatedLines())
  .pipe(new StructuralMarkdownTextSplitter({ chunkSize: CHUNK_SIZE }))
  .pipe(new ContextualPrefix())
  .pipe(async (chunks) => {
    await store.addDocuments(chunks);
    return chunkStats(chunks, { pricePerMillionTokens: 0.02 });
  });
const stats = await index.invoke(["manual.es.md", "contrato.es.md"]);
console.log(`stored ${stats.count} chunks, ${stats.tokens.total} tokens`);

// Will it always fit? As a test of your own it would fail before production.
const budget = await assertContextBudget({
  contextWindow: 4096,
  systemPrompt: SYSTEM,
  question: 100,
  answerReserve: 1000,
  topK: K,
  chunkSize: CHUNK_SIZE,
  overheadPerChunk: Math.ceil(CHUNK_SIZE / 3),
});
console.log(`at most ${budget.maxTopK} chunks would fit`);

// Answering: what is found, what of it goes in, and where it is from.
const prompt = ChatPromptTemplate.fromMessages([
  ["system", `${SYSTEM}\n\n{context}`],
  ["human", "{question}"],
]);
interface Found {
  packed: PackedContext;
  question: string;
}
const variables = ({ packed: { context }, question }: Found) => ({
  context,
  question,
});
const find = store
  .asRetriever(K)
  .pipe(packContext({ maxTokens: CONTEXT, marks: "es" }));
const answerFrom = RunnableLambda.from(variables)
  .pipe(prompt)
  .pipe(model)
  .pipe(new StringOutputParser());
const chain = RunnableMap.from<string>({
  packed: find,
  question: new RunnablePassthrough<string>(),
}).pipe(
  RunnableMap.from({
    packed: ({ packed }: Found) => packed,
    answer: answerFrom,
  })
);
const { answer, packed } = await chain.invoke(
  "¿Cuándo se paga la factura mensual del precio?"
);
console.log(`context: ${packed.tokens} tokens, ${packed.ids.length} chunks in`);
console.log(`left out: ${packed.leftOutIds.length}`);
console.log(packed.context.split("\n").at(-1));
for (const { metadata } of packed.documents) {
  const { from, to } = metadata.loc.lines;
  console.log(`- ${metadata.source}, lines ${from}-${to}: ${metadata.section}`);
}
console.log(`answer: ${answer}`);
