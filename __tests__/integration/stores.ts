import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { LocalFileStore } from "@langchain/classic/storage/file_system";
import { LibSQLVectorStore } from "@langchain/community/vectorstores/libsql";
import { PGVectorStore } from "@langchain/community/vectorstores/pgvector";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { BaseStore } from "@langchain/core/stores";
import type { VectorStore } from "@langchain/core/vectorstores";
import { createClient } from "@libsql/client";
import Database from "better-sqlite3";
import pg from "pg";

export const DIMENSIONS = 256;

/** A store of bytes in a table of SQLite. */
export class SqliteByteStore extends BaseStore<string, Uint8Array> {
  lc_namespace = ["langchain_seams", "tests"];
  private readonly db: Database.Database;

  constructor(file: string) {
    super();
    this.db = new Database(file);
    this.db.pragma("journal_mode = WAL");
    this.db.exec(
      "CREATE TABLE IF NOT EXISTS bytes (key TEXT PRIMARY KEY, value BLOB)"
    );
  }

  async mget(keys: string[]): Promise<(Uint8Array | undefined)[]> {
    const query = this.db.prepare<[string], { value: Uint8Array }>(
      "SELECT value FROM bytes WHERE key = ?"
    );
    return keys.map((key) => query.get(key)?.value);
  }

  async mset(pairs: [string, Uint8Array][]): Promise<void> {
    const query = this.db.prepare("INSERT OR REPLACE INTO bytes VALUES (?, ?)");
    this.db.transaction(() => pairs.forEach((pair) => query.run(...pair)))();
  }

  async mdelete(keys: string[]): Promise<void> {
    const query = this.db.prepare("DELETE FROM bytes WHERE key = ?");
    this.db.transaction(() => keys.forEach((key) => query.run(key)))();
  }

  async *yieldKeys(prefix = ""): AsyncGenerator<string> {
    const query = this.db.prepare<[], { key: string }>("SELECT key FROM bytes");
    for (const { key } of query.all()) if (key.startsWith(prefix)) yield key;
  }

  close(): void {
    this.db.close();
  }
}

/** A vector store and a byte store, and what they hold. */
export interface Opened {
  vectorStore: VectorStore;
  byteStore: BaseStore<string, Uint8Array>;
  /** The rows of the vector store, sorted: text, metadata but for `loc`. */
  rows: () => Promise<string[]>;
  close: () => Promise<void>;
}

const rowOf = (content: string, metadata: Record<string, unknown>): string =>
  JSON.stringify([
    content,
    ...Object.entries(metadata)
      .filter(([key]) => key !== "loc")
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);

/** PostgreSQL with pgvector, and bytes in SQLite. */
export async function openPostgres(
  embeddings: EmbeddingsInterface,
  address: string,
  tableName: string,
  folder: string
): Promise<Opened> {
  const pool = new pg.Pool({ connectionString: address, max: 4 });
  const vectorStore = await PGVectorStore.initialize(embeddings, {
    pool,
    tableName,
    dimensions: DIMENSIONS,
  });
  const byteStore = new SqliteByteStore(join(folder, `${tableName}.db`));
  return {
    vectorStore,
    byteStore,
    rows: async () => {
      const { rows } = await pool.query<{
        text: string;
        metadata: Record<string, unknown>;
      }>(`SELECT text, metadata FROM ${tableName}`);
      return rows.map(({ text, metadata }) => rowOf(text, metadata)).sort();
    },
    close: async () => {
      byteStore.close();
      await vectorStore.end();
    },
  };
}

/** libSQL in a file, and bytes in files. */
export async function openLibsql(
  embeddings: EmbeddingsInterface,
  table: string,
  folder: string
): Promise<Opened> {
  const db = createClient({
    url: `file:${join(folder, `${table}-vectors.db`)}`,
  });
  await db.batch([
    `CREATE TABLE IF NOT EXISTS ${table} (content TEXT, metadata JSON, embedding F32_BLOB(${DIMENSIONS}))`,
    `CREATE INDEX IF NOT EXISTS idx_${table}_embedding ON ${table} (libsql_vector_idx(embedding))`,
  ]);
  const rootPath = join(folder, table);
  await mkdir(rootPath, { recursive: true });
  return {
    vectorStore: new LibSQLVectorStore(embeddings, { db, table }),
    byteStore: await LocalFileStore.fromPath(rootPath),
    rows: async () => {
      const { rows } = await db.execute(
        `SELECT content, metadata FROM ${table}`
      );
      return rows
        .map((row) =>
          rowOf(String(row.content), JSON.parse(String(row.metadata)))
        )
        .sort();
    },
    close: async () => db.close(),
  };
}

/** A server, or the one at `SEAMS_POSTGRES`, and how to stop it. */
export async function startPostgres(): Promise<{
  address: string;
  stop: () => void;
}> {
  const address = process.env.SEAMS_POSTGRES;
  if (address !== undefined) return { address, stop: () => undefined };
  const file = resolve(__dirname, "serve-postgres.mjs");
  const server = spawn(process.execPath, [file], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const started = await new Promise<string>((done, fail) => {
    server.stdout.once("data", (data) => done(String(data).trim()));
    server.once("exit", (code) => fail(new Error(`PostgreSQL ended: ${code}`)));
  });
  return { address: started, stop: () => server.stdin.end() };
}

export async function temporaryFolder(): Promise<{
  folder: string;
  remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), "seams-stores-"));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
