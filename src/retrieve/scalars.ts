import { Document } from "@langchain/core/documents";
import { copyMetadata, type Metadata } from "../documents/metadata.js";

/** Where what is nested is kept, as one string of JSON. */
const NESTED = "nested_metadata";

/** With null, which not every store has. */
const isNested = (value: unknown): boolean => typeof value === "object";

/** What every child has at top level, whatever its document and splitter. */
const ALWAYS = ["doc_id", "section", "kind", "n_tokens"];

/**
 * A copy whose metadata are scalars: what is nested is one string of JSON. With
 * `idKey` so is all that not every child has, for stores of fixed columns.
 */
export function withScalars(
  { id, pageContent, metadata }: Document,
  idKey?: string
): Document {
  const entries = Object.entries(metadata);
  const columns = idKey === undefined ? undefined : [...ALWAYS, idKey];
  // A key of this name that is the caller's own goes in with the rest.
  const isIn = ([key, value]: [string, unknown]): boolean =>
    isNested(value) || key === NESTED || columns?.includes(key) === false;
  const nested = Object.fromEntries(entries.filter(isIn));
  const scalars = Object.fromEntries(entries.filter((each) => !isIn(each)));
  return new Document({
    id,
    pageContent,
    metadata: { ...scalars, [NESTED]: JSON.stringify(nested) },
  });
}

/** A copy of the metadata as they were before `withScalars`. */
export function withNested(metadata: Metadata): Metadata {
  const { [NESTED]: json, ...scalars } = copyMetadata(metadata);
  if (json == null) return scalars;
  // Milvus gives back what the JSON says.
  const nested = typeof json === "string" ? JSON.parse(json) : json;
  return { ...scalars, ...nested };
}
