import type { Document } from "@langchain/core/documents";
import {
  VectorStore,
  type VectorStoreInterface,
} from "@langchain/core/vectorstores";
import { optionError } from "../options.js";
import { NO_DELETE, traitsOf, typeOf } from "./store-traits.js";

/** Throws where the store cannot delete by id. */
export function checkDelete(
  vectorStore: VectorStoreInterface,
  action: string
): void {
  const { delete: own } = vectorStore as Partial<VectorStoreInterface>;
  // A store that cannot delete has the method of the base class, or none.
  const isOwn = own !== undefined && own !== VectorStore.prototype.delete;
  const { noChange = isOwn ? undefined : NO_DELETE } = traitsOf(vectorStore);
  if (noChange === undefined) return;
  throw new Error(
    `${nameOf(vectorStore)} ${noChange}, so that it cannot ${action}. ` +
      "Nothing was written"
  );
}

/** Throws where the store would lose or refuse metadata of children. */
export async function checkMetadata(
  vectorStore: VectorStoreInterface,
  documents: readonly Document[]
): Promise<void> {
  if (documents.length === 0) return;
  const { noUse, isFlat } = traitsOf(vectorStore);
  const name = nameOf(vectorStore);
  if (noUse !== undefined) {
    throw new Error(
      `${name} ${noUse}, so that it cannot hold children. Nothing was written`
    );
  }
  const columns = await columnsOf(vectorStore);
  for (const { metadata } of documents) {
    for (const [key, value] of Object.entries(metadata)) {
      if (isFlat && isMap(value)) {
        throw new Error(
          `${name} does not give back nested metadata (\`${key}\`) as they ` +
            "were: pass `scalarMetadata: true`. Nothing was written"
        );
      }
      if (columns !== undefined && !columns.has(key)) {
        throw new Error(
          `${name} has no column for the metadata \`${key}\` (it has ` +
            `${[...columns].join(", ")}): add the column, or make a new ` +
            "table. Nothing was written"
        );
      }
    }
  }
}

/** Throws a `RangeError` for options that the store's search does not take. */
export function checkSearch(
  vectorStore: VectorStoreInterface,
  filter: unknown,
  scoreThreshold: unknown
): void {
  const { noFilter, score } = traitsOf(vectorStore);
  const name = nameOf(vectorStore);
  if (noFilter && filter !== undefined) {
    const expected = `left out: ${name} does not filter`;
    throw optionError("filter", expected, filter);
  }
  if (scoreThreshold === undefined) return;
  if (
    typeof scoreThreshold !== "function" &&
    !Number.isFinite(scoreThreshold)
  ) {
    const expected = "a number or a function";
    throw optionError("scoreThreshold", expected, scoreThreshold);
  }
  if (score === undefined) return;
  if (score === "distances" && typeof scoreThreshold !== "number") return;
  const expected =
    score === "distances"
      ? `a function: the scores of ${name} are distances`
      : `left out: the scores of ${name} are ${score}`;
  throw optionError("scoreThreshold", expected, scoreThreshold);
}

const nameOf = (vectorStore: VectorStoreInterface): string =>
  `The vector store "${typeOf(vectorStore)}"`;

/** Of lists some of these stores keep those of scalars. */
const isMap = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a store says of its columns, if it has them and they are known. */
async function columnsOf(
  vectorStore: VectorStoreInterface
): Promise<Set<string> | undefined> {
  const { table, metadataColumns, metadataColumnNames, selectColumns } =
    vectorStore as unknown as {
      table?: { schema?(): Promise<{ fields: { name: string }[] }> };
      metadataColumns?: { name: string }[];
      metadataColumnNames?: string[];
      selectColumns?: string[];
    };
  switch (typeOf(vectorStore)) {
    case "lancedb": {
      const schema = await table?.schema?.();
      return schema && new Set(schema.fields.map(({ name }) => name));
    }
    case "cassandra":
      return (
        metadataColumns && new Set(metadataColumns.map(({ name }) => name))
      );
    case "prisma":
      return selectColumns && new Set(selectColumns);
    case "typesense":
      return metadataColumnNames && new Set(metadataColumnNames);
  }
  return undefined;
}
