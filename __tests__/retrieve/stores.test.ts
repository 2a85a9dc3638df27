import { readdir, readFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { MemoryVectorStore } from "@langchain/classic/vectorstores/memory";
import { Document } from "@langchain/core/documents";
import type { ParentChildRetrieverInput } from "langchain-seams";
import { TRAITS } from "../../src/retrieve/store-traits.js";
import {
  contentOf,
  keysOf,
  manual,
  page,
  ScalarVectorStore,
  setUp,
  WordEmbeddings,
} from "./support.js";

const TEXT = manual(4, 4);

/** What is asked of a table of LanceDB. */
const tableOf = (names: string[]) => ({
  schema: async () => ({ fields: names.map((name) => ({ name })) }),
});

describe("stores that cannot", () => {
  test("without delete a change is an error, before anything is written", async () => {
    const embeddings = new WordEmbeddings();
    const vectorStore = new MemoryVectorStore(embeddings);
    const { retriever, docStore } = setUp({ vectorStore });
    await retriever.addDocuments([page(TEXT)]);
    const again = await retriever.addDocuments([page(TEXT)]);
    expect(again.unchanged).toBe(16);
    embeddings.take();
    const [content, keys] = [contentOf(vectorStore), await keysOf(docStore)];
    const change = [page("# New\n\nOther.", "new.md"), page("# A\n\nNew.")];
    await expect(retriever.addDocuments(change)).rejects.toThrow(
      /"memory" has no `delete`/
    );
    await expect(retriever.deleteDocuments(["a.md"])).rejects.toThrow(
      /has no `delete`/
    );
    expect(embeddings.take()).toBe(0);
    expect(contentOf(vectorStore)).toEqual(content);
    expect(await keysOf(docStore)).toEqual(keys);
  });

  test.each([
    "azionEdgeSQL",
    "couchbase-search",
    "hanadb",
    "hnswlib",
    "rockset",
    "turbopuffer",
    "voi",
    "zep",
  ])("%s: its `delete` takes no ids", async (type) => {
    const vectorStore = new ScalarVectorStore(new WordEmbeddings(), type);
    const { retriever, docStore } = setUp({
      vectorStore,
      scalarMetadata: true,
    });
    await retriever.addDocuments([page(TEXT)]);
    const [content, keys] = [contentOf(vectorStore), await keysOf(docStore)];
    const message = `"${type}" has no \`delete\` by id`;
    const changing = retriever.addDocuments([page("# A\n\nNew.")]);
    await expect(changing).rejects.toThrow(message);
    const deleting = retriever.deleteDocuments(["a.md"]);
    await expect(deleting).rejects.toThrow(message);
    expect(contentOf(vectorStore)).toEqual(content);
    expect(await keysOf(docStore)).toEqual(keys);
  });

  test.each([
    ["astradb", {}],
    ["milvus", { autoId: true }],
    ["milvus", {}],
    ["redis", {}],
  ])("%s %j: it does not say which ids it gave", async (type, options) => {
    const vectorStore = new ScalarVectorStore(new WordEmbeddings(), type);
    Object.assign(vectorStore, options);
    const { retriever } = setUp({ vectorStore, scalarMetadata: true });
    await retriever.addDocuments([page(TEXT)]);
    const deleting = retriever.deleteDocuments(["a.md"]);
    await expect(deleting).rejects.toThrow(
      `"${type}" gives ids of its own and does not say which`
    );
    expect(vectorStore.memoryVectors).toHaveLength(16);
  });

  test.each([
    ["azure_aisearch", "keeps `source` and `attributes` of the metadata only"],
    ["prisma", "changes rows, unless `useInsert` is set"],
  ])("%s: it cannot hold children", async (type, reason) => {
    const vectorStore = new ScalarVectorStore(new WordEmbeddings(), type);
    const fields = { vectorStore, scalarMetadata: true };
    const { retriever, docStore } = setUp(fields);
    const adding = retriever.addDocuments([page(TEXT)]);
    await expect(adding).rejects.toThrow(`"${type}" ${reason}`);
    expect(await keysOf(docStore)).toEqual([]);
  });

  test.each([
    ["cassandra", { metadataColumns: [{ name: "doc_id" }] }],
    ["prisma", { selectColumns: ["doc_id"], useInsert: true }],
    ["typesense", { metadataColumnNames: ["doc_id"] }],
    ["lancedb", { table: tableOf(["vector", "text", "doc_id"]) }],
  ])("%s: metadata without a column are an error", async (type, columns) => {
    const vectorStore = new ScalarVectorStore(new WordEmbeddings(), type);
    Object.assign(vectorStore, columns);
    const fields = { vectorStore, scalarMetadata: true };
    const { retriever, docStore } = setUp(fields);
    const adding = retriever.addDocuments([page(TEXT)]);
    await expect(adding).rejects.toThrow(
      `"${type}" has no column for the metadata \`section\``
    );
    expect(await keysOf(docStore)).toEqual([]);
  });

  test.each(["lancedb", "milvus"])(
    "%s: the columns are the same whatever a document has",
    async (type) => {
      const vectorStore = new ScalarVectorStore(new WordEmbeddings(), type);
      const { retriever } = setUp({ vectorStore, scalarMetadata: true });
      const long = `# A\n\n${"word ".repeat(300)}`;
      await retriever.addDocuments([page(TEXT)]);
      const metadata = { source: "b.md", page: "iv", tags: ["x"] };
      await retriever.addDocuments([{ pageContent: long, metadata }]);
      const columns = vectorStore.memoryVectors.map(({ metadata }) =>
        Object.keys(metadata as object).sort()
      );
      expect(columns.length).toBeGreaterThan(18);
      const [first, ...others] = columns;
      for (const other of others) expect(other).toEqual(first);
      const [found] = await retriever.invoke("word");
      expect(found.metadata).toMatchObject(metadata);
    }
  );

  test("nested metadata that come back as what they say are taken", async () => {
    const vectorStore = new ScalarVectorStore(new WordEmbeddings(), "milvus");
    const search = vectorStore.similaritySearchVectorWithScore;
    vectorStore.similaritySearchVectorWithScore = async (...args) => {
      const found = await search.apply(vectorStore, args);
      for (const [{ metadata }] of found) {
        metadata.nested_metadata = JSON.parse(metadata.nested_metadata);
      }
      return found;
    };
    const fields = { vectorStore, scalarMetadata: true, parentK: 1 };
    const { retriever } = setUp({ ...fields, mode: "window" });
    await retriever.addDocuments([page(TEXT)]);
    const [found] = await retriever.invoke("w2x3x4");
    expect(found.metadata.source).toBe("a.md");
  });

  test.each(["faiss", "lancedb", "momento", "neo4jvector", "usearch", "voi"])(
    "%s: a filter is an error, since it would be passed over",
    (type) => {
      const vectorStore = new ScalarVectorStore(new WordEmbeddings(), type);
      const make = () => setUp({ vectorStore, filter: () => true });
      expect(make).toThrow(RangeError);
      expect(make).toThrow(
        `\`filter\` to be left out: The vector store "${type}"`
      );
    }
  );

  test.each([
    ["pgvector", {}],
    ["pgvector", { scoreNormalization: "distance" }],
    ["milvus", { indexCreateParams: { metric_type: "L2" } }],
    ["chroma", {}],
    ["libsql", {}],
    ["weaviate", {}],
  ])("%s %j: a number is no threshold for distances", (type, options) => {
    const vectorStore = new ScalarVectorStore(new WordEmbeddings(), type);
    Object.assign(vectorStore, options);
    const make = (scoreThreshold: number | ((score: number) => boolean)) =>
      setUp({ vectorStore, scoreThreshold });
    expect(() => make(0.5)).toThrow(RangeError);
    expect(() => make(0.5)).toThrow("`scoreThreshold` to be a function");
    expect(() => make((score) => score < 0.5)).not.toThrow();
  });

  test.each([
    ["pgvector", { scoreNormalization: "similarity" }],
    ["milvus", { indexCreateParams: { metric_type: "COSINE" } }],
    ["memory", {}],
    ["constructor", {}],
  ])("%s %j: a number is a threshold for similarities", (type, options) => {
    const vectorStore = new ScalarVectorStore(new WordEmbeddings(), type);
    Object.assign(vectorStore, options);
    expect(() => setUp({ vectorStore, scoreThreshold: 0.5 })).not.toThrow();
  });

  test("a store of one's own needs no name", async () => {
    const own = new ScalarVectorStore(new WordEmbeddings(), "own");
    Object.assign(own, { _vectorstoreType: undefined });
    const { retriever } = setUp({ vectorStore: own, scalarMetadata: true });
    await retriever.addDocuments([page(TEXT)]);
    await retriever.addDocuments([page("# A\n\nNew.")]);
    expect(await retriever.invoke("New")).toHaveLength(1);
  });

  test("a store without scores takes no threshold", () => {
    const vectorStore = new ScalarVectorStore(new WordEmbeddings(), "lancedb");
    const make = () => setUp({ vectorStore, scoreThreshold: () => true });
    expect(make).toThrow("are none, got");
  });

  test("the names are those of LangChain's classes", async () => {
    const entry = require.resolve("@langchain/community/vectorstores/libsql");
    const folder = dirname(entry);
    const sources = await Promise.all(
      (await readdir(folder))
        .filter((name) => name.endsWith(extname(entry)))
        .map((name) => readFile(join(folder, name), "utf8"))
    );
    // These have packages of their own.
    const names = new Set(["pinecone", "redis", "weaviate"]);
    const pattern = /_vectorstoreType\(\) \{\s*return "([^"]+)"/g;
    for (const [, name] of sources.join("\n").matchAll(pattern))
      names.add(name);
    expect(Object.keys(TRAITS).filter((name) => !names.has(name))).toEqual([]);
  });

  test.each([
    "chroma",
    "lancedb",
    "milvus",
    "momento",
    "neo4jvector",
    "pinecone",
    "turbopuffer",
    "typesense",
    "weaviate",
    "xata",
  ])(
    "%s: nested metadata are an error, before anything is written",
    async (type) => {
      const embeddings = new WordEmbeddings();
      const vectorStore = new ScalarVectorStore(embeddings, type);
      const { retriever, docStore } = setUp({ vectorStore });
      const adding = retriever.addDocuments([page(TEXT)]);
      await expect(adding).rejects.toThrow(
        `"${type}" does not give back nested metadata (\`loc\`) as they were: ` +
          "pass `scalarMetadata: true`"
      );
      expect(embeddings.take()).toBe(0);
      expect(contentOf(vectorStore)).toEqual([]);
      expect(await keysOf(docStore)).toEqual([]);
    }
  );
});

describe("scalarMetadata", () => {
  function setUpScalars(fields: Partial<ParentChildRetrieverInput> = {}) {
    const embeddings = new WordEmbeddings();
    const vectorStore = new ScalarVectorStore(embeddings, "pinecone");
    const scalarMetadata = true;
    return {
      ...setUp({ vectorStore, scalarMetadata, ...fields }),
      embeddings,
      vectorStore,
    };
  }

  test("add, add again, edit, delete: a store of scalars has scalars", async () => {
    const { retriever, vectorStore, embeddings } = setUpScalars();
    const metadata = { source: "a.md", version: 3, tags: ["x"], page: null };
    const add = (pageContent: string) =>
      retriever.addDocuments([new Document({ pageContent, metadata })]);
    expect(await add(TEXT)).toMatchObject({ added: 16 });
    embeddings.take();
    expect(await add(TEXT)).toMatchObject({ added: 0, unchanged: 16 });
    expect(await add(TEXT.replace("w2x3x5", "gato"))).toMatchObject({
      added: 1,
      deleted: 1,
    });
    expect(embeddings.take()).toBe(1);
    const [stored] = vectorStore.memoryVectors;
    expect(stored.metadata).toMatchObject({ source: "a.md", version: 3 });
    expect(JSON.parse(stored.metadata.nested_metadata)).toMatchObject({
      tags: ["x"],
      page: null,
      loc: { start: expect.any(Number), end: expect.any(Number) },
    });
    await retriever.deleteDocuments(["a.md"]);
    expect(vectorStore.memoryVectors).toEqual([]);
  });

  test.each(["parent", "autoMerge", "window", "section"] as const)(
    "mode %s: the same as of a store that takes all",
    async (mode) => {
      const fields = { mode, childK: 3, parentK: 2, mergeShare: 1 };
      const metadata = {
        source: "a.md",
        tags: ["x", { y: 1 }],
        nested_metadata: "the caller's",
      };
      const documents = [new Document({ pageContent: TEXT, metadata })];
      const [scalars, all] = [setUpScalars(fields), setUp(fields)];
      await scalars.retriever.addDocuments(documents);
      await all.retriever.addDocuments(documents);
      const query = "w1x1x4 w1x2x3 w2x1x1";
      const found = await scalars.retriever.invoke(query);
      expect(found[0].metadata.tags).toEqual(["x", { y: 1 }]);
      expect(found[0].metadata.nested_metadata).toBe("the caller's");
      expect(found).toEqual(await all.retriever.invoke(query));
    }
  );

  test("a child without its parent has its metadata", async () => {
    const { retriever, docStore } = setUpScalars();
    await retriever.addDocuments([page(TEXT)]);
    await docStore.mdelete(await keysOf(docStore));
    const [child] = await retriever.invoke("w1x1x4 w1x1x5");
    expect(child.metadata).toMatchObject({ parent_missing: true });
    expect(child.metadata).not.toHaveProperty("nested_metadata");
    const { start, end } = child.metadata.loc;
    expect(TEXT.slice(start, end)).toBe(child.pageContent);
  });
});
