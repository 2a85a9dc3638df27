import { Document, type DocumentInterface } from "@langchain/core/documents";
import type { Span } from "../outline.js";

/** The metadata of a LangChain document. */
export type Metadata = Record<string, unknown>;

/** A key of its own, "__proto__" too: assigned it would be the prototype. */
function setOwn(copy: Metadata, key: string, value: unknown): void {
  if (key !== "__proto__") copy[key] = value;
  else {
    const descriptor = { value, writable: true, enumerable: true };
    Object.defineProperty(copy, key, { ...descriptor, configurable: true });
  }
}

/**
 * A deep copy of data. What is more than data (a function, an instance of a
 * class, a `URL`) is kept as it is: a clone would not be the same any more, and
 * metadata must not make a splitter fail.
 */
export function copyMetadata(metadata: Metadata): Metadata {
  const copies = new Map<object, unknown>();
  const copy: Metadata = {};
  copies.set(metadata, copy);
  for (const [key, value] of Object.entries(metadata)) {
    try {
      setOwn(copy, key, copyOf(value, copies));
    } catch {
      // A getter that throws, or a depth that no stack takes.
      setOwn(copy, key, value);
    }
  }
  return copy;
}

function copyEntries(value: object, copies: Map<object, unknown>): Metadata {
  const copy: Metadata = {};
  copies.set(value, copy);
  for (const [key, item] of Object.entries(value)) {
    setOwn(copy, key, copyOf(item, copies));
  }
  return copy;
}

function copyOf(value: unknown, copies: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    copies.set(value, copy);
    for (const item of value) copy.push(copyOf(item, copies));
    return copy;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  // Whatever realm its `Object` is of.
  if (prototype === null || Object.getPrototypeOf(prototype) === null) {
    return copyEntries(value, copies);
  }
  const clone = cloneOf(value);
  copies.set(value, clone);
  return clone;
}

/** A clone of a date, a map, bytes; the value itself where that is less. */
function cloneOf(value: object): unknown {
  try {
    const clone: object = structuredClone(value);
    return clone.constructor.name === value.constructor.name ? clone : value;
  } catch {
    return value;
  }
}

/** Whether a value is an object and no list. */
export const isRecord = (value: unknown): value is Metadata =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value of a key that holds an object, `{}` otherwise. */
export function objectAt(
  metadata: Metadata | null | undefined,
  key: string
): Metadata {
  const value = metadata?.[key];
  return isRecord(value) ? value : {};
}

/** The headings over a chunk, the outermost first. */
export function headingsOf(metadata: Metadata): string[] {
  const { headings } = objectAt(metadata, "loc");
  return Array.isArray(headings) ? headings.map(String) : [];
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
