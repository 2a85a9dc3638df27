import { Document, type DocumentInterface } from "@langchain/core/documents";
import type { Span } from "../outline.js";

/** The metadata of a LangChain document. */
export type Metadata = Record<string, unknown>;

const isScalar = (value: unknown): boolean =>
  typeof value !== "object" && typeof value !== "function";

/**
 * A deep copy. What cannot be cloned (a function, say) is kept as it is, since
 * metadata belongs to the caller and must not make a splitter fail.
 */
export function copyMetadata(metadata: Metadata): Metadata {
  const copy: Metadata = {};
  for (const [key, value] of Object.entries(metadata)) {
    copy[key] = isScalar(value) ? value : copyValue(value);
  }
  return copy;
}

function copyValue(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}

/** Whether a value is an object and no list. */
export const isRecord = (value: unknown): value is Metadata =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value of a key that holds an object, `{}` otherwise. */
export function objectAt(metadata: Metadata, key: string): Metadata {
  const value = metadata[key];
  return isRecord(value) ? value : {};
}

/** Whether a value says where something stands. */
export function isSpan(value: unknown): value is Span {
  if (!isRecord(value)) return false;
  const { start, end } = value as Partial<Span>;
  return Number.isInteger(start) && Number.isInteger(end) && start! <= end!;
}

/** As JSON, undefined for what is none (a cycle, a bigint). */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** A copy of a document with other text. */
export function withText(
  { id, metadata }: DocumentInterface,
  pageContent: string
): Document {
  return new Document({
    pageContent,
    metadata: copyMetadata(metadata ?? {}),
    ...(id !== undefined && { id }),
  });
}
