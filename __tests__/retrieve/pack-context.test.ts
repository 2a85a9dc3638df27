/** Contexts: whole chunks in rank order, joined, marked, never too long. */
import { Document } from "@langchain/core/documents";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { RunnableLambda } from "@langchain/core/runnables";
import {
  FakeListChatModel,
  FakeTracer,
  SyntheticEmbeddings,
  FakeVectorStore,
} from "@langchain/core/utils/testing";
import { awaitAllCallbacks } from "@langchain/core/callbacks/promises";
import { RecursiveCharacterTextSplitter } from "@langchain/textsplitters";
import fc from "fast-check";
import {
  ContextualPrefix,
  FixedTokenTextSplitter,
  RecursiveTokenTextSplitter,
  StructuralMarkdownTextSplitter,
  TableTextSplitter,
  packContext,
  removePrefix,
  tokenCounter,
  type PackContextOptions,
} from "langchain-seams";
import { anyDocument, sizeAndOverlap } from "../support/documents.js";
import { characters, subjects } from "../support/splitters.js";

const numRuns = Number(process.env.SEAMS_RUNS ?? 500);
const count = tokenCounter();

/** Ten words a chunk, each chunk of a source of its own. */
const alone = (k: number): Document =>
  new Document({
    id: `id-${k}`,
    pageContent: `Chunk ${k} has these ten words and no more here.`,
  });

const eight = Array.from({ length: 8 }, (_, k) => alone(k));

const squeeze = (text: string): string => text.replace(/\s+/g, "");

const inCharacters = (maxTokens: number): PackContextOptions => ({
  maxTokens,
  lengthFunction: characters,
});

describe("what goes in", () => {
  test("all that fits, whole, in rank order, no mark", async () => {
    const packed = await packContext(eight, { maxTokens: 1000 });
    expect(packed.context).toBe(
      eight.map(({ pageContent }) => pageContent).join("\n\n")
    );
    expect(packed.ids).toEqual(eight.map(({ id }) => id));
    expect(packed.leftOutIds).toEqual([]);
    expect(packed.documents).toEqual(eight);
    expect(packed.tokens).toBe(await count(packed.context));
  });

  test("the best that fit, and a mark for the rest", async () => {
    const size = await count(
      `${eight
        .slice(0, 5)
        .map(({ pageContent }) => pageContent)
        .join("\n\n")}\n\n[… 3 of 8 chunks left out]`
    );
    const packed = await packContext(eight, { maxTokens: size });
    expect(packed.tokens).toBe(size);
    expect(packed.context).toMatch(/\n\n\[… 3 of 8 chunks left out\]$/);
    expect(packed.ids).toEqual(["id-0", "id-1", "id-2", "id-3", "id-4"]);
    expect(packed.leftOutIds).toEqual(["id-5", "id-6", "id-7"]);
    const less = await packContext(eight, { maxTokens: size - 1 });
    expect(less.ids).toHaveLength(4);
  });

  test("a smaller chunk goes in where a larger one did not fit", async () => {
    const large = new Document({ id: "large", pageContent: "x ".repeat(150) });
    const packed = await packContext(
      [alone(1), large, alone(2)],
      inCharacters(200)
    );
    expect(packed.ids).toEqual(["id-1", "id-2"]);
    expect(packed.leftOutIds).toEqual(["large"]);
  });

  test("the best one gives up paragraphs for the mark of the others", async () => {
    const lines = Array.from({ length: 9 }, (_, n) => `Párrafo ${n + 1}.`);
    const best = new Document({ id: "best", pageContent: lines.join("\n\n") });
    const other = new Document({ id: "other", pageContent: "y".repeat(60) });
    const size = best.pageContent.length + 10;
    const packed = await packContext([best, other], inCharacters(size));
    expect(packed.ids).toEqual(["best"]);
    expect(packed.reduced).toHaveLength(1);
    expect(packed.context).toMatch(/1 of 2 chunks left out\]$/);
  });

  test("the same chunk twice counts once", async () => {
    const packed = await packContext([...eight, ...eight], {
      maxTokens: 1000,
    });
    expect(packed.documents).toHaveLength(8);
    expect(packed.context).not.toContain("left out");
  });

  test("nothing, and no room for anything", async () => {
    const none = await packContext([], { maxTokens: 10 });
    expect(none).toMatchObject({ context: "", tokens: 0, ids: [] });
    const mark = await packContext(eight, inCharacters(40));
    expect(mark.context).toBe("[… 8 of 8 chunks left out]");
    const little = await packContext(eight, inCharacters(20));
    expect(little).toMatchObject({ context: "", tokens: 0, ids: [] });
    expect(little.leftOutIds).toHaveLength(8);
  });

  test("documents without an id get one of what they are", async () => {
    const documents = ["Uno.", "Dos."].map(
      (pageContent) => new Document({ pageContent })
    );
    const first = await packContext(documents, { maxTokens: 100 });
    expect(new Set(first.ids).size).toBe(2);
    expect(await packContext(documents, { maxTokens: 100 })).toEqual(first);
  });
});

describe("marks", () => {
  test("in Spanish, and in other words", async () => {
    const es = await packContext(eight, { ...inCharacters(120), marks: "es" });
    expect(es.context).toMatch(/\[… faltan 7 de 8 fragmentos\]$/);
    const one = await packContext(eight.slice(0, 2), {
      ...inCharacters(80),
      marks: "es",
    });
    expect(one.context).toMatch(/\[… falta 1 de 2 fragmentos\]$/);
    const own = await packContext(eight, {
      ...inCharacters(120),
      marks: {
        chunks: (leftOut, total) => `(${leftOut}/${total} ausgelassen)`,
        paragraphs: () => "",
      },
    });
    expect(own.context).toMatch(/\(6\/8 ausgelassen\)$/);
  });
});

const manual = `# Manual

Para empezar, lea esto. Después instale.

## Instalación

| sistema | paquete |
| --- | --- |
| Linux | deb |
| macOS | dmg |
| Windows | msi |
| BSD | pkg |

\`\`\`sh
uno --largo
dos --largo
tres --largo
cuatro --largo
\`\`\`

- primero
- segundo

## Uso

Una frase más. Otra frase más. La tercera frase. La última.`;

describe("chunks of one source", () => {
  const splitters = {
    markdown: new StructuralMarkdownTextSplitter({ chunkSize: 24 }),
    "markdown, small": new StructuralMarkdownTextSplitter({ chunkSize: 12 }),
    tables: new TableTextSplitter({ chunkSize: 30 }),
    recursive: new RecursiveTokenTextSplitter({
      chunkSize: 20,
      chunkOverlap: 8,
    }),
    windows: new FixedTokenTextSplitter({ chunkSize: 16, chunkOverlap: 5 }),
  };

  test.each(Object.entries(splitters))(
    "%s: all of them are the document again, in any order",
    async (_name, splitter) => {
      const chunks = await splitter.createDocuments([manual]);
      expect(chunks.length).toBeGreaterThan(4);
      for (const order of [chunks, [...chunks].reverse()]) {
        const packed = await packContext(order, { maxTokens: 2000 });
        expect(packed.context).toBe(manual);
      }
      const prefixed = await new ContextualPrefix().transformDocuments(chunks);
      const plain = await packContext(removePrefix(prefixed), {
        maxTokens: 2000,
      });
      expect(plain.context).toBe(manual);
    }
  );

  test("a chunkHeader is said once", async () => {
    const splitter = new StructuralMarkdownTextSplitter({ chunkSize: 24 });
    const options = {
      chunkHeader: "DOCUMENT: manual\n---\n",
      appendChunkOverlapHeader: true,
    };
    const contextOf = async (text: string): Promise<string> => {
      const chunks = await splitter.createDocuments([text], [], options);
      expect(chunks.length).toBeGreaterThan(3);
      return (await packContext(chunks, { maxTokens: 2000 })).context;
    };
    const unfenced = manual.replace(/```[^]*```\n/, "");
    expect(await contextOf(unfenced)).toBe(options.chunkHeader + unfenced);
    // Where a fence is closed too, nothing is certain: all is kept.
    const fenced = await contextOf(manual);
    for (const line of manual.split("\n")) expect(fenced).toContain(line);
  });

  test("a prefix is said once, and again where another section starts", async () => {
    const text =
      "# A\n\n## B\n\nUno dos tres. Cuatro cinco seis.\n\n## C\n\nSiete.";
    const chunks = await new RecursiveTokenTextSplitter({
      chunkSize: 9,
      chunkOverlap: 0,
    }).createDocuments([text]);
    for (const [k, chunk] of chunks.entries()) {
      chunk.metadata.prefix = k < 2 ? "A > B" : "A > C";
      chunk.pageContent = `${chunk.metadata.prefix}\n\n${chunk.pageContent}`;
    }
    const { context } = await packContext(chunks, { maxTokens: 200 });
    expect(context.match(/A > B/g)).toHaveLength(1);
    expect(context.match(/A > C/g)).toHaveLength(1);
    expect(context.replace(/A > [BC]\n\n/g, "")).toBe(text);
  });

  test("ordered by rank, or by source", async () => {
    const chunks = await new StructuralMarkdownTextSplitter({
      chunkSize: 24,
    }).createDocuments([manual]);
    const last = chunks[chunks.length - 1];
    const found = [last, alone(0), chunks[0]];
    const byRank = await packContext(found, { maxTokens: 500 });
    expect(byRank.context).toBe(
      found.map(({ pageContent }) => pageContent).join("\n\n")
    );
    const bySource = await packContext(found, {
      maxTokens: 500,
      order: "source",
    });
    expect(bySource.context).toBe(
      [chunks[0], last, alone(0)]
        .map(({ pageContent }) => pageContent)
        .join("\n\n")
    );
    expect(bySource.ids).toEqual(byRank.ids);
  });

  test("chunks of other splitters stay as they are", async () => {
    const splitter = new RecursiveCharacterTextSplitter({
      chunkSize: 60,
      chunkOverlap: 20,
    });
    const chunks = await splitter.createDocuments([manual]);
    const { context } = await packContext(chunks, { maxTokens: 2000 });
    expect(context).toBe(
      chunks.map(({ pageContent }) => pageContent).join("\n\n")
    );
  });

  test("rendered chunks stay as they are", async () => {
    const csv = `zona,señal\nNorte,-95\nNorte,-101\nNorte,-88\nSur,-90`;
    for (const serialize of ["records", "markdown"] as const) {
      const splitter = new TableTextSplitter({ rowsPerChunk: 1, serialize });
      const chunks = await splitter.createDocuments([csv]);
      const { context } = await packContext(chunks, { maxTokens: 2000 });
      for (const { pageContent } of chunks) {
        expect(context).toContain(pageContent);
      }
    }
  });

  test("a text that is not at its place is not believed", async () => {
    const chunk = (pageContent: string, start: number): Document =>
      new Document({
        pageContent,
        metadata: {
          doc_id: "a",
          loc: { start, end: start + pageContent.length },
        },
      });
    const documents = [chunk("uno dos tres", 0), chunk("DOS TRES cuatro", 4)];
    const { context } = await packContext(documents, { maxTokens: 100 });
    expect(context).toBe("uno dos tres\n\nDOS TRES cuatro");
  });

  test("a child inside its parent is shown once, and counts as in", async () => {
    const [parent] = await new StructuralMarkdownTextSplitter({
      chunkSize: 2000,
    }).createDocuments([manual]);
    const children = await new RecursiveTokenTextSplitter({
      chunkSize: 15,
      chunkOverlap: 0,
    }).createDocuments([manual]);
    const packed = await packContext([children[3], parent, children[1]], {
      maxTokens: 2000,
    });
    expect(packed.context).toBe(manual);
    expect(packed.ids).toHaveLength(3);
  });
});

describe("a document that is too long", () => {
  const paragraph = (k: number): string => `Paragraph ${k} says so.`;
  const parent = (hits: [number, number][] = []): Document => {
    const texts = Array.from({ length: 40 }, (_, k) => paragraph(k + 1));
    const pageContent = texts.join("\n\n");
    const at = (k: number): number => pageContent.indexOf(paragraph(k));
    return new Document({
      id: "parent",
      pageContent,
      metadata: {
        loc: {
          start: 1000,
          end: 1000 + pageContent.length,
          ...(hits.length > 0 && {
            hits: hits.map(([from, to]) => ({
              start: 1000 + at(from),
              end: 1000 + at(to) + 3,
            })),
          }),
        },
      },
    });
  };

  test("goes in around what was found of it", async () => {
    const packed = await packContext(
      [parent([[8, 9]])],
      inCharacters(8 * 23 + 60)
    );
    expect(packed.context).toMatch(
      /^Paragraph 5 says so\.[^]*Paragraph 12 says so\.\n\n\[/
    );
    expect(packed.context).toMatch(
      /\n\n\[… paragraphs 1-4 and 13-40 of 40 left out\]$/
    );
    expect(packed.ids).toEqual(["parent"]);
    expect(packed.reduced).toEqual([
      {
        id: "parent",
        leftOut: [
          [1, 4],
          [13, 40],
        ],
        paragraphs: 40,
      },
    ]);
  });

  test("from its beginning, when nothing is known", async () => {
    const packed = await packContext([parent()], inCharacters(200));
    expect(packed.context).toMatch(/^Paragraph 1 says so\.\n\nParagraph 2 /);
    expect(packed.context).toMatch(/\[… paragraphs 8-40 of 40 left out\]$/);
  });

  test("in Spanish, with one paragraph missing", async () => {
    const short = new Document({
      pageContent: "Uno uno uno.\n\nDos dos dos.\n\n" + "Tres ".repeat(20),
      metadata: { loc: { start: 0, hits: [{ start: 0, end: 3 }] } },
    });
    const packed = await packContext([short, short], {
      ...inCharacters(80),
      marks: "es",
    });
    expect(packed.context).toBe(
      "Uno uno uno.\n\nDos dos dos.\n\n[… falta el párrafo 3 de 3]"
    );
  });

  test("beside other chunks, in what they leave", async () => {
    const packed = await packContext(
      [alone(0), parent([[20, 20]]), alone(1)],
      inCharacters(250)
    );
    expect(packed.context).toMatch(/^Chunk 0 .*\n\nParagraph 1\d/);
    expect(packed.context).toContain("Paragraph 20 ");
    expect(packed.context).toMatch(/of 40 left out\]/);
    expect(packed.tokens).toBeLessThanOrEqual(250);
  });

  test("a chunk that would fit alone is not cut", async () => {
    const documents = [alone(0), parent()];
    const packed = await packContext(documents, inCharacters(930));
    expect(packed.ids).toEqual(["id-0"]);
    expect(packed.reduced).toEqual([]);
  });

  test("one paragraph that is too long is left out", async () => {
    const long = new Document({ id: "l", pageContent: "palabra ".repeat(99) });
    const packed = await packContext([long], inCharacters(100));
    expect(packed.context).toBe("[… 1 of 1 chunks left out]");
    expect(packed.leftOutIds).toEqual(["l"]);
  });
});

test("property: never too long, whole chunks, every id in one list", async () => {
  const property = fc.asyncProperty(
    fc.array(anyDocument, { minLength: 1, maxLength: 3 }),
    fc.integer({ min: 5, max: 60 }),
    fc.integer({ min: 0, max: 4 }),
    fc.integer({ min: 1, max: 400 }),
    fc.constantFrom("rank" as const, "source" as const),
    fc.array(fc.nat(), { maxLength: 12 }),
    fc.boolean(),
    async (texts, chunkSize, overlap, maxTokens, order, picks, isPrefixed) => {
      const splitter = new StructuralMarkdownTextSplitter({
        chunkSize,
        chunkOverlap: Math.min(overlap, chunkSize - 1),
      });
      let chunks = await splitter.createDocuments(texts);
      if (isPrefixed) {
        const prefix = new ContextualPrefix();
        chunks = (await prefix.transformDocuments(chunks)) as Document[];
      }
      const found =
        chunks.length === 0 ? [] : picks.map((k) => chunks[k % chunks.length]);
      const packed = await packContext(found, { maxTokens, order });
      expect(packed.tokens).toBe(await count(packed.context));
      expect(packed.tokens).toBeLessThanOrEqual(maxTokens);
      const distinct = new Set(found.map(({ id }) => id));
      expect(new Set([...packed.ids, ...packed.leftOutIds])).toEqual(distinct);
      expect(packed.ids.length + packed.leftOutIds.length).toBe(distinct.size);
      const shown = squeeze(packed.context);
      const reduced = new Set(packed.reduced.map(({ id }) => id));
      for (const { id, metadata } of packed.documents) {
        if (reduced.has(id ?? "")) continue;
        const { start, end } = metadata.loc;
        const [source] = texts.filter((text) =>
          chunks.some(
            (chunk) =>
              chunk.id === id &&
              chunk.pageContent.includes(text.slice(start, end))
          )
        );
        if (source === undefined) continue;
        // Squeezed, since what is between two chunks is white space.
        for (const line of source.slice(start, end).split(/[\r\n]+/)) {
          expect(shown).toContain(squeeze(line));
        }
      }
    }
  );
  await fc.assert(property, { numRuns, seed: 8 });
});

describe("property: all chunks together are the document again", () => {
  const names = [
    "StructuralMarkdownTextSplitter",
    "RecursiveTokenTextSplitter",
    "FixedTokenTextSplitter",
    "DialogueTextSplitter",
    "PageTextSplitter",
  ];
  const slicing = subjects.filter(({ name }) => names.includes(name));
  test.each(slicing)("$name", async ({ make }) => {
    const property = fc.asyncProperty(
      anyDocument,
      sizeAndOverlap,
      async (text, sizes) => {
        const chunks = await make(sizes).createDocuments([text]);
        const options = { maxTokens: Number.MAX_SAFE_INTEGER };
        const { context } = await packContext(chunks, options);
        expect(squeeze(context)).toBe(squeeze(text));
      }
    );
    await fc.assert(property, { numRuns, seed: 5 });
  });
});

describe("in a pipeline", () => {
  test("retriever | packContext | prompt | model", async () => {
    const chunks = await new StructuralMarkdownTextSplitter({
      chunkSize: 24,
    }).createDocuments([manual]);
    const store = await FakeVectorStore.fromDocuments(
      chunks,
      new SyntheticEmbeddings({ vectorSize: 8 })
    );
    const prompt = ChatPromptTemplate.fromTemplate("Answer from:\n{context}");
    const chain = store
      .asRetriever(3)
      .pipe(packContext({ maxTokens: 100 }))
      .pipe(prompt);
    const value = await chain.invoke("¿Qué paquete?");
    const found = await store.asRetriever(3).invoke("¿Qué paquete?");
    const { context, ids } = await packContext(found, { maxTokens: 100 });
    expect(value.toChatMessages()[0].content).toBe(`Answer from:\n${context}`);
    expect(ids.length).toBeGreaterThan(0);
    const model = new FakeListChatModel({ responses: ["El deb."] });
    expect((await chain.pipe(model).invoke("x")).content).toBe("El deb.");
  });

  test("is traced, runs in a batch, hears a signal", async () => {
    const tracer = new FakeTracer();
    const pack = packContext({ maxTokens: 100 });
    const packed = await pack.invoke(eight, { callbacks: [tracer] });
    await awaitAllCallbacks();
    expect(tracer.runs[0].name).toBe("ContextPacker");
    expect(tracer.runs[0].outputs).toMatchObject({ ids: packed.ids });
    expect(await pack.batch([eight, []])).toEqual([
      packed,
      await pack.invoke([]),
    ]);
    const signal = AbortSignal.abort();
    await expect(pack.invoke(eight, { signal })).rejects.toThrow(/abort/i);
    const lambda = RunnableLambda.from(() => eight).pipe(pack);
    expect(await lambda.invoke("x")).toEqual(packed);
  });
});

test.each([
  [{}, /maxTokens.*from 1 up.*undefined/],
  [{ maxTokens: 0 }, /maxTokens.*0/],
  [{ maxTokens: 9, order: "best" }, /order.*"rank" or "source".*"best"/],
  [{ maxTokens: 9, marks: "de" }, /marks.*"en", "es".*"de"/],
])("options %p", (options, message) => {
  expect(() => packContext(options as never)).toThrow(RangeError);
  expect(() => packContext([], options as never)).toThrow(message);
});
