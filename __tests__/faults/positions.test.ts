/** Reported faults about offsets, lines, ids and metadata. */
import { Document } from "@langchain/core/documents";
import { StructuralMarkdownTextSplitter } from "langchain-seams";
import { locOf } from "../support/chunks.js";
import { withLineEnds } from "../support/documents.js";
import { deepFreeze } from "../support/invariants.js";
import { characters, subjects } from "../support/splitters.js";
import {
  bodies,
  contents,
  splitMarkdown,
  splitProse,
} from "../support/split.js";

const linesOf = (documents: Document[]) =>
  documents.map((document) => {
    const { from, to } = locOf(document).lines;
    return [from, to];
  });

describe("loc.lines", () => {
  const text = "uno\ndos\n\ntres\ncuatro\n\ncinco\nseis";

  it.each(["\n", "\r\n", "\r"])("are those of the body (%j)", async (end) => {
    const source = withLineEnds(text, end);
    const options = { chunkSize: 12, lengthFunction: characters };
    const prose = await splitProse(source, options);
    expect(linesOf(prose)).toEqual([
      [1, 2],
      [4, 5],
      [7, 8],
    ]);
    const markdown = await splitMarkdown(source, 12);
    expect(linesOf(markdown)).toEqual(linesOf(prose));
  });

  it("do not count what is repeated in front", async () => {
    const rows = ["| a1 |", "| b2 |", "| c3 |"];
    const source = `x\n\n| h |\n|---|\n${rows.join("\n")}`;
    const documents = await splitMarkdown(source, 18);
    expect(contents(documents)).toEqual([
      "x",
      ...rows.map((row) => `| h |\n|---|\n${row}`),
    ]);
    expect(linesOf(documents)).toEqual([
      [1, 1],
      [3, 5],
      [6, 6],
      [7, 7],
    ]);
  });

  it("are right where the same text stands many times", async () => {
    const paragraphs = Array.from({ length: 9 }, () => "igual que antes");
    const source = paragraphs.join("\n\n\n");
    const documents = await splitMarkdown(source, 16);
    expect(linesOf(documents)).toEqual(
      paragraphs.map((_, n) => [1 + 3 * n, 1 + 3 * n])
    );
    expect(new Set(documents.map(({ id }) => id)).size).toBe(9);
  });

  it("do not count the lines of chunkHeader", async () => {
    for (const { make } of subjects) {
      const splitter = make({
        chunkSize: 12,
        chunkOverlap: 0,
        lengthFunction: characters,
      });
      const plain = await splitter.createDocuments([text]);
      const headed = await splitter.createDocuments([text], [], {
        chunkHeader: "a\nb\nc\n",
        appendChunkOverlapHeader: true,
      });
      expect(linesOf(headed)).toEqual(linesOf(plain));
      expect(bodies(text, headed)).toEqual(bodies(text, plain));
    }
  });

  it("are exact for each splitter, measured in tokens", async () => {
    for (const { make } of subjects) {
      const splitter = make({ chunkSize: 3, chunkOverlap: 1 });
      for (const document of await splitter.createDocuments([text])) {
        const { start, end, lines } = locOf(document);
        const lineOf = (offset: number) =>
          text.slice(0, offset).split("\n").length;
        expect(lines).toEqual({ from: lineOf(start), to: lineOf(end - 1) });
      }
    }
  });
});

describe("metadata", () => {
  const text = "hello world foo";

  describe.each(subjects)("of $name", ({ make }) => {
    const splitter = make({
      chunkSize: 6,
      chunkOverlap: 0,
      lengthFunction: characters,
    });

    it("is copied deep for each chunk", async () => {
      const given = { tags: ["x"], deep: { a: [1] }, when: new Date(0) };
      const documents = await splitter.createDocuments([text], [given]);
      expect(documents.length).toBeGreaterThan(2);
      documents[0].metadata.tags.push("y");
      documents[0].metadata.deep.a.push(2);
      documents[0].metadata.loc.lines.from = 99;
      expect(given).toEqual({
        tags: ["x"],
        deep: { a: [1] },
        when: new Date(0),
      });
      expect(documents[1].metadata.tags).toEqual(["x"]);
      expect(documents[1].metadata.deep).toEqual({ a: [1] });
      expect(documents[1].metadata.when).toEqual(new Date(0));
      expect(locOf(documents[1]).lines.from).toBe(1);
    });

    it("may be missing, short or frozen", async () => {
      const two = await splitter.createDocuments(["a", "b"], [{ s: 1 }]);
      expect(two.map(({ metadata }) => metadata.s)).toEqual([1, undefined]);
      const frozen = deepFreeze({ s: { t: 1 }, loc: { pageNumber: 2 } });
      const [document] = await splitter.createDocuments(["a"], [frozen]);
      expect(document.metadata.s).toEqual({ t: 1 });
      expect(locOf(document).pageNumber).toBe(2);
      const bare = { pageContent: "a" } as Document;
      expect(await splitter.splitDocuments([bare])).toHaveLength(1);
    });

    it("may have any key", async () => {
      const given = JSON.parse('{"__proto__":{"n":1},"deep":{"__proto__":2}}');
      const [{ metadata }] = await splitter.createDocuments(["a"], [given]);
      expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
      expect(Object.entries(metadata)).toContainEqual(["__proto__", { n: 1 }]);
      expect(JSON.stringify(metadata.deep)).toBe('{"__proto__":2}');
    });

    it("may hold what cannot be cloned", async () => {
      const log = () => "kept";
      const [document] = await splitter.createDocuments(["a"], [{ log, n: 1 }]);
      expect(document.metadata.n).toBe(1);
      expect(document.metadata.log).toBe(log);
    });

    it("is copied as what it is, whatever it is", async () => {
      class Money {
        constructor(readonly amount: number) {}
      }
      const cycle: Record<string, unknown> = { n: [1] };
      cycle.self = cycle;
      const given = {
        home: new URL("https://example.org/a"),
        price: new Money(3),
        map: new Map([["k", [1]]]),
        bytes: new Uint8Array([1, 2]),
        beside: { log: () => "kept", tags: ["x"] },
        cycle,
      };
      const [one, two] = await splitter.createDocuments([text], [given]);
      const copy = one.metadata as typeof given;
      expect(copy.home.href).toBe("https://example.org/a");
      expect(copy.price).toBeInstanceOf(Money);
      expect(copy.map.get("k")).toEqual([1]);
      expect([...copy.bytes]).toEqual([1, 2]);
      expect(copy.cycle.self).toBe(copy.cycle);
      copy.map.get("k")?.push(2);
      copy.bytes[0] = 9;
      copy.beside.tags.push("y");
      (copy.cycle.n as number[]).push(2);
      for (const { map, bytes, beside, cycle: round } of [
        given,
        two.metadata as typeof given,
      ]) {
        expect(map.get("k")).toEqual([1]);
        expect(bytes[0]).toBe(1);
        expect(beside.tags).toEqual(["x"]);
        expect(round.n).toEqual([1]);
      }
    });

    it("may be too deep to copy, or throw when it is read", async () => {
      const deep: Record<string, unknown> = {};
      let inner = deep;
      for (let level = 0; level < 50_000; level += 1) {
        inner = inner.a = {} as Record<string, unknown>;
      }
      const lazy = {
        get value(): never {
          throw new Error("not now");
        },
      };
      const given = { deep, lazy, tags: ["x"] };
      const [document] = await splitter.createDocuments(["a"], [given]);
      expect(document.metadata.tags).toEqual(["x"]);
      expect(document.metadata.deep).toBe(deep);
      expect(document.metadata.lazy).toBe(lazy);
    });

    it("keeps loc of a loader, whatever it is", async () => {
      const metadatas = [
        { loc: { pageNumber: 3, lines: { from: 1, to: 400 } } },
        { loc: "https://example.com/sitemap" },
        { loc: null },
      ];
      const documents = await splitter.createDocuments(
        ["a", "b", "c"],
        metadatas
      );
      expect(documents).toHaveLength(3);
      expect(locOf(documents[0]).pageNumber).toBe(3);
      for (const document of documents) {
        expect(locOf(document).lines).toEqual({ from: 1, to: 1 });
      }
    });

    it("says where in its document a chunk stands", async () => {
      const documents = await splitter.createDocuments([text, "otro"]);
      const places = documents.map((document) => {
        const { index, total } = locOf(document);
        return `${index}/${total}`;
      });
      const count = documents.length - 1;
      expect(places).toEqual([
        ...Array.from({ length: count }, (_, n) => `${n}/${count}`),
        "0/1",
      ]);
    });
  });

  it("has the kind of what a chunk is made of", async () => {
    const parts: [string, string][] = [
      ["text", "Un párrafo de texto normal."],
      ["table", "| a | b |\n|---|---|\n| 1 | 2 |"],
      ["code", "```js\nconst a = 1;\nlet b;\n```"],
      ["list", "- primero de todos\n- segundo"],
      ["quote", "> una cita de alguien\n> famoso"],
      ["code", "    código con sangría = 1;\n    y"],
    ];
    const source = parts.map(([, part]) => part).join("\n\n");
    const documents = await splitMarkdown(source, 36);
    expect(
      documents.map(({ metadata, pageContent }) => [metadata.kind, pageContent])
    ).toEqual(parts);
    const [all] = await splitMarkdown(source, 1000);
    expect(all.metadata.kind).toBe("text");
  });
});

describe("ids", () => {
  const sections = Array.from(
    { length: 6 },
    (_, n) => `# Sección ${n}\n\nEl gato ${n} duerme en la silla roja.`
  );
  const source = sections.join("\n\n");
  const splitter = new StructuralMarkdownTextSplitter({
    chunkSize: 60,
    lengthFunction: characters,
  });
  const idsOf = async (text: string, metadata: Record<string, unknown>) => {
    const documents = await splitter.createDocuments([text], [metadata]);
    return documents.map(({ id }) => id);
  };

  it("are the same every time, and other for another source", async () => {
    const first = await idsOf(source, { source: "a.md" });
    expect(first).toHaveLength(6);
    expect(await idsOf(source, { source: "a.md" })).toEqual(first);
    const other = await idsOf(source, { source: "b.md" });
    for (const id of other) expect(first).not.toContain(id);
  });

  it("come from the id of the document when it has one", async () => {
    const split = async (id: string) => {
      const metadata = { source: "a.md" };
      const document = new Document({ id, pageContent: source, metadata });
      const documents = await splitter.splitDocuments([document]);
      return documents.map((each) => each.id);
    };
    expect(await split("one")).toEqual(await split("one"));
    expect(await split("one")).not.toEqual(await split("two"));
  });

  it("change only where the text changes", async () => {
    const metadata = { source: "a.md" };
    const before = await idsOf(source, metadata);
    const above = await idsOf(`Un párrafo nuevo.\n\n${source}`, metadata);
    expect(above.slice(-5)).toEqual(before.slice(-5));
    const within = [...sections];
    within[3] = "# Sección 3\n\nOtra cosa.";
    const changed = await idsOf(within.join("\n\n"), metadata);
    expect(changed.slice(0, 3)).toEqual(before.slice(0, 3));
    expect(changed[3]).not.toBe(before[3]);
    expect(changed.slice(4)).toEqual(before.slice(4));
  });

  it("are unique where texts are equal", async () => {
    const same = `${"# A\n\nigual\n\n".repeat(5)}# A\n\nigual`;
    const ids = await idsOf(same, { source: "a.md" });
    expect(new Set(ids).size).toBe(ids.length);
    const small = new StructuralMarkdownTextSplitter({
      chunkSize: 12,
      lengthFunction: characters,
    });
    const documents = await small.createDocuments(
      [same, same],
      [{ source: "a" }, { source: "b" }]
    );
    const all = documents.map(({ id }) => id);
    expect(all).toHaveLength(12);
    expect(new Set(all).size).toBe(12);
  });

  it("leave the rest of the top level alone too", async () => {
    const metadata = { source: "a.md" };
    const split = async (text: string) => {
      const documents = await splitter.createDocuments([text], [metadata]);
      return documents.map(({ metadata }) => ({ ...metadata, loc: undefined }));
    };
    const before = await split(source);
    const after = await split(`Un párrafo nuevo.\n\n${source}`);
    expect(after.slice(-5)).toEqual(before.slice(-5));
  });
});
