import type { Document } from "@langchain/core/documents";
import {
  VectorStore,
  type VectorStoreInterface,
} from "@langchain/core/vectorstores";

// What LangChain's stores cannot do, by `_vectorstoreType()`, as the sources of
// their classes (1.x) have it.

/** Stores whose `delete` takes something else than `{ ids }`. */
const NO_DELETE_BY_ID = new Set([
  "azionEdgeSQL",
  "couchbase-search",
  "hanadb",
  "hnswlib",
  "rockset",
  "turbopuffer",
  "voi",
  "zep",
]);

/** Throws where the store cannot delete by id. */
export function checkDelete(
  vectorStore: VectorStoreInterface,
  action: string
): void {
  const type = vectorStore._vectorstoreType();
  const { delete: own } = vectorStore as Partial<VectorStoreInterface>;
  // A store that cannot delete has the method of the base class, or none.
  const isOwn = own !== undefined && own !== VectorStore.prototype.delete;
  if (isOwn && !NO_DELETE_BY_ID.has(type)) return;
  throw new Error(
    `The vector store "${type}" has no \`delete\` by id, so that it cannot ` +
      `${action}. Nothing was written`
  );
}

/** Stores that do not give back what is nested as they got it. */
const SCALAR_STORES = new Set([
  // Drops `loc` but for lines; its client refuses all else that is nested.
  "chroma",
  // Makes a column of each key, and finds no type for an empty list.
  "lancedb",
  // Makes a property of each key, which Neo4j refuses for a map.
  "neo4jvector",
  // `loc.start` comes back as a key of that name.
  "pinecone",
  // Drops all but strings, with a warning.
  "turbopuffer",
  // `loc.start` comes back as `loc_start`.
  "weaviate",
]);

/** Throws where the store is known to lose or to refuse nested metadata. */
export function checkScalars(
  vectorStore: VectorStoreInterface,
  documents: readonly Document[]
): void {
  const type = vectorStore._vectorstoreType();
  if (!SCALAR_STORES.has(type)) return;
  for (const { metadata } of documents) {
    const found = Object.entries(metadata).find(([, value]) => isMap(value));
    if (found === undefined) continue;
    throw new Error(
      `The vector store "${type}" does not give back nested metadata ` +
        `(\`${found[0]}\`) as they were: pass \`scalarMetadata: true\`. ` +
        "Nothing was written"
    );
  }
}

/** Of lists some of these stores keep those of scalars. */
const isMap = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);
