import type { Document } from "@langchain/core/documents";
import { inBatches } from "../concurrency.js";
import type { Child, Family } from "./families.js";
import {
  isSameRecord,
  readRecords,
  recordEntry,
  recordOf,
  storeId,
  type DocumentStore,
  type FamilyRecord,
} from "./records.js";

/** What has to be done for one document. */
export interface Plan {
  family: Family;
  before?: FamilyRecord;
  after: FamilyRecord;
  /** Children to be embedded and written. */
  fresh: Child[];
  /** Ids in the vector store that go, or give way to fresh ones. */
  stale: string[];
  /** How many children were there that are no more. */
  deleted: number;
  /** Parents to be written. */
  parents: Document[];
  /** Ids of parents that go. */
  obsolete: string[];
}

/** Compares families to what the records say of an earlier write. */
export async function planOf(
  docStore: DocumentStore,
  families: readonly Family[]
): Promise<Plan[]> {
  const docIds = families.map(({ docId }) => docId);
  const records = await readRecords(docStore, docIds);
  const plans: Plan[] = [];
  for (const [index, family] of families.entries()) {
    const plan = childrenPlan(family, records[index]);
    plans.push({ ...plan, parents: await changedParents(docStore, family) });
  }
  return plans;
}

/** Whether anything has to be written. */
export const isChange = ({ before, after, parents, stale }: Plan): boolean =>
  before === undefined
    ? after.parents.length > 0
    : parents.length + stale.length > 0 || !isSameRecord(before, after);

function childrenPlan(
  family: Family,
  before?: FamilyRecord
): Omit<Plan, "parents"> {
  const after = recordOf(family);
  const known = new Map(before?.children.map((child) => [child.id, child]));
  // Of these nobody knows what the vector store has.
  const pending = new Set(before?.pending);
  const stale = new Set(pending);
  for (const child of known.values()) stale.add(storeId(child));
  const fresh: Child[] = [];
  for (const [index, child] of after.children.entries()) {
    const old = known.get(child.id);
    known.delete(child.id);
    if (old?.hash !== child.hash || pending.has(storeId(old))) {
      fresh.push(family.children[index]);
      continue;
    }
    if (old.storedAs !== undefined) child.storedAs = old.storedAs;
    stale.delete(storeId(old));
  }
  const kept = new Set(after.parents);
  const obsolete = (before?.parents ?? []).filter((id) => !kept.has(id));
  const deleted = known.size;
  return { family, before, after, fresh, stale: [...stale], deleted, obsolete };
}

/** The parents that the store does not have, or has otherwise. */
async function changedParents(
  docStore: DocumentStore,
  { parents }: Family
): Promise<Document[]> {
  const changed: Document[] = [];
  for (const batch of inBatches(parents)) {
    const stored = await docStore.mget(batch.map(({ id }) => id as string));
    for (const [index, parent] of batch.entries()) {
      if (textOf(stored[index]) !== textOf(parent)) changed.push(parent);
    }
  }
  return changed;
}

const textOf = (document?: Document): string | undefined =>
  document && JSON.stringify([document.pageContent, document.metadata]);

/** The record of a document while it is being written. */
export function pendingEntry(
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
