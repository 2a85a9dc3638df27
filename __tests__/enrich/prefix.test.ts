/** Prefixes of headings: the cap, what goes first, and that nothing is lost. */
import { Document } from "@langchain/core/documents";
import { RunnableLambda, RunnableSequence } from "@langchain/core/runnables";
import { FakeTracer } from "@langchain/core/utils/testing";
import fc from "fast-check";
import {
  ContextualPrefix,
  RecursiveTokenTextSplitter,
  StructuralMarkdownTextSplitter,
  removePrefix,
  type ContextualPrefixParams,
  type PrefixReport,
} from "langchain-seams";
import { markdownDocument } from "../support/documents.js";
import { characters, rulers } from "../support/splitters.js";

const numRuns = Number(process.env.SEAMS_RUNS ?? 500);

const chunkOf = (
  pageContent: string,
  headings: string[],
  metadata: Record<string, unknown> = {}
): Document =>
  new Document({ pageContent, metadata: { ...metadata, loc: { headings } } });

async function prefixOf(
  chunk: Document,
  options: Partial<ContextualPrefixParams> = {}
): Promise<string | undefined> {
  const transformer = new ContextualPrefix({
    lengthFunction: characters,
    ...options,
  });
  const [{ metadata }] = await transformer.transformDocuments([chunk]);
  return metadata.prefix;
}

let warnings: string[];

beforeEach(() => {
  warnings = [];
  jest.spyOn(console, "warn").mockImplementation((message: string) => {
    warnings.push(message);
  });
});

afterEach(() => jest.restoreAllMocks());

const text = "Descargue el paquete y ejecute el instalador como administrador.";
const PATH = ["Manual", "Instalación", "Linux"];

describe("the path", () => {
  test.each([
    ["src/http.ts", "HttpClient.getJSON", "http.ts > Http Client > get JSON"],
    ["C:\\a\\ñ.py", "leerAño, leer_día", "ñ.py > leer Año, leer día"],
    ["a.ts", "parseHTML2Text", "a.ts > parse HTML2 Text"],
    [undefined, "Worker.#run", "Worker > run"],
    ["a.cpp", "$$", "nothing"],
  ])("code: %s, %s", async (source, symbol, expected) => {
    const chunk = chunkOf(text, [], { source, symbol });
    const prefix = await prefixOf(chunk, { maxShare: 1 });
    expect(prefix ?? "nothing").toBe(expected);
  });

  test("code in Markdown stands under its headings", async () => {
    const chunk = chunkOf(text, ["Use"], { title: "Guide", symbol: "runAll" });
    expect(await prefixOf(chunk, { maxShare: 1 })).toBe(
      "Guide > Use > run All"
    );
  });

  test("title, section, subsection, a blank line, the chunk", async () => {
    const chunk = chunkOf(text, PATH.slice(1), { title: "Manual" });
    const [made] = await new ContextualPrefix({
      maxShare: 1,
    }).transformDocuments([chunk]);
    expect(made.pageContent).toBe(`Manual > Instalación > Linux\n\n${text}`);
    expect(made.metadata.prefix).toBe("Manual > Instalación > Linux");
  });

  test("with 30 characters, whatever fits is the end of the path", async () => {
    const source =
      "# Manual\n\n## Instalación\n\n### Linux\n\n" +
      "Abra la caja. Una dos tres. ".repeat(6);
    const splitter = new StructuralMarkdownTextSplitter({
      chunkSize: 30,
      lengthFunction: characters,
    });
    const chunks = await splitter
      .pipe(new ContextualPrefix({ lengthFunction: characters }))
      .invoke([new Document({ pageContent: source })]);
    const prefixes = chunks.map(({ metadata }) => metadata.prefix);
    expect(prefixes).toContain("Linux");
    for (const prefix of prefixes) {
      if (prefix === undefined) continue;
      expect(PATH.join(" > ").endsWith(prefix)).toBe(true);
    }
  });

  test.each([
    [12, undefined],
    [20, undefined],
    [21, "Linux"],
    [62, "Linux"],
    [63, "Instalación > Linux"],
    [89, "Instalación > Linux"],
    [90, "Manual > Instalación > Linux"],
  ])("a chunk of %i characters: %p", async (length, expected) => {
    expect(await prefixOf(chunkOf("x".repeat(length), PATH))).toBe(expected);
  });

  test("another separator, and no headings at all", async () => {
    const options = { maxShare: 1, sectionSeparator: " / " };
    expect(await prefixOf(chunkOf(text, PATH), options)).toBe(
      "Manual / Instalación / Linux"
    );
    expect(await prefixOf(chunkOf(text, []))).toBeUndefined();
    expect(await prefixOf(new Document({ pageContent: text }))).toBeUndefined();
  });

  test("the title of front matter, as splitters leave it", async () => {
    const source = `---\ntitle: Guía\n---\n\n# Uso\n\n${text}`;
    const chunks = await new StructuralMarkdownTextSplitter({
      chunkSize: 40,
    }).createDocuments([source]);
    const made = await new ContextualPrefix().transformDocuments(chunks);
    expect(made.at(-1)?.metadata.prefix).toBe("Guía");
    const { title, ...rest } = made.at(-1)?.metadata ?? {};
    expect(title).toBe("Guía");
    expect(rest.loc.frontMatter).toEqual({ title: "Guía" });
  });

  test("only under loc, when the source has another title", async () => {
    const chunk = chunkOf(text, ["Uso"]);
    chunk.metadata.loc.frontMatter = { title: "Guía" };
    expect(await prefixOf(chunk)).toBe("Guía > Uso");
  });

  test("white space in headings is one space", async () => {
    const chunk = chunkOf(text, ["Uno\n  dos", "  ", "Tres\t"]);
    expect(await prefixOf(chunk)).toBe("Uno dos > Tres");
  });
});

describe("what is there already", () => {
  test.each([
    ["ATX", "### Linux", "Manual > Instalación"],
    ["ATX, closed", "### Linux ###", "Manual > Instalación"],
    ["setext", "Linux\n-----", "Manual > Instalación"],
    ["markup", "### **Linux** {#linux}", "Manual > Instalación"],
    ["a link", "### [Linux](https://example.com/x)", "Manual > Instalación"],
    ["HTML", '<h3 class="a">Linux</h3>', "Manual > Instalación"],
    ["plain text", "LINUX", "Manual > Instalación"],
    ["two of them", "## Instalación\n\n### Linux", "Manual"],
    ["all", "# Manual\n\n## Instalación\n\n### Linux", undefined],
    ["a sentence", "Linux es un núcleo.", "Manual > Instalación > Linux"],
  ])("%s", async (_name, start, expected) => {
    const chunk = chunkOf(`${start}\n\n${text}`, PATH);
    expect(await prefixOf(chunk, { maxShare: 1 })).toBe(expected);
  });

  test("a title that is the first heading is said once", async () => {
    const chunk = chunkOf(text, PATH, { title: "MANUAL" });
    expect(await prefixOf(chunk, { maxShare: 1 })).toBe(
      "MANUAL > Instalación > Linux"
    );
  });

  test("a prefix: the chunk is left as it is", async () => {
    const first = new ContextualPrefix({ maxShare: 1 });
    const once = await first.transformDocuments([chunkOf(text, PATH)]);
    const other = new ContextualPrefix({ describe: () => "Other." });
    expect(await first.transformDocuments(once)).toEqual(once);
    expect(await other.transformDocuments(once)).toEqual(once);
  });

  test("a key `prefix` of the source is no prefix", async () => {
    const chunk = chunkOf(text, PATH, { prefix: "+34" });
    expect(removePrefix([chunk])).toEqual([chunk]);
    expect(await prefixOf(chunk, { maxShare: 1 })).toMatch(/Linux$/);
  });
});

describe("what describe returns", () => {
  test("a text that is too long ends with a sentence", async () => {
    const chunk = chunkOf("x".repeat(120), []);
    const describe = () =>
      "El apartado 3.2 trata de Linux.\nVéase la pág. 4. Y más aún que no cabe.";
    expect(await prefixOf(chunk, { describe })).toBe(
      "El apartado 3.2 trata de Linux."
    );
    expect(await prefixOf(chunk, { describe, maxShare: 0.5 })).toBe(
      "El apartado 3.2 trata de Linux. Véase la pág. 4."
    );
  });

  test("nothing fits, nothing is added", async () => {
    const describe = () => "Una sola frase que no cabe en un tercio.";
    expect(await prefixOf(chunkOf("x".repeat(60), []), { describe })).toBe(
      undefined
    );
    expect(await prefixOf(chunkOf("x", []), { describe })).toBeUndefined();
  });

  test("nothing, blank text, a path", async () => {
    const chunk = chunkOf(text, PATH);
    const cases: [ContextualPrefixParams["describe"], string | undefined][] = [
      [() => undefined, undefined],
      [() => null, undefined],
      [() => "  \n", undefined],
      [async () => ["A", "B"], "A > B"],
    ];
    for (const [describe, expected] of cases) {
      expect(await prefixOf(chunk, { describe })).toBe(expected);
    }
  });

  test("what is no text is a failure of that chunk, and no other", async () => {
    const wrong: unknown[] = [5, true, {}, [5], ["A", null]];
    const chunks = wrong.map((_, k) => chunkOf(`${text} ${k}`, []));
    let report: PrefixReport | undefined;
    const prefix = new ContextualPrefix({
      describe: (_document, { pageContent }) => {
        const k = Number(pageContent.split(" ").at(-1));
        return wrong[k] as string;
      },
      onReport: (made) => (report = made),
    });
    const good = chunkOf(`${text} 9`, []);
    const made = await prefix.transformDocuments([...chunks, good]);
    expect(made.map(({ pageContent }) => pageContent)).toEqual(
      [...chunks, good].map(({ pageContent }) => pageContent)
    );
    expect(report).toMatchObject({ failed: wrong.length, prefixed: 0 });
    expect(report?.errors[0].message).toMatch(/^Expected `describe` to be/);
    expect(made.map(({ metadata }) => metadata.prefix_failed)).toEqual([
      ...wrong.map(() => true),
      undefined,
    ]);
  });

  test("it is given the whole document, in its order", async () => {
    const source = `# Uno\n\n${text}\n\n- a\n- b\n\n## Dos\n\n${text} ${text}`;
    const splitter = new RecursiveTokenTextSplitter({
      chunkSize: 20,
      chunkOverlap: 8,
    });
    const chunks = await splitter.createDocuments([source, "Otro."]);
    expect(chunks.length).toBeGreaterThan(4);
    const seen: string[] = [];
    const describe: ContextualPrefixParams["describe"] = (document, chunk) => {
      expect(document.pageContent).toContain(chunk.pageContent);
      seen.push(document.pageContent);
      return undefined;
    };
    await new ContextualPrefix({ describe }).transformDocuments(chunks);
    expect(new Set(seen)).toEqual(new Set([source, "Otro."]));
  });
});

describe("properties", () => {
  const word = fc.constantFrom("Uno", "año", "🦊", "a > b", "x\ny", "de", "");
  const heading = fc
    .array(word, { maxLength: 4 })
    .map((words) => words.join(" "));

  test.each(rulers)(
    "cap, outer headings first, idempotence, bound: $name",
    async ({ lengthFunction, length }) => {
      const property = fc.asyncProperty(
        fc.array(heading, { maxLength: 6 }),
        fc.string({ unit: "grapheme", maxLength: 300 }),
        fc.constantFrom(0, 1 / 6, 1 / 3, 2 / 3, 1),
        fc.option(fc.integer({ min: 1, max: 120 })),
        async (headings, pageContent, maxShare, ceiling) => {
          const chunk = Object.freeze(chunkOf(pageContent, headings));
          const before = structuredClone({ ...chunk });
          const transformer = new ContextualPrefix({
            maxShare,
            ...(ceiling !== null && { maxTokens: ceiling }),
            ...(lengthFunction && { lengthFunction }),
          });
          const once = await transformer.transformDocuments([chunk]);
          expect({ ...chunk }).toEqual(before);
          expect(await transformer.transformDocuments(once)).toEqual(once);
          expect(removePrefix(once as Document[])).toEqual([chunk]);
          const [{ pageContent: whole, metadata }] = once;
          const { prefix } = metadata;
          if (prefix === undefined) {
            expect(whole).toBe(pageContent);
            return;
          }
          expect(whole).toBe(`${prefix}\n\n${pageContent}`);
          const own = await length(pageContent);
          expect(await length(`${prefix}\n\n`)).toBeLessThanOrEqual(
            own * maxShare + 1e-9
          );
          expect(await length(whole)).toBeLessThanOrEqual(
            own * (1 + maxShare) + 1e-9
          );
          if (ceiling !== null) {
            expect(await length(whole)).toBeLessThanOrEqual(ceiling);
          }
          expect(prefix.trim()).toBe(prefix);
        }
      );
      await fc.assert(property, { numRuns, seed: 8 });
    }
  );

  test("the longest end of the path that fits", async () => {
    const property = fc.asyncProperty(
      fc.uniqueArray(fc.stringMatching(/^[a-z]{1,12}$/), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.integer({ min: 1, max: 400 }),
      async (headings, size) => {
        const prefix = await prefixOf(chunkOf("9".repeat(size), headings));
        const ends = headings.map((_, k) => headings.slice(k).join(" > "));
        const fitting = ends.filter((end) => 3 * (end.length + 2) <= size);
        expect(prefix).toBe(fitting[0]);
      }
    );
    await fc.assert(property, { numRuns, seed: 8 });
  });

  test("of real chunks no heading is said twice, and all text stays", async () => {
    const words = (line: string): string =>
      (line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
    const property = fc.asyncProperty(
      markdownDocument,
      fc.integer({ min: 10, max: 200 }),
      async (source, chunkSize) => {
        const splitter = new StructuralMarkdownTextSplitter({ chunkSize });
        const chunks = await splitter.createDocuments([source]);
        const transformer = new ContextualPrefix({ maxShare: 1 });
        const made = await transformer.transformDocuments(chunks);
        expect(removePrefix(made)).toEqual(chunks);
        for (const [k, { metadata, pageContent }] of made.entries()) {
          const broken = /\p{Surrogate}/u.test(chunks[k].pageContent);
          expect(/\p{Surrogate}/u.test(pageContent)).toBe(broken);
          if (metadata.prefix === undefined) continue;
          const first = chunks[k].pageContent.trim().split(/[\r\n]/)[0];
          const parts = metadata.prefix.split(" > ").map(words);
          if (/^#+ /.test(first) && words(first) !== "") {
            expect(parts.at(-1)).not.toBe(words(first));
          }
        }
      }
    );
    await fc.assert(property, { numRuns, seed: 8 });
  });
});

test("n_tokens is that of what is embedded, and back", async () => {
  const splitter = new StructuralMarkdownTextSplitter({ chunkSize: 30 });
  const chunks = await splitter.createDocuments([`# Uso\n\n${text} ${text}`]);
  const made = await new ContextualPrefix().transformDocuments(chunks);
  const { metadata } = made[1];
  expect(metadata.prefix).toBe("Uso");
  expect(metadata.n_tokens).toBe(metadata.loc.n_tokens + 3);
  expect(removePrefix(made)).toEqual(chunks);
  // Another unit than the splitter's: nothing is mixed.
  const other = new ContextualPrefix({ lengthFunction: characters });
  const [, measured] = await other.transformDocuments(chunks);
  expect(measured.metadata.n_tokens).toBe(chunks[1].metadata.n_tokens);
});

describe("in a pipeline", () => {
  test("a runnable: pipe, batch, stream, tracing", async () => {
    const tracer = new FakeTracer();
    const chunk = chunkOf(text, PATH);
    const chain = RunnableLambda.from(() => [chunk])
      .pipe(new ContextualPrefix({ maxShare: 1 }))
      .pipe(removePrefix);
    expect(await chain.invoke("x", { callbacks: [tracer] })).toEqual([chunk]);
    const names = tracer.runs[0].child_runs.map(({ name }) => name);
    expect(names).toContain("ContextualPrefix");
    const transformer = new ContextualPrefix({ maxShare: 1 });
    const expected = await transformer.invoke([chunk]);
    expect(await transformer.batch([[chunk], [chunk]])).toEqual([
      expected,
      expected,
    ]);
    for await (const part of await transformer.stream([chunk])) {
      expect(part).toEqual(expected);
    }
  });

  test("documents go out as they are split", async () => {
    const events: string[] = [];
    async function* pages(): AsyncGenerator<Document[]> {
      for (const name of ["a", "b", "c"]) {
        events.push(`made ${name}`);
        const pageContent = `# Uso\n\n${text}\n\n${text}\n\n${text}`;
        yield [new Document({ pageContent, metadata: { source: name } })];
      }
    }
    const splitter = new StructuralMarkdownTextSplitter({ chunkSize: 25 });
    const stream = RunnableSequence.from<string, Document[]>([
      RunnableLambda.from(pages),
      splitter,
      new ContextualPrefix(),
    ]).stream("x");
    for await (const chunks of await stream) {
      expect(chunks.at(-1)?.metadata.prefix).toBe("Uso");
      events.push(`got ${chunks[0].metadata.source}`);
    }
    expect(events.filter((event) => event.startsWith("got"))).toHaveLength(3);
    expect(events.indexOf("got a")).toBeLessThan(events.indexOf("made c"));
  });

  test("an aborted signal stops it", async () => {
    const controller = new AbortController();
    let calls = 0;
    const transformer = new ContextualPrefix({
      maxConcurrency: 1,
      describe: async () => {
        calls += 1;
        if (calls === 2) controller.abort();
        await new Promise(setImmediate);
        return "Una frase.";
      },
    });
    const chunks = Array.from({ length: 50 }, () => chunkOf(text, []));
    const { signal } = controller;
    await expect(transformer.invoke(chunks, { signal })).rejects.toThrow(
      /abort/i
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(calls).toBe(2);
  });
});

describe("options", () => {
  test("a share above 1/3 works, and warns once with the reason", async () => {
    const chunk = chunkOf(text, PATH);
    const transformer = new ContextualPrefix({ maxShare: 0.9 });
    await transformer.transformDocuments([chunk, chunk]);
    await transformer.invoke([chunk]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/maxShare.*0\.9.*1\/3.*wrong section/);
    expect(new ContextualPrefix({ maxShare: 1 / 3 }).maxShare).toBe(1 / 3);
    expect(warnings).toHaveLength(1);
  });

  test.each([
    [{ maxShare: -0.1 }, /maxShare.*from 0 up.*-0\.1/],
    [{ maxShare: NaN }, /maxShare.*NaN/],
    [{ maxTokens: 0 }, /maxTokens.*from 1 up.*0/],
    [{ maxConcurrency: 0 }, /maxConcurrency.*0/],
    [{ maxRetries: -1 }, /maxRetries.*-1/],
    [{ maxDocumentTokens: 1.5 }, /maxDocumentTokens.*1\.5/],
    [{ describe: "x" as never }, /describe.*function.*"x"/],
    [{ lengthFunction: 3 as never }, /lengthFunction.*function.*3/],
  ])("%p", (options, message) => {
    expect(() => new ContextualPrefix(options)).toThrow(RangeError);
    expect(() => new ContextualPrefix(options)).toThrow(message);
  });
});
