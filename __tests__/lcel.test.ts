/**
 * The splitter as a step of a LangChain pipeline: sequences, batch, stream,
 * transform, tracing, and an abort that is heard.
 */
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { awaitAllCallbacks } from "@langchain/core/callbacks/promises";
import { Document } from "@langchain/core/documents";
import { RunnableLambda, RunnableSequence } from "@langchain/core/runnables";
import {
  FakeTracer,
  FakeVectorStore,
  SyntheticEmbeddings,
} from "@langchain/core/utils/testing";
import { characters, cpuTime, subjects } from "./support/splitters.js";

const page = (n: number): Document =>
  new Document({
    pageContent: `# Página ${n}\n\nEl gato ${n} duerme.\n\nEl perro come.`,
    metadata: { source: `page-${n}.md`, loc: { pageNumber: n } },
  });

const pages = [page(1), page(2), page(3)];

const longText = (paragraphs: number): string =>
  Array.from(
    { length: paragraphs },
    (_, n) => `## Sección ${n}\n\nEl gato ${n} duerme en la silla roja.`
  ).join("\n\n");

const textsOf = (documents: Document[]): string[] =>
  documents.map(({ pageContent }) => pageContent);

/** Settles as the promise does; its error, if any, is the value. */
const errorOf = (promise: Promise<unknown>): Promise<Error | undefined> =>
  promise.then(
    () => undefined,
    (error: Error) => error
  );

describe.each(subjects)("$name in LCEL", ({ make }) => {
  const splitter = make({
    chunkSize: 30,
    chunkOverlap: 0,
    lengthFunction: characters,
  });
  const loader = RunnableLambda.from<string, Document[]>(() => pages);

  it("stands between a loader and a vector store", async () => {
    const store = new FakeVectorStore(
      new SyntheticEmbeddings({ vectorSize: 16 })
    );
    const sequence = RunnableSequence.from([
      loader,
      splitter,
      RunnableLambda.from(async (documents: Document[]) => {
        await store.addDocuments(documents);
        return documents.length;
      }),
    ]);
    const added = await sequence.invoke("docs/*.md");
    expect(added).toBeGreaterThan(3);
    expect(store.memoryVectors).toHaveLength(added);
    const sources = store.memoryVectors.map(({ metadata }) => metadata.source);
    expect(new Set(sources)).toEqual(
      new Set(["page-1.md", "page-2.md", "page-3.md"])
    );
    const found = await store.similaritySearch("El perro come.", 1);
    expect(found[0].metadata.loc.pageNumber).toBeGreaterThan(0);
  });

  it("runs in a batch, each input on its own", async () => {
    const inputs = pages.map((document) => [document]);
    const batched = await splitter.batch(inputs, { maxConcurrency: 2 });
    const alone = await Promise.all(
      inputs.map((input) => splitter.invoke(input))
    );
    expect(batched).toEqual(alone);
    expect(batched.map(([first]) => first.metadata.source)).toEqual([
      "page-1.md",
      "page-2.md",
      "page-3.md",
    ]);
  });

  it("streams the same documents that invoke gives", async () => {
    const streamed: Document[] = [];
    for await (const part of await splitter.stream(pages)) {
      expect(Array.isArray(part)).toBe(true);
      streamed.push(...part);
    }
    expect(streamed).toEqual(await splitter.invoke(pages));
  });

  it("sends documents out as they are split", async () => {
    const events: string[] = [];
    async function* produce(): AsyncGenerator<Document[]> {
      for (const document of pages) {
        events.push(`made ${document.metadata.source}`);
        yield [document];
      }
      events.push("made all");
    }
    const received: Document[] = [];
    for await (const part of splitter.transform(produce(), {})) {
      for (const document of part) {
        events.push(`got ${document.metadata.source}`);
        received.push(document);
      }
    }
    expect(received).toEqual(await splitter.invoke(pages));
    expect(events.indexOf("got page-1.md")).toBeLessThan(
      events.indexOf("made page-3.md")
    );
    expect(events.indexOf("got page-2.md")).toBeLessThan(
      events.indexOf("made all")
    );
  });

  it("streams through a sequence, with bounded work ahead", async () => {
    let made = 0;
    const many = 200;
    const source = RunnableLambda.from(async function* () {
      for (let n = 0; n < many; n += 1) {
        made += 1;
        yield [page(n)];
      }
    });
    const sequence = RunnableSequence.from([source, splitter]);
    const stream = await sequence.stream("go");
    const first = await stream.next();
    expect(first.value[0].metadata.source).toBe("page-0.md");
    expect(made).toBeLessThan(many / 2);
    await stream.return?.();
  });

  it("is seen by a tracer, with its name, input and output", async () => {
    const tracer = new FakeTracer();
    const output = await splitter.invoke(pages, {
      callbacks: [tracer],
      runName: "split",
      tags: ["t"],
      metadata: { run: 1 },
    });
    await awaitAllCallbacks();
    expect(tracer.runs).toHaveLength(1);
    const [run] = tracer.runs;
    expect(run.name).toBe("split");
    expect(run.run_type).toBe("chain");
    expect(run.tags).toContain("t");
    expect(run.extra?.metadata).toMatchObject({ run: 1 });
    expect(run.error).toBeUndefined();
    const traced = JSON.stringify(run.outputs);
    for (const text of textsOf(output)) {
      expect(traced).toContain(JSON.stringify(text).slice(1, -1));
    }
    expect(JSON.stringify(run.inputs)).toContain("El gato 1 duerme");
  });

  it("is seen as a step of a sequence, under its class name", async () => {
    const errors: Error[] = [];
    const ended: unknown[] = [];
    const handler = BaseCallbackHandler.fromMethods({
      handleChainEnd: (outputs) => void ended.push(outputs),
      handleChainError: (error: Error) => void errors.push(error),
    });
    const tracer = new FakeTracer();
    await RunnableSequence.from([loader, splitter]).invoke("x", {
      callbacks: [handler, tracer],
    });
    await awaitAllCallbacks();
    const children = tracer.runs[0].child_runs.map(({ name }) => name);
    expect(children).toContain(splitter.getName());
    expect(ended).toHaveLength(3);
    expect(errors).toEqual([]);
  });

  it("traces an error", async () => {
    const failing = make({
      chunkSize: 30,
      chunkOverlap: 0,
      lengthFunction: () => Number.NaN,
    });
    const tracer = new FakeTracer();
    const error = await errorOf(failing.invoke(pages, { callbacks: [tracer] }));
    await awaitAllCallbacks();
    expect(error?.message).toMatch(/lengthFunction/);
    expect(tracer.runs[0].error).toMatch(/lengthFunction/);
  });

  it("is traced in transform too", async () => {
    const tracer = new FakeTracer();
    async function* produce(): AsyncGenerator<Document[]> {
      yield pages;
    }
    const received: Document[] = [];
    const stream = splitter.transform(produce(), { callbacks: [tracer] });
    for await (const part of stream) received.push(...part);
    await awaitAllCallbacks();
    expect(received.length).toBeGreaterThan(3);
    expect(tracer.runs.map(({ run_type }) => run_type)).toEqual(["chain"]);
    expect(tracer.runs[0].end_time).toBeDefined();
  });

  describe("with a signal", () => {
    /** Counts how often it is asked, and aborts at the nth time. */
    function abortingAt(calls: number) {
      const controller = new AbortController();
      const count = { asked: 0 };
      const aborting = make({
        chunkSize: 60,
        chunkOverlap: 0,
        lengthFunction: async (text) => {
          count.asked += 1;
          if (count.asked === calls) controller.abort();
          // A turn of the event loop, as a call to a service would take.
          await new Promise(setImmediate);
          return text.length;
        },
      });
      return { aborting, controller, count };
    }

    it("does nothing when it is aborted before the start", async () => {
      const { aborting, controller, count } = abortingAt(Infinity);
      controller.abort();
      const { signal } = controller;
      const error = await errorOf(aborting.invoke(pages, { signal }));
      expect(error).toBeInstanceOf(Error);
      expect(count.asked).toBe(0);
    });

    it("stops between documents", async () => {
      const { aborting, controller, count } = abortingAt(5);
      const many = Array.from({ length: 200 }, (_, n) => page(n));
      const { signal } = controller;
      const error = await errorOf(aborting.invoke(many, { signal }));
      expect(String(error)).toMatch(/abort/i);
      await new Promise((resolve) => setTimeout(resolve, 50));
      // The document at hand may still be measured, and no other.
      expect(count.asked).toBeLessThan(5 + 20);
    });

    it("stops in the middle of one big document", async () => {
      const { aborting, controller, count } = abortingAt(5);
      const document = new Document({ pageContent: longText(2000) });
      const { signal } = controller;
      const error = await errorOf(aborting.invoke([document], { signal }));
      expect(String(error)).toMatch(/abort/i);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(count.asked).toBeLessThan(200);
    });

    it("stops one big document that is measured without waiting", async () => {
      const document = new Document({ pageContent: longText(20_000) });
      const cpuOf = async (signal?: AbortSignal) => {
        const started = cpuTime();
        const error = await errorOf(splitter.invoke([document], { signal }));
        // What goes on behind an error counts too.
        await new Promise((resolve) => setTimeout(resolve, 300));
        return { error, spent: cpuTime() - started };
      };
      const whole = await cpuOf();
      expect(whole.error).toBeUndefined();
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 1);
      const aborted = await cpuOf(controller.signal);
      expect(String(aborted.error)).toMatch(/abort/i);
      expect(aborted.spent).toBeLessThan(0.8 * whole.spent);
    });

    it("stops a stream", async () => {
      const { aborting, controller } = abortingAt(20);
      let made = 0;
      async function* produce(): AsyncGenerator<Document[]> {
        for (; made < 500; made += 1) yield [page(made)];
      }
      const run = async () => {
        const { signal } = controller;
        for await (const part of aborting.transform(produce(), { signal })) {
          expect(part.length).toBeGreaterThan(0);
        }
      };
      const error = await errorOf(run());
      expect(String(error)).toMatch(/abort/i);
      expect(made).toBeLessThan(100);
    });

    it("stops a stream of small documents that nobody waits for", async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 1);
      let made = 0;
      async function* produce(): AsyncGenerator<Document[]> {
        for (; made < 50_000; made += 1) yield [page(made)];
      }
      const run = async () => {
        const { signal } = controller;
        for await (const part of splitter.transform(produce(), { signal })) {
          expect(part.length).toBeGreaterThan(0);
        }
      };
      const error = await errorOf(run());
      expect(String(error)).toMatch(/abort/i);
      expect(made).toBeLessThan(50_000);
    });

    it("finishes when nobody aborts", async () => {
      const { signal } = new AbortController();
      expect(await splitter.invoke(pages, { signal })).toEqual(
        await splitter.invoke(pages)
      );
    });
  });
});
