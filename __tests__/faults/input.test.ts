/** Bad input: nothing to split, options out of range, hostile characters. */
import { Document } from "@langchain/core/documents";
import { tokenCounter } from "langchain-seams";
import { HOSTILE } from "../support/documents.js";
import { characters, subjects, type Options } from "../support/splitters.js";
import { bodies } from "../support/split.js";

/** An option as JavaScript callers may give it. */
const wrong = (options: Record<string, unknown>): Options =>
  options as unknown as Options;

describe.each(subjects)("$name", ({ make }) => {
  const splitter = make({ chunkSize: 20, lengthFunction: characters });

  it.each(["", " ", "\n", "\r\n\r\n", "\t \n\n  \n", "\u00A0\u2003\n"])(
    "has no chunk for the blank text %j",
    async (blank) => {
      expect(await splitter.splitText(blank)).toEqual([]);
      expect(await splitter.createDocuments([blank, "a", blank])).toHaveLength(
        1
      );
      const document = new Document({ pageContent: blank });
      expect(await splitter.invoke([document])).toEqual([]);
    }
  );

  it("has no chunk for documents without text", async () => {
    const documents = [
      { metadata: {} },
      { pageContent: undefined, metadata: {} },
      { pageContent: null, metadata: {} },
    ] as unknown as Document[];
    expect(await splitter.splitDocuments(documents)).toEqual([]);
    expect(await splitter.transformDocuments(documents)).toEqual([]);
    expect(await splitter.invoke(documents)).toEqual([]);
    expect(await splitter.invoke([])).toEqual([]);
  });

  it.each([0, -1, -0.5, 1.5, Number.NaN, Infinity, -Infinity, "400", null, {}])(
    "refuses chunkSize %p",
    (chunkSize) => {
      const build = () => make(wrong({ chunkSize, chunkOverlap: 0 }));
      // null stands for "not given" in LangChain's own splitters.
      if (chunkSize === null) {
        try {
          expect(build().chunkSize).toBeGreaterThan(0);
          return;
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
        return;
      }
      expect(build).toThrow(RangeError);
      expect(build).toThrow(/chunkSize/);
      expect(build).toThrow(/integer/);
      expect(build).toThrow(String(chunkSize));
    }
  );

  it.each([-1, 1.5, Number.NaN, Infinity, "5", 20, 21, 1000])(
    "refuses chunkOverlap %p of 20",
    (chunkOverlap) => {
      const build = () => make(wrong({ chunkSize: 20, chunkOverlap }));
      expect(build).toThrow(RangeError);
      expect(build).toThrow(/chunkOverlap/);
      expect(build).toThrow(String(chunkOverlap));
      if (typeof chunkOverlap === "number" && chunkOverlap >= 20) {
        if (Number.isFinite(chunkOverlap)) expect(build).toThrow(/20/);
      }
    }
  );

  it.each(["cl100k", "", "gpt-none", 7])("refuses encoding %p", (encoding) => {
    const build = () => make(wrong({ chunkSize: 20, encoding }));
    expect(build).toThrow(RangeError);
    expect(build).toThrow(/encoding/);
    expect(build).toThrow(String(encoding));
    expect(build).toThrow(/cl100k_base/);
  });

  it.each(["length", 5, {}])("refuses lengthFunction %p", (lengthFunction) => {
    const build = () => make(wrong({ chunkSize: 20, lengthFunction }));
    expect(build).toThrow(RangeError);
    expect(build).toThrow(/lengthFunction/);
  });

  it.each([1, 2, 5, 6, 99, 400])("takes chunkSize %d alone", (chunkSize) => {
    const { chunkOverlap } = make({ chunkSize });
    expect(chunkOverlap).toBeLessThan(chunkSize);
    expect(chunkOverlap).toBeGreaterThanOrEqual(0);
    expect(Number.isInteger(chunkOverlap)).toBe(true);
  });

  const text = "# Uno\n\nEl gato duerme en la silla roja. Y el perro no.\n";

  it.each([
    ["NaN", () => Number.NaN],
    ["a negative number", () => -1],
    ["a negative number now and then", (part: string) => 10 - part.length],
    ["undefined", () => undefined as unknown as number],
    ["a string", (part: string) => `${part.length}` as unknown as number],
    ["a promise of NaN", async () => Number.NaN],
  ])("says so when lengthFunction returns %s", async (_, lengthFunction) => {
    const broken = make({
      chunkSize: 20,
      chunkOverlap: 0,
      lengthFunction: lengthFunction as (part: string) => number,
    });
    await expect(broken.splitText(text)).rejects.toThrow(/lengthFunction/);
    const document = new Document({ pageContent: text });
    await expect(broken.invoke([document])).rejects.toThrow(/lengthFunction/);
  });

  it("passes on what lengthFunction throws", async () => {
    const broken = make({
      chunkSize: 20,
      chunkOverlap: 0,
      lengthFunction: async () => {
        throw new Error("service down");
      },
    });
    await expect(broken.splitText(text)).rejects.toThrow("service down");
  });

  it.each([
    ["always 0", () => 0],
    ["always the limit", () => 20],
    ["always above the limit", () => 21],
    ["Infinity", () => Infinity],
    ["fractions", (part: string) => part.length / 3],
    ["not additive", (part: string) => (part.length % 7) + part.length / 9],
    ["words", (part: string) => part.split(/\s+/).filter(Boolean).length],
    ["steps", (part: string) => Math.ceil(part.length / 16) * 16],
  ])("ends with a length function that is %s", async (_, lengthFunction) => {
    const odd = make({ chunkSize: 20, chunkOverlap: 5, lengthFunction });
    const source = text.repeat(5);
    let documents: Document[];
    try {
      documents = await odd.createDocuments([source]);
    } catch (error) {
      expect((error as Error).message).toMatch(/lengthFunction/);
      expect(lengthFunction("x")).toBe(Infinity);
      return;
    }
    for (const { pageContent, metadata } of documents) {
      const isOver = lengthFunction(pageContent) > 20;
      expect(metadata.oversize ?? false).toBe(isOver);
    }
    const seen = new Set<string>();
    for (const body of bodies(source, documents)) {
      for (const word of body.split(/\s+/)) seen.add(word);
    }
    if (lengthFunction("x") > 20) return;
    for (const word of ["gato", "duerme", "perro"])
      expect(seen).toContain(word);
  });

  it.each(HOSTILE)("keeps %j as it is", async (hostile) => {
    for (const source of [
      hostile,
      `${hostile}# T\n\nuno`,
      `uno\n\n${hostile}\n\ndos`,
      `- ${hostile}\n- ${hostile}`,
      `| a |\n|---|\n| ${hostile} |`,
      `\`\`\`\n${hostile}\n\`\`\``,
    ]) {
      for (const chunkSize of [1, 7, 300]) {
        const options = { chunkSize, chunkOverlap: 0 };
        const small = make({ ...options, lengthFunction: characters });
        const documents = await small.createDocuments([source]);
        const joined = bodies(source, documents).join("");
        expect(joined.replace(/\s/g, "")).toBe(source.replace(/\s/g, ""));
        for (const document of documents) {
          expect(document.pageContent).toContain(bodies(source, [document])[0]);
        }
      }
    }
  });
});

it("sees a heading behind a byte order mark", async () => {
  const [{ make }] = subjects;
  const [document] = await make({ chunkSize: 50 }).createDocuments([
    "\uFEFF# Título\n\nuno",
  ]);
  expect(document.metadata.section).toBe("Título");
  expect(document.pageContent).toBe("\uFEFF# Título\n\nuno");
});

it.each(["cl100k", "", "gpt-none"])("tokenCounter refuses %p", (name) => {
  expect(() => tokenCounter(name as "cl100k_base")).toThrow(RangeError);
  expect(() => tokenCounter(name as "cl100k_base")).toThrow(/encoding/);
});
