/**
 * Small chunks are found, their parents are returned; an edit embeds one chunk.
 */
import type { Document } from "@langchain/core/documents";
import { InMemoryStore } from "@langchain/core/stores";
import { SyntheticEmbeddings } from "@langchain/core/utils/testing";
import { LibSQLVectorStore } from "@langchain/community/vectorstores/libsql";
import { createClient } from "@libsql/client";
import {
  ParentChildRetriever,
  StructuralMarkdownTextSplitter,
} from "langchain-seams";

// Any embeddings; these need neither network nor key, and know no meaning.
const embeddings = new SyntheticEmbeddings({ vectorSize: 32 });
const db = createClient({ url: ":memory:" });
await db.batch([
  "CREATE TABLE chunks (content TEXT, metadata JSON, embedding F32_BLOB(32))",
  "CREATE INDEX idx_chunks_embedding ON chunks (libsql_vector_idx(embedding))",
]);

const retriever = new ParentChildRetriever({
  vectorStore: new LibSQLVectorStore(embeddings, { db, table: "chunks" }),
  docStore: new InMemoryStore<Document>(),
  parentSplitter: new StructuralMarkdownTextSplitter({ chunkSize: 600 }),
  childSplitter: new StructuralMarkdownTextSplitter({ chunkSize: 60 }),
  parentK: 1,
});

const clauses = ["Delivery", "Returns", "Payment", "Warranty"].map(
  (title) =>
    `## ${title}\n\n` +
    [1, 2, 3, 4]
      .map(
        (number) =>
          `${title}, rule ${number}: the seller and the buyer agree on the ` +
          "terms that are written here, and change them in writing only. " +
          "What is not written here is as the law says."
      )
      .join("\n\n")
);
const text = `# Terms\n\n${clauses.join("\n\n")}\n`;
const add = (pageContent: string) =>
  retriever.addDocuments([{ pageContent, metadata: { source: "terms.md" } }]);

console.log(`first: ${(await add(text)).added} added`);
console.log(`again: ${(await add(text)).added} added`);
const edited = await add(text.replace("Returns, rule 3: the", "Returns: any"));
console.log(`edited: ${edited.added} added, ${edited.deleted} deleted`);

const [parent] = await retriever.invoke("Can I return it?");
console.log(
  `a parent of ${parent.metadata.n_tokens} tokens: ${parent.metadata.section}`
);
