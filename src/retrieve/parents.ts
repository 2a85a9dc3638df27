import { Document } from "@langchain/core/documents";
import { copyMetadata, objectAt } from "../documents/metadata.js";
import type { Hit } from "./hits.js";
import type { DocumentStore } from "./records.js";

/** Children of one parent that were found, the best first. */
export interface HitGroup {
  hits: Hit[];
  /** The parent that stands for them; without it they do. */
  parent?: string;
}

/** The children by parent, in the order of the best child of each. */
export function groupHits(hits: readonly Hit[]): HitGroup[] {
  const groups = new Map<string, HitGroup>();
  for (const [index, hit] of hits.entries()) {
    const parent = hit.parent || undefined;
    const key = parent ?? `child ${index}`;
    const group = groups.get(key) ?? { hits: [], parent };
    groups.set(key, group);
    group.hits.push(hit);
  }
  return [...groups.values()];
}

/** The same, with a parent only where so large a share of its was found. */
export function mergeHits(hits: readonly Hit[], share: number): HitGroup[] {
  const merged = new Set(
    groupHits(hits)
      .filter((group) => {
        const siblings = group.hits[0].record?.children.filter(
          ({ parent }) => parent === group.parent
        );
        const least = share * (siblings?.length ?? Infinity);
        return group.hits.length >= least;
      })
      .map(({ parent }) => parent)
  );
  return groupHits(
    hits.map((hit) => (merged.has(hit.parent) ? hit : { ...hit, parent: "" }))
  );
}

/** The parents of groups, or their children where there is none. */
export async function resolve(
  docStore: DocumentStore,
  groups: readonly HitGroup[]
): Promise<Document[]> {
  const ids = groups.flatMap(({ parent }) => parent ?? []);
  const stored = await docStore.mget(ids);
  const found = new Map(ids.map((id, index) => [id, stored[index]]));
  return groups.flatMap(({ hits, parent }) => {
    const children = hits.map(({ child }) => child);
    if (parent === undefined) return children;
    const document = found.get(parent);
    if (document !== undefined) return copyOf(parent, document, children);
    children[0].metadata.parent_missing = true;
    return children[0];
  });
}

/**
 * A copy: stores in memory give out what they hold. Bytes have no id. Where the
 * children stand goes to `loc.hits`, for `packContext` to keep what is around.
 */
function copyOf(
  id: string,
  { pageContent, metadata }: Document,
  children: readonly Document[]
): Document {
  const copy = copyMetadata(metadata);
  const hits = children.map(({ metadata: { loc } }) => ({
    start: loc?.start,
    end: loc?.end,
  }));
  copy.loc = { ...objectAt(copy, "loc"), hits };
  return new Document({ id, pageContent, metadata: copy });
}
