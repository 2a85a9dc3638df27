import { MultiVectorRetriever } from "@langchain/classic/retrievers/multi_vector";
import { Document } from "@langchain/core/documents";
import {
  ParentChildRetriever,
  StructuralMarkdownTextSplitter,
  type ParentChildRetrieverInput,
} from "langchain-seams";
import { manual, WordEmbeddings } from "../retrieve/support.js";
import { runSource } from "../support/child.js";
import {
  DIMENSIONS,
  openLibsql,
  openPostgres,
  startPostgres,
  temporaryFolder,
  type Opened,
} from "./stores.js";

const markdown = (chunkSize: number): StructuralMarkdownTextSplitter =>
  new StructuralMarkdownTextSplitter({ chunkSize });

const page = (pageContent: string, source = "a.md"): Document =>
  new Document({ pageContent, metadata: { source } });

const TEXT = manual(4, 4);

let server: Awaited<ReturnType<typeof startPostgres>>;
let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
const opened: Opened[] = [];

beforeAll(async () => {
  [server, temporary] = await Promise.all([startPostgres(), temporaryFolder()]);
});

afterAll(async () => {
  for (const each of opened) await each.close();
  server.stop();
  await temporary.remove();
});

describe.each(["postgres", "libsql"])("%s", (store) => {
  let tables = 0;

  async function setUp(
    fields: Partial<ParentChildRetrieverInput> = {},
    table = `t${(tables += 1)}`
  ) {
    const embeddings = new WordEmbeddings(DIMENSIONS);
    const { folder } = temporary;
    const stores =
      store === "postgres"
        ? await openPostgres(embeddings, server.address, table, folder)
        : await openLibsql(embeddings, table, folder);
    opened.push(stores);
    const retriever = new ParentChildRetriever({
      ...stores,
      parentSplitter: markdown(340),
      childSplitter: markdown(80),
      ...fields,
    });
    const keys = async (): Promise<string[]> => {
      const all: string[] = [];
      for await (const key of stores.byteStore.yieldKeys()) all.push(key);
      return all.sort();
    };
    return { ...stores, embeddings, retriever, keys };
  }

  test("add, add again, edit, delete", async () => {
    const { embeddings, retriever, rows, keys } = await setUp();
    const documents = [page(TEXT), page("# B\n\nOther.", "b.md")];
    expect(await retriever.addDocuments(documents)).toMatchObject({
      added: 17,
    });
    expect(await rows()).toHaveLength(17);
    embeddings.take();
    const before = await rows();
    expect(await retriever.addDocuments(documents)).toMatchObject({
      added: 0,
      unchanged: 17,
    });
    expect(embeddings.take()).toBe(0);
    expect(await rows()).toEqual(before);
    const edited = page(TEXT.replace("w2x3x5", "gato"));
    expect(await retriever.addDocuments([edited])).toMatchObject({
      added: 1,
      deleted: 1,
    });
    expect(embeddings.take()).toBe(1);
    const fresh = await setUp();
    await fresh.retriever.addDocuments([edited, documents[1]]);
    expect(await rows()).toEqual(await fresh.rows());
    expect(await keys()).toEqual(await fresh.keys());
    expect((await rows()).join("\n")).toContain("gato");
    const [best] = await retriever.invoke("w2x3x4 gato w2x3x6 w2x3x7");
    // The index of libSQL is approximate, and may miss a row after a delete.
    if (store !== "libsql") expect(best.pageContent).toContain("gato");
    expect(best.id).toBe(best.metadata.parent_id);
    const { start, end } = best.metadata.loc;
    expect(edited.pageContent.slice(start, end)).toBe(best.pageContent);
    const deleted = await retriever.deleteDocuments(["a.md", "b.md"]);
    expect(deleted).toMatchObject({ documents: 2, deleted: 17 });
    expect([await rows(), await keys()]).toEqual([[], []]);
  });

  test("an id with several parents, and new text under it", async () => {
    const { retriever, rows } = await setUp();
    const cat = manual(3, 4).replace("w1x1x1", "gato");
    await retriever.addDocuments([
      new Document({ id: "p1", pageContent: cat }),
    ]);
    const dog = cat.replace("gato", "perro");
    await retriever.addDocuments([
      new Document({ id: "p1", pageContent: dog }),
    ]);
    const all = (await rows()).join("\n");
    expect(all).not.toContain("gato");
    expect(all).toContain("perro");
    const found = await retriever.invoke("perro");
    expect(found[0].pageContent).toContain("perro");
    expect(found[0].metadata.doc_id).toBe("p1");
  });

  test("new metadata replaces the old", async () => {
    const { retriever, rows } = await setUp();
    await retriever.addDocuments([page(TEXT)]);
    const metadata = { source: "a.md", version: 2 };
    await retriever.addDocuments([
      new Document({ pageContent: TEXT, metadata }),
    ]);
    const all = await rows();
    expect(all).toHaveLength(16);
    expect(all.every((row) => row.includes('["version",2]'))).toBe(true);
  });

  test("a write that is stopped is finished by the next", async () => {
    const fresh = await setUp();
    await fresh.retriever.addDocuments([page(TEXT)]);
    const { retriever, rows, keys } = await setUp({ batchSize: 5 });
    const controller = new AbortController();
    const stopped = retriever.addDocuments([page(TEXT)], {
      signal: controller.signal,
      onProgress: () => controller.abort(new Error("stopped")),
    });
    await expect(stopped).rejects.toThrow("stopped");
    expect((await rows()).length).toBe(5);
    await retriever.addDocuments([page(TEXT)]);
    expect(await rows()).toEqual(await fresh.rows());
    expect(await keys()).toEqual(await fresh.keys());
  });

  test.each(["window", "section", "autoMerge"] as const)(
    "mode %s",
    async (mode) => {
      const { retriever } = await setUp({ mode, childK: 3, parentK: 1 });
      await retriever.addDocuments([page(TEXT)]);
      const [found] = await retriever.invoke("w2x3x4 w2x2x4");
      const { start, end } = found.metadata.loc;
      expect(found.pageContent).toContain("w2x3x4");
      expect(TEXT.slice(start, end)).toBe(found.pageContent);
    }
  );

  test("LangChain's MultiVectorRetriever reads it", async () => {
    const { retriever, vectorStore, byteStore } = await setUp({ parentK: 2 });
    await retriever.addDocuments([page(TEXT)]);
    const theirs = new MultiVectorRetriever({
      vectorstore: vectorStore,
      byteStore,
      idKey: "parent_id",
      childK: 20,
      parentK: 2,
    });
    const textsOf = (documents: { pageContent: string }[]) =>
      documents.map(({ pageContent }) => pageContent);
    const query = "w1x1x4 w1x2x3 w2x1x1";
    expect(textsOf(await theirs.invoke(query))).toEqual(
      textsOf(await retriever.invoke(query))
    );
  });

  test("killed in the middle of a write, then written again", async () => {
    const fresh = await setUp();
    await fresh.retriever.addDocuments([page(manual(12, 4), "manual.md")]);
    const whole = await fresh.rows();
    const { folder } = temporary;
    const file = "__tests__/integration/add.ts";
    const args = [store, server.address, folder, "12"];
    // In the embedder, and at some moment of what follows it.
    for (const moment of [["2"], ["3", "1"], ["4", "15"]]) {
      const killed = await runSource(file, [...args, ...moment]);
      expect([killed.code, killed.stderr]).toEqual([null, ""]);
    }
    const { retriever, rows, keys } = await setUp({}, "killed");
    const half = await rows();
    expect(half.length).toBeGreaterThan(0);
    await retriever.addDocuments([page(manual(12, 4), "manual.md")]);
    const healed = await rows();
    if (store === "libsql") {
      // It gives ids of its own: what the last batch got is lost at each kill.
      // Those rows are looked for, and its approximate index misses some.
      expect(healed.length).toBeLessThanOrEqual(whole.length + 3 * 8);
      expect([...new Set(healed)]).toEqual(whole);
    } else {
      expect(healed).toEqual(whole);
    }
    expect(await keys()).toEqual(await fresh.keys());
  });
});

test("20,000 children: add, again, edit, delete", async () => {
  const embeddings = new WordEmbeddings(DIMENSIONS);
  const { folder } = temporary;
  const stores = await openPostgres(embeddings, server.address, "many", folder);
  opened.push(stores);
  const retriever = new ParentChildRetriever({
    ...stores,
    batchSize: 500,
    parentSplitter: markdown(150),
    childSplitter: markdown(32),
  });
  const documents = Array.from({ length: 50 }, (_, n) =>
    page(manual(100, 4, 4), `${n}.md`)
  );
  const count = 20_000;
  const added = await retriever.addDocuments(documents);
  expect(added).toMatchObject({ documents: 50, added: count, deleted: 0 });
  expect([embeddings.take(), embeddings.calls]).toEqual([count, 50]);
  embeddings.calls = 0;
  const again = await retriever.addDocuments(documents);
  expect(again).toMatchObject({ documents: 0, added: 0, unchanged: count });
  expect(embeddings.calls).toBe(0);
  const text = documents[7].pageContent.replace("w50x2x1", "gato");
  const edited = await retriever.addDocuments([page(text, "7.md")]);
  expect(edited).toMatchObject({ added: 1, unchanged: 399, deleted: 1 });
  expect(embeddings.take()).toBe(1);
  const [best] = await retriever.invoke("w50x2x0 gato w50x2x2 w50x2x3");
  expect(best.metadata.source).toBe("7.md");
  const deleted = await retriever.deleteDocuments(["7.md"]);
  expect(deleted).toMatchObject({ documents: 1, deleted: 400 });
  expect(await stores.rows()).toHaveLength(count - 400);
});
