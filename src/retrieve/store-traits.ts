import type { VectorStoreInterface } from "@langchain/core/vectorstores";

/** What is special about one of LangChain's vector stores. */
export interface StoreTraits {
  /** Why nothing that it holds can be changed. */
  noChange?: string;
  /** Why it cannot hold children at all. */
  noUse?: string;
  /** It does not give back nested metadata as they were. */
  isFlat?: boolean;
  /** Its metadata are columns: those that are declared, or of its first batch. */
  hasColumns?: boolean;
  /** Its search takes no filter. */
  noFilter?: boolean;
  /** What its scores are, if they are not the higher the nearer. */
  score?: "distances" | "ranks" | "none";
}

type Traits = StoreTraits | ((store: Readonly<Fields>) => StoreTraits);

/** What is looked at of stores that depend on their options. */
interface Fields {
  autoId?: boolean;
  indexCreateParams?: { metric_type?: string };
  scoreNormalization?: string;
  useInsert?: boolean;
}

/** Why most of those that cannot change anything cannot. */
export const NO_DELETE = "has no `delete` by id";
const OWN_IDS = "gives ids of its own and does not say which";

/**
 * By `_vectorstoreType()`, as the sources of LangChain's classes have it
 * (`@langchain/community` 1.1, the packages of 2026). Stores that are not here
 * take ids and nested metadata, and give scores that are the higher the nearer.
 * One whose `delete` is that of the base class is known without being here.
 */
export const TRAITS: Readonly<Record<string, Traits>> = {
  analyticdb: { score: "distances" },
  // `addDocuments` takes a list of ids where others take `{ ids }`.
  astradb: { noChange: OWN_IDS },
  azionEdgeSQL: { noChange: NO_DELETE },
  azure_aisearch: {
    noUse: "keeps `source` and `attributes` of the metadata only",
  },
  cassandra: { isFlat: true, hasColumns: true },
  // Drops `loc` but for lines; its client refuses all else that is nested.
  chroma: { isFlat: true, score: "distances" },
  clickhouse: { score: "distances" },
  couchbase_query: { score: "distances" },
  "couchbase-search": { noChange: NO_DELETE },
  faiss: { noFilter: true, score: "distances" },
  hanadb: { noChange: NO_DELETE },
  hnswlib: { noChange: NO_DELETE, score: "distances" },
  // Its scores are `undefined`.
  lancedb: { isFlat: true, hasColumns: true, noFilter: true, score: "none" },
  libsql: { score: "distances" },
  mariadb: { score: "distances" },
  milvus: ({ autoId, indexCreateParams }) => ({
    hasColumns: true,
    isFlat: true,
    ...(autoId !== false && { noChange: OWN_IDS }),
    ...(indexCreateParams?.metric_type === "L2" && { score: "distances" }),
  }),
  // Takes strings, numbers, booleans and lists of strings.
  momento: { isFlat: true, noFilter: true },
  myscale: { score: "distances" },
  "neon-postgres": { score: "distances" },
  // Makes a property of each key, which Neo4j refuses for a map. Its search
  // takes the words of the query where others take the filter.
  neo4jvector: { isFlat: true, noFilter: true },
  pgvector: ({ scoreNormalization }) =>
    scoreNormalization === "similarity" ? {} : { score: "distances" },
  // `loc.start` comes back as a key of that name.
  pinecone: { isFlat: true },
  prisma: ({ useInsert }) => ({
    ...(!useInsert && { noUse: "changes rows, unless `useInsert` is set" }),
    isFlat: true,
    hasColumns: true,
    score: "distances",
  }),
  // `addDocuments` takes `keys` where others take `ids`.
  redis: { noChange: OWN_IDS, score: "distances" },
  rockset: { noChange: NO_DELETE },
  // Drops all but strings, with a warning.
  turbopuffer: { noChange: NO_DELETE, isFlat: true, score: "distances" },
  typeorm: { score: "distances" },
  typesense: { isFlat: true, hasColumns: true, score: "distances" },
  usearch: { noFilter: true, score: "distances" },
  vercel: { score: "distances" },
  voi: { noChange: NO_DELETE, noFilter: true, score: "ranks" },
  // `loc.start` comes back as `loc_start`.
  weaviate: { isFlat: true, score: "distances" },
  xata: { isFlat: true, hasColumns: true },
  zep: { noChange: NO_DELETE },
};

/** The name of a store's class; stores of one's own need not have it. */
export const typeOf = (vectorStore: Partial<VectorStoreInterface>): string =>
  vectorStore._vectorstoreType?.() ?? "";

/** What is known of a store; nothing of those that are not LangChain's. */
export function traitsOf(vectorStore: VectorStoreInterface): StoreTraits {
  const type = typeOf(vectorStore);
  const traits = Object.hasOwn(TRAITS, type) ? TRAITS[type] : {};
  return typeof traits === "function" ? traits(vectorStore as Fields) : traits;
}
