/**
 * Adds a manual to the stores of a folder, and kills itself with SIGKILL when
 * the embedder is called for the n-th time, or so many milliseconds later:
 * `add.ts STORE ADDRESS FOLDER SECTIONS [CALL [DELAY]]`.
 */
import {
  ParentChildRetriever,
  StructuralMarkdownTextSplitter,
} from "langchain-seams";
import { manual, WordEmbeddings } from "../retrieve/support.js";
import { DIMENSIONS, openLibsql, openPostgres } from "./stores.js";

async function main(): Promise<void> {
  const [store, address, folder, sections, call, delay] = process.argv.slice(2);
  const embeddings = new WordEmbeddings(DIMENSIONS);
  const embed = embeddings.embedDocuments.bind(embeddings);
  embeddings.embedDocuments = async (texts) => {
    if (embeddings.calls + 1 === Number(call)) {
      const die = () => process.kill(process.pid, "SIGKILL");
      if (delay === undefined) die();
      else setTimeout(die, Number(delay));
    }
    return embed(texts);
  };
  const { vectorStore, byteStore } =
    store === "postgres"
      ? await openPostgres(embeddings, address, "killed", folder)
      : await openLibsql(embeddings, "killed", folder);
  const retriever = new ParentChildRetriever({
    vectorStore,
    byteStore,
    batchSize: 8,
    parentSplitter: new StructuralMarkdownTextSplitter({ chunkSize: 340 }),
    childSplitter: new StructuralMarkdownTextSplitter({ chunkSize: 80 }),
  });
  const pageContent = manual(Number(sections), 4);
  await retriever.addDocuments([
    { pageContent, metadata: { source: "manual.md" } },
  ]);
}

void main();
