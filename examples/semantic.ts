/**
 * Semantic: a text without headings is cut where its subject changes, between
 * a floor and a limit in tokens. The vectors here are counts of words, which
 * need neither network nor key. With a model:
 *
 *     import { OpenAIEmbeddings } from "@langchain/openai";
 *     const embeddings = new OpenAIEmbeddings({
 *       model: "text-embedding-3-small",
 *     });
 */
import { Document } from "@langchain/core/documents";
import { Embeddings } from "@langchain/core/embeddings";
import { SemanticTextSplitter, type EmbeddingProgress } from "langchain-seams";

class WordEmbeddings extends Embeddings {
  async embedQuery(text: string): Promise<number[]> {
    const vector = new Array<number>(256).fill(0);
    for (const [word] of text.toLowerCase().matchAll(/\p{L}{4,}/gu)) {
      let hash = 0;
      for (const letter of word.slice(0, 5)) {
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

const text = `The meter sends a reading every hour. A reading has the time of \
the meter and the value in litres. When a reading is missing, the meter sends \
it again with the next reading. The value of a reading never goes back. \
Invoices are issued on the first day of the month. An invoice is due within 14 \
days of its issue. An invoice that is not paid bears interest from the day that \
it is due. Interest on an invoice is 4 % a year. The support desk answers calls \
on weekdays from 8 to 18. Calls to the support desk outside these hours are \
answered by a duty engineer. The engineer on duty answers within two hours.`;

const splitter = new SemanticTextSplitter({
  embeddings: new WordEmbeddings({}),
  chunkSize: 120,
  minChunkSize: 30,
  breakpoint: { type: "percentile", amount: 75 },
});

let cost: EmbeddingProgress | undefined;
const chunks = await splitter.invoke(
  [new Document({ pageContent: text, metadata: { source: "terms.txt" } })],
  {
    callbacks: [
      {
        handleCustomEvent(name: string, data: EmbeddingProgress) {
          if (name === "semantic_embedding_progress") cost = data;
        },
      },
    ],
  }
);
for (const { pageContent, metadata } of chunks) {
  const { start, end } = metadata.loc;
  console.log(`[${metadata.n_tokens} tokens, characters ${start}-${end}]`);
  console.log(`${pageContent}\n`);
}
console.log(
  `cost: ${cost?.calls} call, ${cost?.texts} texts, ${cost?.length} tokens`
);
