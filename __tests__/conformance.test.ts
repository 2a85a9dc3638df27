/**
 * What a drop-in for RecursiveCharacterTextSplitter must keep: one list of
 * tests, run on LangChain's own splitter and on each of ours.
 *
 * Documented differences, the only ones that are let through:
 *
 * | | LangChain 1.0.2 | ours |
 * | --- | --- | --- |
 * | chunkOverlap not given, chunkSize 100 | throws (200 >= 100) | a default below chunkSize |
 * | metadatas shorter than texts | throws | `{}` for the rest |
 * | nested metadata | shared by all chunks | deep copy |
 * | other keys of a document's `loc` | kept | kept, ours added |
 * | `invoke` config | dropped | callbacks and signal honoured (lcel.test.ts) |
 * | `Document.id` of a chunk | none | a UUID |
 */
import { Document } from "@langchain/core/documents";
import { RunnableLambda } from "@langchain/core/runnables";
import {
  RecursiveCharacterTextSplitter,
  TextSplitter,
} from "@langchain/textsplitters";
import {
  CodeTextSplitter,
  DialogueTextSplitter,
  FixedTokenTextSplitter,
  PageTextSplitter,
  RecursiveTokenTextSplitter,
  RoutingTextSplitter,
  SeamTextSplitter,
  SemanticTextSplitter,
  StructuralHTMLTextSplitter,
  StructuralMarkdownTextSplitter,
  TableTextSplitter,
  type SemanticTextSplitterParams,
} from "langchain-seams";
import { wordEmbeddings as embeddings } from "./support/embeddings.js";
import { characters } from "./support/splitters.js";

type Loc = { lines: { from: number; to: number }; pageNumber?: number };

/** With the embeddings that it needs, under its own name. */
const withEmbeddings = {
  SemanticTextSplitter: class extends SemanticTextSplitter {
    constructor(fields?: Partial<SemanticTextSplitterParams>) {
      super({ ...fields, embeddings });
    }
  },
};

const classes = [
  RecursiveCharacterTextSplitter,
  CodeTextSplitter,
  StructuralMarkdownTextSplitter,
  StructuralHTMLTextSplitter,
  TableTextSplitter,
  RecursiveTokenTextSplitter,
  FixedTokenTextSplitter,
  DialogueTextSplitter,
  PageTextSplitter,
  RoutingTextSplitter,
  withEmbeddings.SemanticTextSplitter,
] as const;

const cases = classes.map((Splitter) => ({
  name: Splitter.lc_name(),
  Splitter,
  isOurs: Splitter !== RecursiveCharacterTextSplitter,
}));

const text = [
  "uno dos tres cuatro",
  "cinco seis siete ocho",
  "nueve diez once doce",
].join("\n\n");

const locOf = ({ metadata }: Document): Loc => metadata.loc;

describe.each(cases)("$name as a drop-in", ({ name, Splitter, isOurs }) => {
  const options = {
    chunkSize: 24,
    chunkOverlap: 0,
    lengthFunction: characters,
  };
  const make = () => new Splitter(options);

  it("is a TextSplitter with LangChain's fields", () => {
    const splitter = make();
    expect(splitter).toBeInstanceOf(TextSplitter);
    expect(splitter instanceof SeamTextSplitter).toBe(isOurs);
    expect(splitter.chunkSize).toBe(24);
    expect(splitter.chunkOverlap).toBe(0);
    expect(splitter.lengthFunction("cuatro")).toBe(6);
    expect(splitter.lc_namespace.at(-1)).toBe("text_splitters");
    expect(Splitter.lc_name()).toBe(Splitter.name);
    expect(name).toMatch(/TextSplitter$/);
  });

  it("has no compressDocuments, on which LangChain duck-types", () => {
    expect("compressDocuments" in make()).toBe(false);
  });

  it("needs no options", async () => {
    expect(await new Splitter().splitText("Hola.")).toEqual(["Hola."]);
  });

  it("splits a text into strings within the limit", async () => {
    const chunks = await make().splitText(text);
    expect(chunks.length).toBeGreaterThanOrEqual(3);
    for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(24);
    expect(chunks.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
  });

  it.each(["", " ", "\n\n \t\n", "\r\n"])("gives [] for %j", async (blank) => {
    expect(await make().splitText(blank)).toEqual([]);
    expect(await make().createDocuments([blank])).toEqual([]);
    const document = new Document({ pageContent: blank });
    expect(await make().splitDocuments([document])).toEqual([]);
  });

  it("gives [] for no texts", async () => {
    expect(await make().createDocuments([])).toEqual([]);
    expect(await make().splitDocuments([])).toEqual([]);
  });

  it("creates the documents of the texts of splitText, in order", async () => {
    const splitter = make();
    const documents = await splitter.createDocuments([text, "otro"]);
    const first = await splitter.splitText(text);
    expect(documents.map(({ pageContent }) => pageContent)).toEqual([
      ...first,
      "otro",
    ]);
    for (const document of documents) {
      expect(document).toBeInstanceOf(Document);
      expect(typeof document.id).toBe(isOurs ? "string" : "undefined");
    }
    expect(locOf(documents[0]).lines.from).toBe(1);
    expect(locOf(documents.at(-1)!).lines).toEqual({ from: 1, to: 1 });
    expect(locOf(documents.at(-2)!).lines.from).toBe(5);
  });

  it("gives each text its own metadata", async () => {
    const metadatas = [{ source: "a" }, { source: "b" }];
    const documents = await make().createDocuments(["uno", "dos"], metadatas);
    expect(documents.map(({ metadata }) => metadata.source)).toEqual([
      "a",
      "b",
    ]);
    expect(metadatas).toEqual([{ source: "a" }, { source: "b" }]);
  });

  it("takes metadata out of `metadatas = []` as {}", async () => {
    const documents = await make().createDocuments(["uno", "dos"], []);
    expect(documents).toHaveLength(2);
    expect(documents[1].metadata.source).toBeUndefined();
  });

  it("takes a shorter list of metadatas (documented difference)", async () => {
    const call = make().createDocuments(["uno", "dos"], [{ source: "a" }]);
    if (!isOurs) {
      await expect(call).rejects.toThrow("loc");
      return;
    }
    const documents = await call;
    expect(documents.map(({ metadata }) => metadata.source)).toEqual([
      "a",
      undefined,
    ]);
  });

  it("copies nested metadata (documented difference)", async () => {
    const tags = ["x"];
    const documents = await make().createDocuments([text], [{ tags }]);
    documents[0].metadata.tags.push("y");
    expect(tags).toEqual(isOurs ? ["x"] : ["x", "y"]);
    expect(documents[1].metadata.tags).toEqual(isOurs ? ["x"] : ["x", "y"]);
  });

  it("keeps the loader's loc", async () => {
    const documents = await make().splitDocuments([
      new Document({
        pageContent: text,
        metadata: { source: "a.pdf", loc: { pageNumber: 7 } },
      }),
    ]);
    for (const document of documents) {
      expect(locOf(document).pageNumber).toBe(7);
      expect(locOf(document).lines.from).toBeGreaterThanOrEqual(1);
      expect(document.metadata.source).toBe("a.pdf");
    }
  });

  it("puts chunkHeader in front of each, outside the limit", async () => {
    const splitter = make();
    const plain = await splitter.createDocuments([text]);
    const chunkHeader = "CABECERA LARGA DE UN DOCUMENTO\n---\n";
    const headed = await splitter.createDocuments([text], [], { chunkHeader });
    expect(headed.map(({ pageContent }) => pageContent)).toEqual(
      plain.map(({ pageContent }) => chunkHeader + pageContent)
    );
    expect(headed.map(({ metadata }) => metadata.loc)).toEqual(
      plain.map(({ metadata }) => metadata.loc)
    );
  });

  it("marks what continues with chunkOverlapHeader", async () => {
    const splitter = make();
    const plain = await splitter.splitText(text);
    const marked = await splitter.createDocuments([text], [], {
      chunkHeader: "H: ",
      appendChunkOverlapHeader: true,
    });
    expect(marked.map(({ pageContent }) => pageContent)).toEqual(
      plain.map((chunk, n) => (n === 0 ? "H: " : "H: (cont'd) ") + chunk)
    );
    const other = await splitter.createDocuments([text, "fin"], [], {
      chunkOverlapHeader: "... ",
      appendChunkOverlapHeader: true,
    });
    expect(other[1].pageContent).toBe(`... ${plain[1]}`);
    expect(other.at(-1)!.pageContent).toBe("fin");
  });

  it("has splitDocuments, transformDocuments and invoke agree", async () => {
    const splitter = make();
    const documents = [
      new Document({ pageContent: text, metadata: { source: "a" } }),
      new Document({ pageContent: "fin", metadata: { source: "b" } }),
    ];
    const split = await splitter.splitDocuments(documents);
    expect(await splitter.transformDocuments(documents)).toEqual(split);
    expect(await splitter.invoke(documents)).toEqual(split);
    expect(await splitter.batch([documents, [documents[1]]])).toEqual([
      split,
      split.slice(-1),
    ]);
    const headed = await splitter.transformDocuments(documents, {
      chunkHeader: "H",
    });
    expect(headed[0].pageContent).toBe(`H${split[0].pageContent}`);
    const streamed: Document[] = [];
    for await (const part of await splitter.stream(documents)) {
      streamed.push(...part);
    }
    expect(streamed).toEqual(split);
  });

  it("pipes into another runnable", async () => {
    const count = splitterThenCount(make());
    const documents = [new Document({ pageContent: "uno" })];
    expect(await count.invoke(documents)).toBe(1);
  });

  it("skips documents without pageContent", async () => {
    const empty = { metadata: {} } as unknown as Document;
    const documents = [empty, new Document({ pageContent: "uno" })];
    const split = await make().splitDocuments(documents);
    expect(split.map(({ pageContent }) => pageContent)).toEqual(["uno"]);
  });

  it("refuses an overlap that is not below the size", () => {
    const make = () => new Splitter({ chunkSize: 10, chunkOverlap: 10 });
    expect(make).toThrow(/chunkOverlap/);
    expect(make).toThrow(isOurs ? RangeError : Error);
  });

  it("takes a chunkSize alone (documented difference)", () => {
    const make = () => new Splitter({ chunkSize: 100 });
    if (!isOurs) {
      expect(make).toThrow("Cannot have chunkOverlap >= chunkSize");
      return;
    }
    expect(make().chunkOverlap).toBeLessThan(100);
    expect(make().chunkOverlap).toBeGreaterThanOrEqual(0);
  });

  it("awaits an async length function", async () => {
    const lengthFunction = async (part: string) => part.length;
    const splitter = new Splitter({ ...options, lengthFunction });
    expect(await splitter.splitText(text)).toEqual(
      await make().splitText(text)
    );
  });
});

function splitterThenCount(splitter: TextSplitter) {
  return splitter.pipe(
    RunnableLambda.from((documents: Document[]) => documents.length)
  );
}
