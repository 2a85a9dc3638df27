import type { VectorStoreInterface } from "@langchain/core/vectorstores";
import type { Child, Family } from "./families.js";
import { isChange, planOf, type Plan } from "./plan.js";
import {
  inBatches,
  readRecords,
  recordEntry,
  recordKey,
  storeId,
  type DocumentStore,
} from "./records.js";
import { withScalars } from "./scalars.js";
import { checkDelete, checkScalars } from "./store-checks.js";

/** What a call has done, counted. */
export interface WriteResult {
  /** Documents that were written or taken out. */
  documents: number;
  /** Children that were embedded and written. */
  added: number;
  /** Children that stay as they were: no call to the embedder. */
  unchanged: number;
  /** Children that were taken out. */
  deleted: number;
}

export interface WriteOptions {
  /** The most children that are embedded together. */
  batchSize: number;
  signal?: AbortSignal;
  /** Called after each batch: how many of the new children are written. */
  onProgress?: (done: number, total: number) => void;
}

export interface Stores {
  vectorStore: VectorStoreInterface;
  docStore: DocumentStore;
  /** Whether the vector store gets scalars only. */
  scalarMetadata: boolean;
}

/**
 * Writes families, for the first time or again. The order makes that a crash
 * leaves no child without its parent, and that the next write knows what it may
 * have left: first a record of all that is about to change is written, then the
 * parents; then old children go, and new ones come.
 */
export async function writeFamilies(
  stores: Stores,
  families: readonly Family[],
  options: WriteOptions
): Promise<WriteResult> {
  const all = await planOf(stores.docStore, families);
  const plans = all.filter(isChange);
  checkStore(stores, plans);
  const total = sum(plans, ({ fresh }) => fresh);
  let added = 0;
  for (const group of groupsOf(plans, options.batchSize)) {
    await announce(stores, group);
    await remove(
      stores,
      group.flatMap(({ stale }) => stale)
    );
    const fresh = group.flatMap((plan) =>
      plan.fresh.map((child) => ({ plan, child }))
    );
    for (const batch of inBatches(fresh, options.batchSize)) {
      options.signal?.throwIfAborted();
      await addBatch(stores, batch);
      added += batch.length;
      options.onProgress?.(added, total);
    }
    await conclude(stores, group);
  }
  const children = sum(all, ({ after }) => after.children);
  const deleted = plans.reduce((count, plan) => count + plan.deleted, 0);
  const unchanged = children - total;
  return { documents: plans.length, added, unchanged, deleted };
}

/** Takes documents out: their children, their parents, then their records. */
export async function deleteFamilies(
  stores: Stores,
  docIds: readonly string[]
): Promise<WriteResult> {
  const { docStore } = stores;
  const all = await readRecords(docStore, docIds);
  const records = all.filter((record) => record !== undefined);
  const ids = records.flatMap(({ children, pending }) => [
    ...new Set([...children.map(storeId), ...pending]),
  ]);
  if (ids.length > 0) checkDelete(stores.vectorStore, "delete documents");
  await remove(stores, ids);
  await forget(
    docStore,
    records.flatMap(({ parents }) => parents)
  );
  await forget(docStore, docIds.map(recordKey));
  const deleted = sum(records, ({ children }) => children);
  return { documents: records.length, added: 0, unchanged: 0, deleted };
}

const sum = <T>(items: readonly T[], listOf: (item: T) => unknown[]): number =>
  items.reduce((total, item) => total + listOf(item).length, 0);

/** Throws where the vector store cannot do what is planned. */
function checkStore(stores: Stores, plans: readonly Plan[]): void {
  if (plans.some(({ stale }) => stale.length > 0)) {
    checkDelete(stores.vectorStore, "change or finish what it holds");
  }
  if (stores.scalarMetadata) return;
  const fresh = plans.flatMap((plan) => plan.fresh);
  checkScalars(
    stores.vectorStore,
    fresh.map(({ document }) => document)
  );
}

/** Documents that are written together: children enough for one batch. */
function* groupsOf(plans: readonly Plan[], size: number): Generator<Plan[]> {
  let group: Plan[] = [];
  let children = 0;
  for (const plan of plans) {
    group.push(plan);
    children += plan.fresh.length;
    if (children < size) continue;
    yield group;
    group = [];
    children = 0;
  }
  if (group.length > 0) yield group;
}

/** Writes records that say what is about to change, then parents. */
async function announce(
  { docStore }: Stores,
  group: readonly Plan[]
): Promise<void> {
  await docStore.mset(group.map((plan) => pendingEntry(plan)));
  const parents = group.flatMap((plan) => plan.parents);
  for (const batch of inBatches(parents)) {
    await docStore.mset(batch.map((parent) => [parent.id as string, parent]));
  }
}

/** The record of a document while it is being written. */
function pendingEntry(
  { family, before, after, fresh, stale }: Plan,
  stored: readonly string[] = []
): ReturnType<typeof recordEntry> {
  const ids = fresh.map(({ document }) => document.id as string);
  const pending = [...ids, ...stale, ...stored];
  return recordEntry(family.docId, {
    texts: before?.texts ?? [],
    parents: [...new Set([...(before?.parents ?? []), ...after.parents])],
    children: before?.children ?? [],
    pending: [...new Set([...(before?.pending ?? []), ...pending])],
  });
}

async function addBatch(
  { vectorStore, docStore, scalarMetadata }: Stores,
  batch: readonly { plan: Plan; child: Child }[]
): Promise<void> {
  const documents = batch.map(({ child: { document } }) =>
    scalarMetadata ? withScalars(document) : document
  );
  const ids = documents.map(({ id }) => id as string);
  const stored = await vectorStore.addDocuments(documents, { ids });
  if (!Array.isArray(stored) || stored.every((id, k) => id === ids[k])) return;
  // The store gives ids of its own: without them nothing could be deleted.
  const storedAs = new Map(ids.map((id, index) => [id, String(stored[index])]));
  for (const plan of new Set(batch.map((each) => each.plan))) {
    for (const child of plan.after.children) {
      child.storedAs = storedAs.get(child.id) ?? child.storedAs;
    }
    const known = plan.after.children.map(storeId);
    await docStore.mset([pendingEntry(plan, known)]);
  }
}

async function remove(
  { vectorStore }: Stores,
  ids: readonly string[]
): Promise<void> {
  for (const batch of inBatches(ids)) await vectorStore.delete({ ids: batch });
}

async function forget(
  docStore: DocumentStore,
  keys: readonly string[]
): Promise<void> {
  for (const batch of inBatches(keys)) await docStore.mdelete(batch);
}

/** Takes out old parents, and writes the records of what is there now. */
async function conclude(
  { docStore }: Stores,
  group: readonly Plan[]
): Promise<void> {
  await forget(
    docStore,
    group.flatMap(({ obsolete }) => obsolete)
  );
  const [full, empty] = [true, false].map((isFull) =>
    group.filter(({ after }) => after.parents.length > 0 === isFull)
  );
  await docStore.mset(
    full.map(({ family, after }) => recordEntry(family.docId, after))
  );
  await forget(
    docStore,
    empty.map(({ family }) => recordKey(family.docId))
  );
}
