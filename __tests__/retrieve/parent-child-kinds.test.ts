import { Document } from "@langchain/core/documents";
import { packContext, type ParentChildMode } from "langchain-seams";
import {
  contentOf,
  DeletingVectorStore,
  keysOf,
  manual,
  OwnIdsVectorStore,
  page,
  setUp,
  WordEmbeddings,
} from "./support.js";

const TEXT = manual(4, 4);

/** As FAISS and Couchbase have it. */
class StrictVectorStore extends DeletingVectorStore {
  override async delete({ ids }: { ids: string[] }): Promise<void> {
    const known = new Set(this.memoryVectors.map(({ id }) => id));
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length > 0) throw new Error(`Not found: ${missing.join(", ")}`);
    return super.delete({ ids });
  }
}

/** Ends as a process does that is killed: what was written is written. */
function killAfter(store: DeletingVectorStore, call: number): void {
  const addVectors = store.addVectors.bind(store);
  let calls = 0;
  store.addVectors = async (...args) => {
    await addVectors(...args);
    calls += 1;
    if (calls === call) throw new Error("killed");
  };
}

const withoutIds = (store: DeletingVectorStore): string[] =>
  store.memoryVectors
    .map(({ content, metadata }) =>
      JSON.stringify([content, { ...metadata, loc: undefined }])
    )
    .sort();

describe("an update", () => {
  test("numbers are ids too", async () => {
    const { retriever, vectorStore } = setUp();
    for (const words of ["El gato duerme.", "El perro ladra."]) {
      const metadata = { doc_id: 42 };
      await retriever.addDocuments([{ pageContent: words, metadata }]);
    }
    expect(vectorStore.memoryVectors).toHaveLength(1);
    const [{ metadata }] = await retriever.invoke("perro");
    expect(metadata.doc_id).toBe("42");
    await retriever.deleteDocuments(["42"]);
    expect(vectorStore.memoryVectors).toEqual([]);
  });

  test("two writes at once, of two retrievers, are one after the other", async () => {
    const one = setUp({ batchSize: 2 });
    const { vectorStore, docStore } = one;
    const other = setUp({ vectorStore, docStore, batchSize: 3 });
    const edited = page(TEXT.replace("w2x3x5", "gato"));
    await Promise.all([
      one.retriever.addDocuments([page(TEXT)]),
      other.retriever.addDocuments([page(TEXT)]),
      one.retriever.addDocuments([edited]),
    ]);
    const fresh = setUp();
    await fresh.retriever.addDocuments([edited]);
    expect(contentOf(vectorStore)).toEqual(contentOf(fresh.vectorStore));
    // One that fails is in the way of none.
    const mget = docStore.mget;
    docStore.mget = () => Promise.reject(new Error("broken"));
    const failed = one.retriever.deleteDocuments(["a.md"]);
    const next = other.retriever.deleteDocuments(["a.md"]);
    await expect(failed).rejects.toThrow("broken");
    docStore.mget = mget;
    await next.catch(() => other.retriever.deleteDocuments(["a.md"]));
    expect(await keysOf(docStore)).toEqual([]);
  });

  test("a document named twice is deleted once", async () => {
    const vectorStore = new StrictVectorStore(new WordEmbeddings());
    const { retriever } = setUp({ vectorStore });
    await retriever.addDocuments([page(TEXT)]);
    const result = await retriever.deleteDocuments(["a.md", "a.md", "b.md"]);
    expect(result).toMatchObject({ documents: 1, deleted: 16 });
  });

  test("metadata that are no JSON: an error, before anything is written", async () => {
    const { retriever, vectorStore, docStore } = setUp();
    const metadata = { source: "a.md", size: 10n };
    const adding = retriever.addDocuments([{ pageContent: TEXT, metadata }]);
    await expect(adding).rejects.toThrow(/"a.md".*JSON/);
    expect(vectorStore.memoryVectors).toEqual([]);
    expect(await keysOf(docStore)).toEqual([]);
  });
});

describe("a write that was killed", () => {
  test.each([1, 2, 4, 6])(
    "a store whose `delete` refuses unknown ids: killed at %d",
    async (call) => {
      const vectorStore = new StrictVectorStore(new WordEmbeddings());
      const { retriever } = setUp({ vectorStore, batchSize: 3 });
      killAfter(vectorStore, call);
      const adding = retriever.addDocuments([page(TEXT)]);
      await expect(adding).rejects.toThrow("killed");
      await retriever.addDocuments([page(TEXT)]);
      const fresh = setUp();
      await fresh.retriever.addDocuments([page(TEXT)]);
      expect(contentOf(vectorStore)).toEqual(contentOf(fresh.vectorStore));
    }
  );

  test.each([1, 2, 4, 6])(
    "a store that gives ids of its own: killed at %d, no child twice",
    async (call) => {
      const text = TEXT + manual(1, 1).repeat(3);
      const fresh = setUp();
      await fresh.retriever.addDocuments([page(text)]);
      const vectorStore = new OwnIdsVectorStore(new WordEmbeddings());
      const { retriever } = setUp({ vectorStore, batchSize: 3 });
      killAfter(vectorStore, call);
      for (let again = 0; again < 3; again += 1) {
        await retriever.addDocuments([page(text)]).catch(() => undefined);
      }
      expect(withoutIds(vectorStore)).toEqual(withoutIds(fresh.vectorStore));
      await retriever.deleteDocuments(["a.md"]);
      expect(vectorStore.memoryVectors).toEqual([]);
    }
  );

  test("an error of `delete` that is another is no missing id", async () => {
    const { retriever, vectorStore } = setUp();
    await retriever.addDocuments([page(TEXT)]);
    vectorStore.delete = async () => {
      throw new Error("connection lost");
    };
    const deleting = retriever.deleteDocuments(["a.md"]);
    await expect(deleting).rejects.toThrow("connection lost");
  });
});

describe("a search", () => {
  test("places of what was found move with the text", async () => {
    const { retriever } = setUp({ parentK: 1, childK: 1 });
    await retriever.addDocuments([page(TEXT)]);
    const edited = `In front of all, ${"word ".repeat(30)}.\n\n${TEXT}`;
    await retriever.addDocuments([page(edited)]);
    const [parent] = await retriever.invoke("w2x3x4");
    const [{ start, end }] = parent.metadata.loc.hits;
    expect(edited.slice(start, end)).toContain("w2x3x4");
    const { context } = await packContext([parent], { maxTokens: 150 });
    expect(context).toContain("w2x3x4");
  });

  test("a store that refuses to give more has given what it has", async () => {
    const { retriever, vectorStore } = setUp({ childK: 2, parentK: 4 });
    await retriever.addDocuments([page(TEXT)]);
    const search = vectorStore.similaritySearchVectorWithScore;
    vectorStore.similaritySearchVectorWithScore = async (query, k, filter) => {
      if (k > 4) throw new Error("k must be at most 4");
      return search.call(vectorStore, query, k, filter);
    };
    const found = await retriever.invoke("w2x3x4 w1x1x1");
    expect(found.length).toBeGreaterThan(1);
    expect(retriever.refusedSearches).toBe(1);
    retriever.childK = 5;
    await expect(retriever.invoke("w2x3x4")).rejects.toThrow("at most 4");
  });

  test("a filter stays as it is from one search to the next", async () => {
    const filter = { namespace: "a" };
    const { retriever, vectorStore } = setUp({ childK: 1, filter });
    await retriever.addDocuments([page(TEXT)]);
    const seen: unknown[] = [];
    const search = vectorStore.similaritySearchVectorWithScore;
    vectorStore.similaritySearchVectorWithScore = async (query, k, given) => {
      const own = given as unknown as { namespace?: string };
      seen.push(own.namespace);
      // As Pinecone's store does.
      delete own.namespace;
      return search.call(vectorStore, query, k, undefined);
    };
    await retriever.invoke("w2x3x4");
    expect(seen.length).toBeGreaterThan(2);
    expect(new Set(seen)).toEqual(new Set(["a"]));
  });

  test("children that say the same count each for their parent", async () => {
    const text = `# A\n\n${"Otra vez lo mismo.\n\n".repeat(8)}`;
    const { retriever } = setUp({ mode: "autoMerge", mergeShare: 1 });
    retriever.childSplitter.chunkSize = 6;
    await retriever.addDocuments([page(text)]);
    const found = await retriever.invoke("lo mismo");
    expect(found).toHaveLength(1);
    expect(found[0].id).toBe(found[0].metadata.parent_id);
  });

  test.each<ParentChildMode>(["parent", "autoMerge", "window", "section"])(
    "mode %s: without the document store each child says so",
    async (mode) => {
      const missing: string[] = [];
      const { retriever, docStore } = setUp({
        mode,
        childK: 3,
        parentK: 2,
        onMissingParent: ({ pageContent }) => missing.push(pageContent),
      });
      await retriever.addDocuments([page(TEXT)]);
      await docStore.mdelete(await keysOf(docStore));
      const found = await retriever.invoke("w2x3x4");
      expect(found[0].pageContent).toContain("w2x3x4");
      for (const { metadata } of found) {
        expect(metadata.parent_missing).toBe(true);
      }
      expect(missing).toEqual(found.map(({ pageContent }) => pageContent));
      expect(retriever.missingParents).toBe(found.length);
    }
  );

  test("what others wrote to the vector store is no missing parent", async () => {
    const { retriever, vectorStore } = setUp({ mode: "window", parentK: 1 });
    const other = new Document({ pageContent: "gato", metadata: {} });
    await vectorStore.addDocuments([other]);
    const [found] = await retriever.invoke("gato");
    expect(found).toMatchObject({ pageContent: "gato", metadata: {} });
    expect(retriever.missingParents).toBe(0);
  });
});
