/**
 * Parents found through their children, against the same parents found
 * directly and against the children alone. See "Parents and children" in
 * README.md.
 *
 *     npx tsx benchmarks/parents.ts FOLDER...
 *
 * Each folder holds corpora/* and questions.jsonl.
 */
import { basename } from "node:path";
import type { Document, DocumentInterface } from "@langchain/core/documents";
import { InMemoryStore } from "@langchain/core/stores";
import { StructuralMarkdownTextSplitter } from "langchain-seams";
import {
  bm25,
  evaluateSplitters,
  type EvaluationReport,
  type RetrieverFactory,
} from "langchain-seams/evaluate";
import { familiesOf } from "../src/retrieve/families.js";
import { HitReader, type Hit } from "../src/retrieve/hits.js";
import { groupHits, mergeHits, resolve } from "../src/retrieve/parents.js";
import { rangesAround, sectionOf, windowOf } from "../src/retrieve/ranges.js";
import { recordEntry, recordOf } from "../src/retrieve/records.js";
import { differenceTable, qualityTable } from "./quality/tables.js";

/** What stands for the children that were found. */
type Answer = (
  hits: Hit[],
  store: InMemoryStore<Document>
) => Document[] | Promise<Document[]>;

const parents: Answer = (hits, store) => resolve(store, groupHits(hits));

const autoMerge: Answer = (hits, store) =>
  resolve(store, mergeHits(hits.slice(0, 20), 0.5));

const windows: Answer = (hits) => rangesAround(hits.slice(0, 20), windowOf(1));

const sections: Answer = (hits) => rangesAround(hits, sectionOf);

/** Answers of children, by the row of the table they are made for. */
const answers = new WeakMap<
  DocumentInterface,
  { answer: Answer; store: InMemoryStore<Document> }
>();

/** Makes children, and remembers what is to be returned for them. */
class ChildSplitter extends StructuralMarkdownTextSplitter {
  private readonly store = new InMemoryStore<Document>();

  constructor(
    chunkSize: number,
    private readonly parentSize: number,
    private readonly answer: Answer
  ) {
    super({ chunkSize });
  }

  override async splitDocuments(
    documents: DocumentInterface[]
  ): Promise<Document[]> {
    const all: Document[] = [];
    const families = await familiesOf(documents, {
      parentSplitter: new StructuralMarkdownTextSplitter({
        chunkSize: this.parentSize,
      }),
      childSplitter: new StructuralMarkdownTextSplitter({
        chunkSize: this.chunkSize,
      }),
    });
    for (const family of families) {
      await this.store.mset([recordEntry(family.docId, recordOf(family))]);
      await this.store.mset(
        family.parents.map((parent) => [parent.id as string, parent])
      );
      for (const { document } of family.children) {
        answers.set(document, { answer: this.answer, store: this.store });
        all.push(document);
      }
    }
    return all;
  }
}

const search = bm25();

/** BM25 over the chunks; children are answered as their row says. */
const retriever: RetrieverFactory = async (chunks, context) => {
  const find = (await search(chunks, context)) as (
    question: string,
    limit: number
  ) => Promise<DocumentInterface[]> | DocumentInterface[];
  const row = answers.get(chunks[0]);
  if (row === undefined) return find;
  const reader = new HitReader({ idKey: "parent_id" }, row.store);
  return async (question, limit) => {
    const found = (await find(question, limit)).slice(0, 100);
    return row.answer(await reader.read(found), row.store);
  };
};
retriever.retrieverName = "BM25";

const markdown = (chunkSize: number) =>
  new StructuralMarkdownTextSplitter({ chunkSize });

const splitters = {
  "chunks 1200 directly": markdown(1200),
  "chunks 800 directly": markdown(800),
  "chunks 400 directly": markdown(400),
  "chunks 175 directly": markdown(175),
  "parents 1200 by children 175": new ChildSplitter(175, 1200, parents),
  "parents 800 by children 175": new ChildSplitter(175, 800, parents),
  "autoMerge 800, children 175": new ChildSplitter(175, 800, autoMerge),
  "window 1 of children 175": new ChildSplitter(175, 1200, windows),
  "sections of children 175": new ChildSplitter(175, 1200, sections),
};

const reports: EvaluationReport[] = [];
for (const folder of process.argv.slice(2)) {
  reports.push(
    await evaluateSplitters({
      folder,
      title: basename(folder),
      splitters,
      baseline: "chunks 1200 directly",
      retriever,
      maxMisses: 0,
    })
  );
  process.stderr.write(`${folder}\n`);
}
process.stdout.write(
  [
    qualityTable(reports),
    ...(["hit", "recall", "joint"] as const).map((metric) =>
      differenceTable(reports, metric)
    ),
  ].join("\n\n") + "\n"
);
