import { Document, type DocumentInterface } from "@langchain/core/documents";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { Span } from "../outline.js";
import { countUpTo } from "../sorted.js";
import { SeamTextSplitter } from "../splitters/base.js";
import {
  cutOf,
  docIdOf,
  sourcesOf,
  type Cut,
  type Source,
} from "../documents/documents.js";
import { ChunkIds } from "../documents/ids.js";
import { copyMetadata, jsonOf, objectAt } from "../documents/metadata.js";
import { optionError } from "../options.js";

/** The options of `splitFamilies`. */
export interface SplitFamiliesOptions {
  /** Makes the parents. Default: none, each document is a parent. */
  parentSplitter?: SeamTextSplitter;
  /** Makes the children: smaller chunks than the parents. */
  childSplitter: SeamTextSplitter;
  /** The metadata key for the id of the parent. Default: "parent_id". */
  idKey?: string;
  /** Callbacks that see the splitters, a `signal` that stops them. */
  config?: Partial<RunnableConfig>;
}

/** Parents and their children, as documents with ids and metadata. */
export interface Families {
  /** In the order of the documents, then of the text. */
  parents: Document[];
  /** In the same order; each says whose it is. */
  children: Document[];
}

/** A child, its parent's index, and what it was cut out of. */
export interface Child {
  document: Document;
  parent: number;
  cut: Cut;
}

/** All that is made of the documents of one `doc_id`. */
export interface Family {
  docId: string;
  parents: Document[];
  children: Child[];
}

/**
 * Cuts documents into parents and these into children, both along the outline
 * of the whole document: no child crosses a parent, `loc` of both are places in
 * the document, and a child has the section and the repeated heads that it has
 * without parents.
 *
 * Both carry the id of the parent in `metadata.parent_id` (`idKey`). Ids
 * are the same every time: a parent's depends on the document, the section and
 * its first child, so that it survives edits further on; a child's on its
 * parent and its text. A document that occurs twice is taken once.
 *
 * @example
 * ```ts
 * import { splitFamilies, StructuralMarkdownTextSplitter } from "langchain-seams";
 *
 * const { parents, children } = await splitFamilies(
 *   [{ pageContent: "# A\n\nOne.\n\nTwo.", metadata: { source: "a.md" } }],
 *   {
 *     parentSplitter: new StructuralMarkdownTextSplitter({ chunkSize: 1200 }),
 *     childSplitter: new StructuralMarkdownTextSplitter({ chunkSize: 5 }),
 *   }
 * );
 * console.log(children[0].metadata.parent_id === parents[0].id); // true
 * ```
 *
 * @throws RangeError when an option is out of range, or a splitter none of this
 * package.
 */
export async function splitFamilies(
  documents: readonly DocumentInterface[],
  options: SplitFamiliesOptions
): Promise<Families> {
  const families = await familiesOf(documents, options);
  return {
    parents: families.flatMap(({ parents }) => parents),
    children: families.flatMap(({ children }) =>
      children.map(({ document }) => document)
    ),
  };
}

/** Throws a `RangeError` for what is out of range. */
export function checkFamilyOptions({
  parentSplitter,
  childSplitter,
  idKey = "parent_id",
}: SplitFamiliesOptions): void {
  if (typeof idKey !== "string" || idKey === "" || idKey === "loc") {
    throw optionError("idKey", "a key of metadata, not `loc`", idKey);
  }
  const expected = "a splitter of langchain-seams";
  if (!(childSplitter instanceof SeamTextSplitter)) {
    throw optionError("childSplitter", expected, childSplitter);
  }
  if (parentSplitter === undefined) return;
  if (!(parentSplitter instanceof SeamTextSplitter)) {
    throw optionError("parentSplitter", expected, parentSplitter);
  }
}

/** As `splitFamilies`, by document id. */
export async function familiesOf(
  documents: readonly DocumentInterface[],
  options: SplitFamiliesOptions
): Promise<Family[]> {
  checkFamilyOptions(options);
  const families = new Map<string, Family>();
  const ids = new ChunkIds();
  const seen = new Set<string | undefined>();
  for (const source of sourcesOf(documents)) {
    const docId = docIdOf(source);
    const identity = jsonOf([docId, source.text, source.metadata]);
    if (identity !== undefined && seen.has(identity)) continue;
    seen.add(identity);
    const family = families.get(docId) ?? { docId, parents: [], children: [] };
    families.set(docId, family);
    if (source.text.trim() === "") continue;
    await addSource(family, source, ids, options);
  }
  return [...families.values()];
}

async function addSource(
  family: Family,
  source: Source,
  ids: ChunkIds,
  options: SplitFamiliesOptions
): Promise<void> {
  const { parentSplitter, idKey = "parent_id" } = options;
  const { parents, groups } = await cutSource(source, family.docId, options);
  for (const [index, parent] of parents.entries()) {
    const group = groups[index];
    const first = group[0]?.pageContent ?? parent.pageContent;
    const section = String(parent.metadata.section ?? "");
    const anchor = parentSplitter === undefined ? "" : first;
    const id = ids.next(family.docId, section, anchor);
    parent.id = id;
    parent.metadata[idKey] = id;
    for (const document of group) {
      document.id = ids.next(id, "", document.pageContent);
      document.metadata[idKey] = id;
      const cut = cutOf(document) ?? wholeCut(document);
      family.children.push({ document, parent: family.parents.length, cut });
    }
    family.parents.push(parent);
  }
}

const wholeCut = ({ pageContent: text }: Document): Cut => ({
  text,
  start: 0,
  end: text.length,
});

/** The parents of a source, and the children of each. */
async function cutSource(
  source: Source,
  docId: string,
  { parentSplitter, childSplitter, config }: SplitFamiliesOptions
): Promise<{ parents: Document[]; groups: Document[][] }> {
  const cut = async (
    splitter: SeamTextSplitter,
    document: Document
  ): Promise<Document[]> =>
    (await splitter.invoke([document], config)) as Document[];
  const parents =
    parentSplitter === undefined
      ? [wholeOf(source, docId)]
      : await cut(parentSplitter, documentOf(source));
  const borders = parentSplitter === undefined ? [] : parents.map(endOf);
  borders.pop();
  const groups = parents.map((): Document[] => []);
  for (const child of await cut(childSplitter, documentOf(source, borders))) {
    const { start } = child.metadata.loc as Span;
    groups[countUpTo(borders, start)].push(child);
  }
  return { parents, groups };
}

const endOf = ({ metadata }: Document): number => (metadata.loc as Span).end;

function documentOf(
  { text: pageContent, metadata, id }: Source,
  borders: number[] = []
): Document {
  const copy = copyMetadata(metadata);
  if (borders.length > 0) copy.loc = { ...objectAt(copy, "loc"), borders };
  return new Document({ pageContent, metadata: copy, id });
}

/** A document as its own parent. */
function wholeOf(source: Source, docId: string): Document {
  const whole = documentOf(source);
  whole.metadata.doc_id = docId;
  return whole;
}
