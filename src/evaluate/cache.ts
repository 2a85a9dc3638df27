import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EvaluatedChunk } from "./chunks.js";
import type { EvaluationCache } from "./options.js";
import type { RunContext } from "./run.js";

/** To be raised when results are computed in another way. */
const VERSION = 1;

/**
 * A key made of all that results depend on: the chunks themselves, the
 * questions, the retriever and the contexts. `undefined` when the caller's own
 * code is part of it, of which nothing is known.
 */
export function cacheKeyOf(
  chunks: readonly EvaluatedChunk[],
  { data, settings, retriever, scope, cuts }: RunContext
): string | undefined {
  if (retriever.cacheKey === undefined) return undefined;
  if (settings.lengthFunction !== undefined) return undefined;
  if (settings.judge !== undefined) return undefined;
  const hash = createHash("sha256");
  const add = (value: unknown) => hash.update(`${JSON.stringify(value)}\n`);
  add([VERSION, retriever.cacheKey, settings.encoding, scope, cuts]);
  for (const { name, text } of data.corpora) add([name, text]);
  for (const question of data.questions) add(question);
  for (const { corpus, document, location } of chunks) {
    add([corpus, document.pageContent, location]);
  }
  return hash.digest("hex");
}

/** A cache of files in a folder, which is made when it is needed. */
export function fileCache(folder: string): EvaluationCache {
  const pathOf = (key: string) => join(folder, `${key}.json`);
  return {
    async get(key) {
      try {
        return await readFile(pathOf(key), "utf8");
      } catch {
        return undefined;
      }
    },
    async set(key, value) {
      await mkdir(folder, { recursive: true });
      // Renamed when it is whole: a run that is stopped leaves no half.
      const unfinished = `${pathOf(key)}.${process.pid}`;
      await writeFile(unfinished, value);
      await rename(unfinished, pathOf(key));
    },
  };
}
