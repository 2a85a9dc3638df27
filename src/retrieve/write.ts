import { inBatches } from "../concurrency.js";
import {
  addChildren,
  removeChildren,
  writtenOf,
  type Stores,
} from "./children.js";
import type { Family } from "./families.js";
import { isChange, pendingEntry, planOf, type Plan } from "./plan.js";
import {
  readRecords,
  recordEntry,
  recordKey,
  storeId,
  type DocumentStore,
} from "./records.js";
import { checkDelete, checkMetadata } from "./store-checks.js";

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
  await checkStore(stores, plans);
  const total = sum(plans, ({ fresh }) => fresh);
  let added = 0;
  for (const group of groupsOf(plans, options.batchSize)) {
    await announce(stores, group);
    await removeChildren(
      stores,
      group.flatMap(({ stale }) => stale)
    );
    const fresh = group.flatMap((plan) =>
      plan.fresh.map((child) => ({ plan, child }))
    );
    for (const batch of inBatches(fresh, options.batchSize)) {
      options.signal?.throwIfAborted();
      await addChildren(stores, batch);
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
  ids: readonly string[]
): Promise<WriteResult> {
  const { docStore } = stores;
  const docIds = [...new Set(ids)];
  const all = await readRecords(docStore, docIds);
  const records = all.filter((record) => record !== undefined);
  const stored = records.flatMap(({ children, pending }) => [
    ...new Set([...children.map(storeId), ...pending]),
  ]);
  if (stored.length > 0) checkDelete(stores.vectorStore, "delete documents");
  await removeChildren(stores, stored);
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
async function checkStore(
  stores: Stores,
  plans: readonly Plan[]
): Promise<void> {
  if (plans.some(({ stale }) => stale.length > 0)) {
    checkDelete(stores.vectorStore, "change or finish what it holds");
  }
  const fresh = plans.flatMap((plan) => plan.fresh);
  const written = fresh.map(({ document }) => writtenOf(stores, document));
  await checkMetadata(stores.vectorStore, written);
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
