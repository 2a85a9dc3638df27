import { MultiVectorRetriever } from "@langchain/classic/retrievers/multi_vector";
import { ParentDocumentRetriever } from "@langchain/classic/retrievers/parent_document";
import { MemoryVectorStore } from "@langchain/classic/vectorstores/memory";
import { Document } from "@langchain/core/documents";
import { InMemoryStore } from "@langchain/core/stores";
import type { ParentChildRetrieverInput } from "langchain-seams";
import {
  contentOf,
  keysOf,
  manual,
  markdown,
  page,
  setUp,
  WordEmbeddings,
} from "./support.js";

const TEXT = manual(4, 4);

describe("writing", () => {
  test("the same documents again: no call to the embedder", async () => {
    const { embeddings, vectorStore, docStore, retriever } = setUp();
    const documents = [page(TEXT), page("# B\n\nOther.", "b.md")];
    const first = await retriever.addDocuments(documents);
    expect(first).toEqual({
      documents: 2,
      added: 17,
      unchanged: 0,
      deleted: 0,
    });
    expect(embeddings.take()).toBe(17);
    const [content, keys] = [contentOf(vectorStore), await keysOf(docStore)];
    const again = await retriever.addDocuments(documents);
    expect(again).toEqual({
      documents: 0,
      added: 0,
      unchanged: 17,
      deleted: 0,
    });
    expect(embeddings.take()).toBe(0);
    expect(contentOf(vectorStore)).toEqual(content);
    expect(await keysOf(docStore)).toEqual(keys);
  });

  test("an edit embeds what has changed; the index is a fresh one", async () => {
    const { embeddings, vectorStore, docStore, retriever } = setUp();
    await retriever.addDocuments([page(TEXT)]);
    embeddings.take();
    const edited = `In front.\n\n${TEXT.replace("w2x3x5", "gato")}`;
    const result = await retriever.addDocuments([page(edited)]);
    expect(embeddings.take()).toBe(result.added);
    // The paragraph in front makes a parent, or joins the first one.
    expect(result.added).toBeLessThanOrEqual(6);
    const fresh = setUp();
    await fresh.retriever.addDocuments([page(edited)]);
    expect(contentOf(vectorStore)).toEqual(contentOf(fresh.vectorStore));
    expect(await keysOf(docStore)).toEqual(await keysOf(fresh.docStore));
    expect(docStore).toEqual(fresh.docStore);
    const [best] = await retriever.invoke("gato");
    expect(best.pageContent).toContain("gato");
  });

  test("a text that no longer has a word is not found by it", async () => {
    const { retriever, vectorStore } = setUp({ parentSplitter: undefined });
    const cat = new Document({ id: "p1", pageContent: "El gato duerme." });
    const dog = new Document({ id: "p1", pageContent: "El perro ladra." });
    await retriever.addDocuments([cat]);
    await retriever.addDocuments([dog]);
    expect(vectorStore.memoryVectors).toHaveLength(1);
    const found = await retriever.invoke("gato");
    expect(found.map(({ pageContent }) => pageContent)).toEqual([
      "El perro ladra.",
    ]);
  });

  test("new metadata reaches children and parents", async () => {
    const { retriever, vectorStore } = setUp();
    await retriever.addDocuments([page(TEXT)]);
    const metadata = { source: "a.md", version: 2 };
    await retriever.addDocuments([
      new Document({ pageContent: TEXT, metadata }),
    ]);
    expect(vectorStore.memoryVectors).toHaveLength(16);
    for (const { metadata } of vectorStore.memoryVectors) {
      expect((metadata as { version: number }).version).toBe(2);
    }
    const [parent] = await retriever.invoke("w1x1x1");
    expect(parent.metadata.version).toBe(2);
  });

  test("delete takes out both sides, and only of its documents", async () => {
    const { retriever, vectorStore, docStore } = setUp();
    await retriever.addDocuments([page(TEXT), page("# B\n\nOther.", "b.md")]);
    const result = await retriever.deleteDocuments(["a.md", "no.md"]);
    expect(result).toMatchObject({ documents: 1, deleted: 16 });
    const other = setUp();
    await other.retriever.addDocuments([page("# B\n\nOther.", "b.md")]);
    expect(contentOf(vectorStore)).toEqual(contentOf(other.vectorStore));
    expect(await keysOf(docStore)).toEqual(await keysOf(other.docStore));
  });

  test("a document that lost its text is taken out", async () => {
    const { retriever, vectorStore, docStore } = setUp();
    await retriever.addDocuments([page(TEXT)]);
    const result = await retriever.addDocuments([page(" \n")]);
    expect(result).toMatchObject({ documents: 1, added: 0, deleted: 16 });
    expect(vectorStore.memoryVectors).toEqual([]);
    expect(await keysOf(docStore)).toEqual([]);
    // What was never there is nothing to write.
    const none = await retriever.addDocuments([page("", "c.md")]);
    expect(none.documents).toBe(0);
  });

  test("batches of children of several documents, progress, signal", async () => {
    const { embeddings, retriever, vectorStore } = setUp({ batchSize: 10 });
    const documents = Array.from({ length: 12 }, (_, n) =>
      page(`# Page ${n}\n\nWords ${n}.\n`, `${n}.md`)
    );
    const progress: [number, number][] = [];
    await retriever.addDocuments(documents, {
      onProgress: (done, total) => progress.push([done, total]),
    });
    expect(embeddings.calls).toBe(2);
    expect(progress).toEqual([
      [10, 12],
      [12, 12],
    ]);
    const controller = new AbortController();
    const many = [page(manual(10, 4), "many.md")];
    const aborted = retriever.addDocuments(many, {
      signal: controller.signal,
      onProgress: () => controller.abort(new Error("enough")),
    });
    await expect(aborted).rejects.toThrow("enough");
    expect(vectorStore.memoryVectors).toHaveLength(22);
    await retriever.addDocuments(many);
    const fresh = setUp();
    await fresh.retriever.addDocuments([...documents, ...many]);
    expect(contentOf(vectorStore)).toEqual(contentOf(fresh.vectorStore));
  });
});

describe("a write that fails at any step is healed by the next", () => {
  const before = page(TEXT);
  const after = page(
    `In front.\n\n${TEXT.replace("w2x3x5", "gato").replace(/# Section 3[^]*/, "")}`
  );

  /** Makes the n-th call to a store throw: before it acts, or after. */
  function breakAt(
    n: number,
    late: boolean,
    { vectorStore, docStore }: ReturnType<typeof setUp>
  ): () => boolean {
    let isOver = false;
    let calls = 0;
    let failed = false;
    const wrap = (target: object, name: string): void => {
      const own = Reflect.get(target, name) as (...args: unknown[]) => unknown;
      Reflect.set(target, name, async (...args: unknown[]) => {
        calls += 1;
        const isBroken = calls === n && !isOver;
        failed ||= isBroken;
        if (isBroken && !late) throw new Error("broken");
        const value = await own.apply(target, args);
        if (isBroken) throw new Error("broken");
        return value;
      });
    };
    for (const name of ["addVectors", "delete"]) wrap(vectorStore, name);
    for (const name of ["mget", "mset", "mdelete"]) wrap(docStore, name);
    // From then on all is well again.
    return () => {
      isOver = true;
      return failed;
    };
  }

  test.each([
    ["an add", undefined, after],
    ["an update", before, after],
    ["an update that is taken back", before, before],
  ])("%s", async (name, first, last) => {
    const second = name.includes("back") ? after : last;
    const fresh = setUp({ batchSize: 3 });
    await fresh.retriever.addDocuments([last]);
    for (const late of [false, true]) {
      for (let n = 1; ; n += 1) {
        const subject = setUp({ batchSize: 3 });
        if (first) await subject.retriever.addDocuments([first]);
        const failed = breakAt(n, late, subject);
        await subject.retriever.addDocuments([second]).catch(() => undefined);
        const hasFailed = failed();
        // No child is ever without its parent.
        for (const { metadata } of subject.vectorStore.memoryVectors) {
          const { parent_id: id } = metadata as { parent_id: string };
          expect((await subject.docStore.mget([id]))[0]).toBeDefined();
        }
        await subject.retriever.addDocuments([last]);
        expect(contentOf(subject.vectorStore)).toEqual(
          contentOf(fresh.vectorStore)
        );
        expect(await keysOf(subject.docStore)).toEqual(
          await keysOf(fresh.docStore)
        );
        if (!hasFailed) break;
      }
    }
  });

  test("a delete", async () => {
    for (let n = 1; ; n += 1) {
      const subject = setUp({ batchSize: 3 });
      await subject.retriever.addDocuments([before]);
      const failed = breakAt(n, true, subject);
      const deleted = subject.retriever.deleteDocuments(["a.md"]);
      await deleted.catch(() => undefined);
      const hasFailed = failed();
      await subject.retriever.deleteDocuments(["a.md"]);
      expect(subject.vectorStore.memoryVectors).toEqual([]);
      expect(await keysOf(subject.docStore)).toEqual([]);
      if (!hasFailed) break;
    }
  });
});

describe("modes", () => {
  test("parents: each once, best child first, until there are parentK", async () => {
    const { retriever } = setUp({ childK: 2, parentK: 3 });
    const texts = ["uno dos", "uno", "uno tres cuatro cinco"];
    const sections = texts.map(
      (words, n) => `# ${n}\n\n${Array(3).fill(`${words} x.`).join("\n\n")}`
    );
    await retriever.addDocuments(
      sections.map((text, n) => page(text, `${n}.md`))
    );
    const found = await retriever.invoke("uno");
    expect(found.map(({ metadata }) => metadata.source)).toHaveLength(3);
    expect(new Set(found.map(({ id }) => id)).size).toBe(3);
    expect(found[0].metadata.source).toBe("1.md");
    expect(found[0].metadata.parent_id).toBe(found[0].id);
  });

  test("over-fetching ends when there are no more children", async () => {
    const { retriever } = setUp({ childK: 1, parentK: 50 });
    await retriever.addDocuments([page(TEXT)]);
    expect(await retriever.invoke("w1x1x1")).toHaveLength(4);
  });

  test("autoMerge: a parent where its share was found, else children", async () => {
    const { retriever, vectorStore } = setUp({ mode: "autoMerge", childK: 5 });
    await retriever.addDocuments([page(TEXT)]);
    expect(vectorStore.memoryVectors).toHaveLength(16);
    const query = "w1x0x0 w2x0x0 w2x1x1 w2x2x2 w2x3x3";
    const found = await retriever.invoke(query);
    const sections = found.map(({ metadata, pageContent }) => [
      metadata.section,
      pageContent.split("\n\n").length,
    ]);
    // Section 2: four of four. Of section 1 there is one child only.
    expect(sections).toContainEqual(["Section 2", 5]);
    expect(
      found.filter(({ id, metadata }) => id === metadata.parent_id)
    ).toHaveLength(1);
    expect(found).toHaveLength(2);
  });

  test("window: the neighbours, across parents, overlaps joined", async () => {
    const { retriever } = setUp({ mode: "window", childK: 1, parentK: 1 });
    await retriever.addDocuments([page(TEXT)]);
    const [found] = await retriever.invoke("w1x3x4");
    const { start, end, lines } = found.metadata.loc;
    expect(found.pageContent).toBe(TEXT.slice(start, end));
    expect(found.pageContent).toMatch(/^w1x2x0[^]*w1x3x4[^]*w2x0x11\.$/);
    expect(TEXT.slice(0, start).split("\n")).toHaveLength(lines.from);
    expect(TEXT.slice(0, end).split("\n")).toHaveLength(lines.to);
    retriever.childK = 2;
    const joined = await retriever.invoke("w1x3x4 w1x2x4");
    expect(joined).toHaveLength(1);
    expect(joined[0].pageContent).toMatch(/^w1x1x0[^]*w2x0x11\.$/);
  });

  test("window: an edit further up moves the places", async () => {
    const { retriever } = setUp({
      mode: "window",
      childK: 1,
      windowSize: 0,
      parentK: 1,
    });
    await retriever.addDocuments([page(TEXT)]);
    const edited = `In front.\n\n${TEXT}`;
    await retriever.addDocuments([page(edited)]);
    const [found] = await retriever.invoke("w3x1x4");
    const { start, end } = found.metadata.loc;
    expect(edited.slice(start, end)).toBe(found.pageContent);
  });

  test("section: all under the headings of the child, across parents", async () => {
    const { retriever } = setUp({
      mode: "section",
      parentK: 1,
      parentSplitter: markdown(160),
    });
    await retriever.addDocuments([page(TEXT)]);
    const [found] = await retriever.invoke("w2x3x4");
    const start = TEXT.indexOf("# Section 2");
    const end = TEXT.indexOf("# Section 3");
    expect(found.pageContent).toBe(TEXT.slice(start, end).trim());
    expect(found.metadata.section).toBe("Section 2");
  });

  test("filter and scoreThreshold", async () => {
    const { retriever } = setUp({
      filter: ({ metadata }: Document) => metadata.source === "b.md",
    });
    await retriever.addDocuments([
      page("# A\n\nuno dos"),
      page("# B\n\nuno", "b.md"),
    ]);
    const found = await retriever.invoke("uno");
    expect(found.map(({ metadata }) => metadata.source)).toEqual(["b.md"]);
    retriever.filter = undefined;
    retriever.scoreThreshold = 0.7;
    expect(await retriever.invoke("uno")).toHaveLength(1);
    retriever.scoreThreshold = (score) => score < 0.7;
    expect((await retriever.invoke("uno")).length).toBeGreaterThan(0);
    retriever.scoreThreshold = 2;
    expect(await retriever.invoke("uno")).toEqual([]);
  });

  test("a missing parent is reported, counted and answered", async () => {
    const missing: string[] = [];
    const { retriever, docStore, embeddings } = setUp({
      parentK: 1,
      onMissingParent: ({ pageContent }) => missing.push(pageContent),
    });
    await retriever.addDocuments([page(TEXT)]);
    const [parent] = await retriever.invoke("w1x1x4");
    await docStore.mdelete([parent.id as string]);
    const [child] = await retriever.invoke("w1x1x4");
    expect(child.pageContent).toContain("w1x1x4");
    expect(child.metadata.parent_missing).toBe(true);
    expect(missing).toEqual([child.pageContent]);
    expect(retriever.missingParents).toBe(1);
    embeddings.take();
    await retriever.addDocuments([page(TEXT)]);
    expect(embeddings.take()).toBe(0);
    expect((await retriever.invoke("w1x1x4"))[0]).toEqual(parent);
  });

  test("what is returned is the caller's", async () => {
    const { retriever } = setUp();
    await retriever.addDocuments([page(TEXT)]);
    const [first] = await retriever.invoke("w1x1x4");
    (first.metadata.loc as { start: number }).start = -1;
    first.metadata.source = "changed";
    const [second] = await retriever.invoke("w1x1x4");
    expect(second.metadata.source).toBe("a.md");
    expect(second.metadata.loc.start).toBeGreaterThan(0);
  });
});

describe("options", () => {
  test.each<[string, Partial<ParentChildRetrieverInput>]>([
    ["childK", { childK: 0 }],
    ["parentK", { parentK: 1.5 }],
    ["batchSize", { batchSize: -1 }],
    ["windowSize", { windowSize: -1 }],
    ["mode", { mode: "all" as never }],
    ["mergeShare", { mergeShare: 0 }],
    ["docStore", { docStore: undefined }],
    ["vectorStore", { vectorStore: {} as never }],
    ["childSplitter", { childSplitter: undefined }],
  ])("%s out of range", (name, fields) => {
    expect(() => setUp(fields)).toThrow(RangeError);
    expect(() => setUp(fields)).toThrow(`\`${name}\``);
  });
});

describe("with LangChain's retrievers", () => {
  test("MultiVectorRetriever reads what ours wrote", async () => {
    const { retriever, vectorStore, docStore } = setUp({ parentK: 2 });
    await retriever.addDocuments([page(TEXT), page("# B\n\nOther.", "b.md")]);
    const theirs = new MultiVectorRetriever({
      vectorstore: vectorStore,
      docstore: docStore,
      idKey: "parent_id",
      childK: 20,
      parentK: 2,
    });
    const query = "w1x1x4 w1x2x3 w2x1x1";
    const found = await theirs.invoke(query);
    const ours = await retriever.invoke(query);
    for (const { metadata } of ours) {
      expect(metadata.loc.hits.length).toBeGreaterThan(0);
      delete metadata.loc.hits;
    }
    expect(found).toEqual(ours);
    expect(found).toHaveLength(2);
  });

  test("ParentDocumentRetriever takes our splitters", async () => {
    const vectorstore = new MemoryVectorStore(new WordEmbeddings());
    const theirs = new ParentDocumentRetriever({
      vectorstore,
      byteStore: new InMemoryStore<Uint8Array>(),
      parentSplitter: markdown(340),
      childSplitter: markdown(80),
    });
    await theirs.addDocuments([page(TEXT)]);
    const [found] = await theirs.invoke("w1x1x4");
    expect(found.metadata.section).toBe("Section 1");
    expect(vectorstore.memoryVectors).toHaveLength(16);
  });
});
