import { Document, type DocumentInterface } from "@langchain/core/documents";
import { uuidOf } from "../documents/ids.js";
import { copyMetadata } from "../documents/metadata.js";
import {
  readRecords,
  storeId,
  type DocumentStore,
  type FamilyRecord,
} from "./records.js";
import { withNested } from "./scalars.js";

/** A child that was found. */
export interface Hit {
  /** As the vector store gave it. */
  found: DocumentInterface;
  child: Document;
  /** The id of its parent, "" when it has none. */
  parent: string;
  /** What was written of its document, if that is known. */
  record?: FamilyRecord;
  /** Which of the children in the record it is, -1 when it is none. */
  index: number;
}

/** Finds children in the records of their documents, each child once. */
export class HitReader {
  private readonly records = new Map<string, FamilyRecord | undefined>();

  constructor(
    private readonly options: { idKey: string; scalarMetadata?: boolean },
    /** Has the records; without it children are taken as they are. */
    private readonly docStore?: DocumentStore
  ) {}

  async read(children: readonly DocumentInterface[]): Promise<Hit[]> {
    await this.readRecords(new Set(children.map(docIdOf)));
    const hits = children.map((child) => this.find(child));
    const seen = new Set<string>();
    return hits.filter(({ child, parent, record, index }) => {
      // A store that gives ids of its own may hold a child twice.
      const key =
        record?.children[index]?.id ??
        JSON.stringify([parent, child.pageContent]);
      return parent === "" || (!seen.has(key) && seen.add(key));
    });
  }

  private async readRecords(docIds: Set<string>): Promise<void> {
    if (this.docStore === undefined) return;
    const unknown = [...docIds].filter((docId) => !this.records.has(docId));
    const records = await readRecords(this.docStore, unknown);
    for (const [index, docId] of unknown.entries()) {
      this.records.set(docId, records[index]);
    }
  }

  private find(found: DocumentInterface): Hit {
    const { id, pageContent, metadata } = found;
    const { idKey, scalarMetadata } = this.options;
    const record = this.records.get(docIdOf({ metadata }));
    const parent = String(metadata[idKey] ?? "");
    // Not every store gives back the id that it was given.
    const derived = uuidOf(parent, "", pageContent);
    const children = record?.children ?? [];
    const given = children.findIndex((child) => storeId(child) === id);
    const index =
      given >= 0 ? given : children.findIndex((child) => child.id === derived);
    const child = new Document({
      id: children[index]?.id ?? id,
      pageContent,
      metadata: scalarMetadata ? withNested(metadata) : copyMetadata(metadata),
    });
    // An edit further up moves a child without its being written again.
    if (index >= 0) child.metadata.loc = structuredClone(children[index].loc);
    else if (this.docStore && parent) child.metadata.parent_missing = true;
    return { found, child, parent, record, index };
  }
}

const docIdOf = ({ metadata }: Pick<DocumentInterface, "metadata">): string =>
  String(metadata.doc_id ?? "");
