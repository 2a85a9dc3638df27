import type { BaseStore } from "@langchain/core/stores";
import { optionError } from "./options.js";

/** Answers of models, kept by what they depend on: as JSON in UTF-8. */
export type ByteCache = BaseStore<string, Uint8Array>;

/** Throws a `RangeError` unless it is a store, or none. */
export function checkCache(cache: unknown): void {
  if (cache === undefined) return;
  if (typeof (cache as ByteCache | null)?.mget === "function") return;
  throw optionError("cache", "a LangChain store", cache);
}

export const toBytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(value));

/** What `read` makes of a value: `undefined` where it cannot be read. */
export function fromBytes<T>(
  bytes: Uint8Array | undefined,
  read: (value: unknown) => T
): T | undefined {
  if (bytes === undefined) return undefined;
  try {
    return read(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
}

/** What a model is called, as far as it tells. */
export function modelNameOf(model: object): string {
  const { model: name, modelName } = model as {
    model?: unknown;
    modelName?: unknown;
  };
  return String(name ?? modelName ?? model.constructor.name);
}
