import type { DocumentInterface } from "@langchain/core/documents";
import type { BaseRetrieverInput } from "@langchain/core/retrievers";
import type { VectorStoreInterface } from "@langchain/core/vectorstores";
import type { SeamTextSplitter } from "../splitters/base.js";
import {
  checkInteger,
  optionError,
  checkBoolean,
  checkFunction,
  checkMethods,
} from "../options.js";
import { checkFamilyOptions } from "./families.js";
import type { DocumentStore, KeyValueStore } from "./records.js";
import { checkSearch } from "./store-checks.js";

const MODES = ["parent", "autoMerge", "window", "section"] as const;

/** What is returned for the children that were found. */
export type ParentChildMode = (typeof MODES)[number];

/** The options of `ParentChildRetriever`. */
export interface ParentChildRetrieverInput extends BaseRetrieverInput {
  /** Holds the children. */
  vectorStore: VectorStoreInterface;
  /** Holds the parents, and a record of each document. */
  docStore?: DocumentStore;
  /** The same as bytes; one of the two is needed. */
  byteStore?: KeyValueStore<Uint8Array>;
  /** Makes the parents. Default: none, each document is a parent. */
  parentSplitter?: SeamTextSplitter;
  /** Makes the children: smaller chunks than the parents. */
  childSplitter: SeamTextSplitter;
  /** How many children are looked for. An integer from 1 up. Default: 20. */
  childK?: number;
  /**
   * The most documents that are returned: more children are looked for until
   * there are so many, or no more children. Not in mode "autoMerge", where it
   * is `childK` that bounds. An integer from 1 up. Default: 4.
   */
  parentK?: number;
  /** The metadata key for the id of the parent. Default: "parent_id". */
  idKey?: string;
  /**
   * What is returned: "parent", each parent once; "autoMerge", a parent where
   * at least `mergeShare` of its children were found, else those children;
   * "window", the child and `windowSize` neighbours on both sides; "section",
   * all under the headings of the child. Default: "parent".
   */
  mode?: ParentChildMode;
  /** Above 0 and up to 1; mode "autoMerge" only. Default: 0.5. */
  mergeShare?: number;
  /** In children, from 0 up; mode "window" only. Default: 1. */
  windowSize?: number;
  /** Passed on to the vector store; left out where it takes none. */
  filter?: VectorStoreInterface["FilterType"];
  /**
   * The lowest score of a child, in the unit of the vector store. Where a low
   * score is a near child (a distance), pass a function: a number is an error
   * for the stores of LangChain that give distances. Default: none.
   */
  scoreThreshold?: number | ((score: number) => boolean);
  /**
   * Whether the vector store gets scalars only: what is nested in the metadata
   * of children (`loc`) is written as one string of JSON, `nested_metadata`,
   * and put back when they are read; a date comes back as a string. Where each
   * key is a column (LanceDB, Milvus) all goes into it but `doc_id`, `section`,
   * `kind`, `n_tokens` and `idKey`. To be set from the first write on. Default:
   * false.
   */
  scalarMetadata?: boolean;
  /** The most children that are embedded together. Default: 100. */
  batchSize?: number;
  /** Called with a child whose parent is not in the store. */
  onMissingParent?: (child: DocumentInterface) => void;
}

/** Throws a `RangeError` for what is out of range. */
export function checkFields(fields: ParentChildRetrieverInput): void {
  checkFamilyOptions(fields);
  const { docStore, byteStore, mode, mergeShare, vectorStore } = fields;
  checkMethods("vectorStore", "a vector store", vectorStore, "addDocuments");
  checkSearch(vectorStore, fields.filter, fields.scoreThreshold);
  if (docStore === undefined && byteStore === undefined) {
    throw optionError("docStore", "a store, or `byteStore` one", docStore);
  }
  for (const name of ["docStore", "byteStore"] as const) {
    const { [name]: store } = fields;
    if (store === undefined) continue;
    checkMethods(name, "a LangChain store", store, "mget", "mset", "mdelete");
  }
  for (const name of ["childK", "parentK", "batchSize"] as const) {
    if (fields[name] !== undefined) checkInteger(name, fields[name], 1);
  }
  if (fields.windowSize !== undefined) {
    checkInteger("windowSize", fields.windowSize, 0);
  }
  if (mode !== undefined && !MODES.includes(mode)) {
    throw optionError("mode", MODES.join(", "), mode);
  }
  if (mergeShare !== undefined && !(mergeShare > 0 && mergeShare <= 1)) {
    throw optionError("mergeShare", "above 0 and up to 1", mergeShare);
  }
  checkBoolean("scalarMetadata", fields.scalarMetadata ?? false);
  checkFunction("onMissingParent", fields.onMissingParent);
}
