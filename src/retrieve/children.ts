import type { Document } from "@langchain/core/documents";
import type { VectorStoreInterface } from "@langchain/core/vectorstores";
import { inBatches } from "../concurrency.js";
import type { Child } from "./families.js";
import { pendingEntry, type Plan } from "./plan.js";
import { storeId, type DocumentStore } from "./records.js";
import { withScalars } from "./scalars.js";
import { traitsOf } from "./store-traits.js";

/** Where families are written. */
export interface Stores {
  vectorStore: VectorStoreInterface;
  docStore: DocumentStore;
  /** Whether the vector store gets scalars only. */
  scalarMetadata: boolean;
  /** The metadata key for the id of the parent. */
  idKey: string;
}

/** A child as the vector store gets it. */
export function writtenOf(
  { vectorStore, scalarMetadata, idKey }: Stores,
  document: Document
): Document {
  if (!scalarMetadata) return document;
  const { hasColumns } = traitsOf(vectorStore);
  return withScalars(document, hasColumns ? idKey : undefined);
}

/** A child that is to be written, and what is planned for its document. */
export interface Fresh {
  plan: Plan;
  child: Child;
}

/** Embeds and writes children, and keeps the ids that the store gives them. */
export async function addChildren(
  stores: Stores,
  batch: readonly Fresh[]
): Promise<void> {
  const documents = batch.map(({ child }) => writtenOf(stores, child.document));
  const ids = documents.map(({ id }) => id as string);
  const stored = await stores.vectorStore.addDocuments(documents, { ids });
  if (!Array.isArray(stored) || stored.every((id, k) => id === ids[k])) return;
  if (stored.length !== ids.length) {
    throw new Error(
      `The vector store gave ${stored.length} ids for ${ids.length} children`
    );
  }
  // The store gives ids of its own: without them nothing could be deleted.
  const storedAs = new Map(ids.map((id, index) => [id, String(stored[index])]));
  for (const plan of new Set(batch.map((each) => each.plan))) {
    for (const child of plan.after.children) {
      child.storedAs = storedAs.get(child.id) ?? child.storedAs;
    }
    const known = plan.after.children.map(storeId);
    await stores.docStore.mset([pendingEntry(plan, known)]);
  }
  await removeCopies(stores, batch);
}

/**
 * Takes out what a write left that ended before it knew the ids that the store
 * gave: the copies of what it was writing, which only a search can find.
 */
async function removeCopies(
  stores: Stores,
  batch: readonly Fresh[]
): Promise<void> {
  const { vectorStore, idKey } = stores;
  const plans = [...new Set(batch.map(({ plan }) => plan))];
  const pending = new Set(plans.flatMap(({ before }) => before?.pending ?? []));
  const doubtful = batch.filter(({ child }) =>
    pending.has(child.document.id as string)
  );
  if (doubtful.length === 0) return;
  const known = new Set(
    plans.flatMap(({ after }) => after.children.map(storeId))
  );
  const vectors = await vectorStore.embeddings.embedDocuments(
    doubtful.map(({ child }) => child.document.pageContent)
  );
  const copies = new Set<string>();
  for (const [index, { child }] of doubtful.entries()) {
    const { pageContent, metadata } = child.document;
    const found = await vectorStore.similaritySearchVectorWithScore(
      vectors[index],
      COPIES
    );
    for (const [{ id, ...other }] of found) {
      const isCopy =
        other.pageContent === pageContent &&
        other.metadata[idKey] === metadata[idKey];
      if (isCopy && id !== undefined && !known.has(id)) copies.add(id);
    }
  }
  await removeChildren(stores, [...copies]);
}

/** How many children are looked at for copies of one. */
const COPIES = 10;

/** Takes children out; those that are not there are skipped. */
export async function removeChildren(
  { vectorStore }: Stores,
  ids: readonly string[]
): Promise<void> {
  const removeAll = async (batch: string[]): Promise<void> => {
    try {
      await vectorStore.delete({ ids: batch });
    } catch (error) {
      if (!isMissing(error)) throw error;
      // Some stores refuse all for one id that they do not have.
      if (batch.length > 1) for (const id of batch) await removeAll([id]);
    }
  };
  for (const batch of inBatches(ids)) await removeAll(batch);
}

/** Whether an error says that something is not there. */
const isMissing = (error: unknown): boolean =>
  /not found|not exist|no such/i.test(String(error));
