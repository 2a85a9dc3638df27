import { Document } from "@langchain/core/documents";
import type { BaseStore } from "@langchain/core/stores";
import { inBatches } from "../concurrency.js";
import type { Span } from "../outline.js";
import { uuidOf } from "../documents/ids.js";
import { jsonOf, type Metadata } from "../documents/metadata.js";
import type { Family } from "./families.js";

/** What is used of a LangChain store. */
export type KeyValueStore<T> = Pick<
  BaseStore<string, T>,
  "mget" | "mset" | "mdelete"
>;

/** Where parents and records are kept, by id. */
export type DocumentStore = KeyValueStore<Document>;

/** What is known of a child that is in the vector store. */
export interface ChildRecord extends Span {
  id: string;
  /** The id that the vector store gave it, if it takes none from outside. */
  storedAs?: string;
  /** Of its text and its metadata at top level: what the store has of it. */
  hash: string;
  /** The id of its parent. */
  parent: string;
  /** Which of the texts it was cut out of; `start`, `end` are places in it. */
  text: number;
  section: string;
  loc: Metadata;
}

/**
 * What is known of one document: its parents and children in order. It is kept
 * beside the parents, so that a later run finds what an earlier one wrote.
 */
export interface FamilyRecord {
  /** The texts that its children were cut out of. */
  texts: string[];
  parents: string[];
  children: ChildRecord[];
  /**
   * Ids that may be in the vector store beyond those of the children: there
   * are some from the start of a write to its end.
   */
  pending: string[];
}

/** The key of the record of a document. */
export const recordKey = (docId: string): string =>
  uuidOf("family record", docId);

export const storeId = ({ id, storedAs }: ChildRecord): string =>
  storedAs ?? id;

function hashOf({ pageContent, metadata }: Document): string {
  const json = jsonOf([pageContent, { ...metadata, loc: undefined }]);
  if (json !== undefined) return uuidOf(json);
  throw new Error(
    `The metadata of "${metadata.doc_id}" are no JSON (a cycle, a bigint), ` +
      "so that they cannot be stored. Nothing was written"
  );
}

/** The record of a family once all of it is written. */
export function recordOf({ parents, children }: Family): FamilyRecord {
  const texts = new Map<string, number>();
  const indexOf = (text: string): number => {
    const index = texts.get(text) ?? texts.size;
    texts.set(text, index);
    return index;
  };
  const records = children.map(({ document, parent, cut }): ChildRecord => ({
    id: document.id as string,
    hash: hashOf(document),
    parent: parents[parent].id as string,
    text: indexOf(cut.text),
    start: cut.start,
    end: cut.end,
    section: String(document.metadata.section ?? ""),
    loc: document.metadata.loc as Metadata,
  }));
  return {
    texts: [...texts.keys()],
    parents: parents.map(({ id }) => id as string),
    children: records,
    pending: [],
  };
}

/** Whether two records say the same. */
export const isSameRecord = (one: FamilyRecord, other: FamilyRecord): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The records of documents, `undefined` for those that were not written. */
export async function readRecords(
  store: DocumentStore,
  docIds: readonly string[]
): Promise<(FamilyRecord | undefined)[]> {
  const records: (FamilyRecord | undefined)[] = [];
  for (const batch of inBatches(docIds)) {
    const documents = await store.mget(batch.map(recordKey));
    records.push(...documents.map((document) => document?.metadata.record));
  }
  return records;
}

/** A record as a value for the store. */
export const recordEntry = (
  docId: string,
  record: FamilyRecord
): [string, Document] => [
  recordKey(docId),
  new Document({ pageContent: "", metadata: { doc_id: docId, record } }),
];

/**
 * A store of documents in a store of bytes, written as LangChain's
 * `createDocumentStoreFromByteStore` does, which can read it.
 */
export function documentStoreOf(
  bytes: KeyValueStore<Uint8Array>
): DocumentStore {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return {
    async mget(keys) {
      const values = await bytes.mget(keys);
      return values.map((value) =>
        value === undefined
          ? undefined
          : new Document(JSON.parse(decoder.decode(value)))
      );
    },
    mset: (pairs) =>
      bytes.mset(
        pairs.map(([key, { pageContent, metadata }]) => [
          key,
          encoder.encode(JSON.stringify({ pageContent, metadata })),
        ])
      ),
    mdelete: (keys) => bytes.mdelete(keys),
  };
}
