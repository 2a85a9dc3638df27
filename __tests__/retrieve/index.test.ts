import { Document } from "@langchain/core/documents";
import {
  index,
  RecordManager,
  type CleanupMode,
  type ListKeyOptions,
  type UpdateOptions,
} from "@langchain/core/indexing";
import Database from "better-sqlite3";
import { StructuralMarkdownTextSplitter } from "langchain-seams";
import { DeletingVectorStore, manual, WordEmbeddings } from "./support.js";

/** LangChain's record manager, in a table of SQLite. */
class SqliteRecordManager extends RecordManager {
  override lc_namespace = ["langchain_seams", "tests"];
  private readonly db = new Database(":memory:");
  private now = 0;

  async createSchema(): Promise<void> {
    this.db.exec(
      "CREATE TABLE records (key TEXT PRIMARY KEY, source TEXT, at INTEGER)"
    );
  }

  async getTime(): Promise<number> {
    this.now += 1;
    return this.now;
  }

  async update(
    keys: string[],
    { groupIds, timeAtLeast }: UpdateOptions
  ): Promise<void> {
    const at = await this.getTime();
    expect(timeAtLeast ?? 0).toBeLessThanOrEqual(at);
    const query = this.db.prepare(
      "INSERT OR REPLACE INTO records VALUES (?, ?, ?)"
    );
    keys.forEach((key, k) => query.run(key, groupIds?.[k] ?? null, at));
  }

  async exists(keys: string[]): Promise<boolean[]> {
    const query = this.db.prepare("SELECT 1 FROM records WHERE key = ?");
    return keys.map((key) => query.get(key) !== undefined);
  }

  async listKeys({ before, after, groupIds }: ListKeyOptions = {}): Promise<
    string[]
  > {
    const rows = this.db
      .prepare<[], { key: string; source: string; at: number }>(
        "SELECT key, source, at FROM records"
      )
      .all();
    return rows
      .filter(({ at }) => before == null || at < before)
      .filter(({ at }) => after == null || at > after)
      .filter(({ source }) => groupIds == null || groupIds.includes(source))
      .map(({ key }) => key);
  }

  async deleteKeys(keys: string[]): Promise<void> {
    const query = this.db.prepare("DELETE FROM records WHERE key = ?");
    keys.forEach((key) => query.run(key));
  }
}

async function setUp(cleanup: CleanupMode) {
  const embeddings = new WordEmbeddings();
  const vectorStore = new DeletingVectorStore(embeddings);
  const recordManager = new SqliteRecordManager();
  await recordManager.createSchema();
  const splitter = new StructuralMarkdownTextSplitter({ chunkSize: 80 });
  const run = async (pageContent: string) => {
    const source = new Document({ pageContent, metadata: { source: "a.md" } });
    const docsSource = await splitter.splitDocuments([source]);
    const options = { cleanup, sourceIdKey: "source" };
    const result = await index({
      docsSource,
      recordManager,
      vectorStore,
      options,
    });
    return { ...result, embedded: embeddings.take() };
  };
  return { run, vectorStore };
}

const TEXT = manual(5, 4);

describe("LangChain's index()", () => {
  test.each<CleanupMode>(["full", "incremental"])(
    "cleanup %s: only what changed is embedded",
    async (cleanup) => {
      const { run, vectorStore } = await setUp(cleanup);
      expect(await run(TEXT)).toMatchObject({ numAdded: 20, embedded: 20 });
      expect(await run(TEXT)).toMatchObject({
        numAdded: 0,
        numSkipped: 20,
        numDeleted: 0,
        embedded: 0,
      });
      // A paragraph above is a chunk, or joins the one behind it.
      const above = await run(`In front.\n\n${TEXT}`);
      expect(above.embedded).toBe(above.numAdded);
      expect(above.numAdded).toBeLessThanOrEqual(2);
      expect(above.numSkipped).toBeGreaterThanOrEqual(19);
      const edited = await run(
        `In front.\n\n${TEXT.replace("w2x1x5", "changed")}`
      );
      expect(edited).toMatchObject({ numAdded: 1, numDeleted: 1, embedded: 1 });
      const less = TEXT.replace(/# Section 3[^]*(?=# Section 4)/, "");
      const removed = await run(`In front.\n\n${less}`);
      expect(removed.embedded).toBe(1);
      const texts = vectorStore.memoryVectors.map(({ content }) => content);
      expect(texts.join("\n")).not.toContain("Section 3");
      expect(texts.join("\n")).not.toContain("changed");
    }
  );
});
