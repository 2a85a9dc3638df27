/** Which splitter a document goes to, and that it is split as by that one. */
import { Document } from "@langchain/core/documents";
import { CharacterTextSplitter } from "@langchain/textsplitters";
import {
  FixedTokenTextSplitter,
  RoutingTextSplitter,
  StructuralMarkdownTextSplitter,
  presets,
  type RoutingRule,
  type RoutingTextSplitterParams,
} from "langchain-seams";

type Params = Partial<RoutingTextSplitterParams>;

const document = (
  metadata: Record<string, unknown>,
  pageContent = "Un texto."
): Document => new Document({ pageContent, metadata });

/** The name of the splitter that takes a document, and its size. */
function routed(
  metadata: Record<string, unknown>,
  params: Params = {}
): [string, number] {
  const splitter = new RoutingTextSplitter(params);
  const chosen = splitter.splitterFor(document(metadata));
  const { lc_name } = chosen.constructor as unknown as { lc_name(): string };
  return [lc_name(), chosen.chunkSize];
}

test.each<[Record<string, unknown>, string, number]>([
  [{ doc_type: "faq" }, "QuestionTextSplitter", 200],
  [{ doc_type: "technicalManual" }, "StructuralMarkdownTextSplitter", 450],
  [{ doc_type: "legalContract" }, "ClauseTextSplitter", 750],
  [{ doc_type: "legal_contract" }, "ClauseTextSplitter", 750],
  [{ doc_type: "Legal-Contract" }, "ClauseTextSplitter", 750],
  [{ doc_type: "sourceCode" }, "CodeTextSplitter", 400],
  [{ source: "src/a.py" }, "CodeTextSplitter", 400],
  [{ filename: "A.TS" }, "CodeTextSplitter", 400],
  [{ mimeType: "text/x-python" }, "CodeTextSplitter", 400],
  [{ mimeType: "application/javascript" }, "CodeTextSplitter", 400],
  [{ doc_type: "meetingTranscript" }, "DialogueTextSplitter", 600],
  [{ doc_type: "article" }, "RecursiveTokenTextSplitter", 400],
  [{ doc_type: "dataTable" }, "TableTextSplitter", 400],
  // The type before the extension, the extension before the MIME type.
  [{ doc_type: "faq", source: "a.csv" }, "QuestionTextSplitter", 200],
  [{ source: "a.csv", mimeType: "text/html" }, "TableTextSplitter", 400],
  [
    { doc_type: "unknown", source: "a.md" },
    "StructuralMarkdownTextSplitter",
    450,
  ],
  // HTML and Markdown with the sizes of the type.
  [
    { doc_type: "legalContract", source: "a.html" },
    "StructuralHTMLTextSplitter",
    750,
  ],
  [
    { doc_type: "article", source: "a.md" },
    "StructuralMarkdownTextSplitter",
    400,
  ],
  [{ doc_type: "dataTable", source: "a.html" }, "TableTextSplitter", 400],
  [{ source: "/docs/GUIDE.MD" }, "StructuralMarkdownTextSplitter", 450],
  [{ source: "C:\\docs\\a.b.htm" }, "StructuralHTMLTextSplitter", 400],
  [
    { source: "https://e.com/a.html?x=1.md#b" },
    "StructuralHTMLTextSplitter",
    400,
  ],
  [{ filename: "a.tsv" }, "TableTextSplitter", 400],
  [{ source: "reunion.vtt" }, "DialogueTextSplitter", 600],
  [{ file_path: "a.srt" }, "DialogueTextSplitter", 600],
  [{ source: "a.pdf", loc: { pageNumber: 1 } }, "PageTextSplitter", 400],
  [{ source: "blob", blobType: "application/pdf" }, "PageTextSplitter", 400],
  [
    { mimeType: "text/markdown; charset=utf-8" },
    "StructuralMarkdownTextSplitter",
    450,
  ],
  [{ contentType: "text/vtt" }, "DialogueTextSplitter", 600],
  [{ source: "a.txt" }, "RoutingTextSplitter", 400],
  [
    { source: "a.constructor", mimeType: "toString" },
    "RoutingTextSplitter",
    400,
  ],
  [{ doc_type: 5, source: null, mimeType: {} }, "RoutingTextSplitter", 400],
  [{}, "RoutingTextSplitter", 400],
])("%j goes to %s", (metadata, name, size) => {
  expect(routed(metadata)).toEqual([name, size]);
});

describe("rules", () => {
  const fixed = new FixedTokenTextSplitter({ chunkSize: 50 });
  const rules: RoutingRule[] = [
    { docType: ["note", "memo"], splitter: "article" },
    { extension: [".log", "TXT"], splitter: fixed },
    { mimeType: "text/*", extension: "md", splitter: "faq" },
    { matches: ({ pageContent }) => /^#!/.test(pageContent), splitter: fixed },
  ];

  test("come first, in their order, and all of one must hold", () => {
    const with_ = (metadata: Record<string, unknown>) =>
      routed(metadata, { rules })[0];
    expect(with_({ doc_type: "memo" })).toBe("RecursiveTokenTextSplitter");
    expect(with_({ doc_type: "faq", source: "a.txt" })).toBe(
      "FixedTokenTextSplitter"
    );
    expect(with_({ source: "b.LOG" })).toBe("FixedTokenTextSplitter");
    expect(with_({ source: "a.md" })).toBe("StructuralMarkdownTextSplitter");
    expect(with_({ source: "a.md", mimeType: "text/plain" })).toBe(
      "QuestionTextSplitter"
    );
    const splitter = new RoutingTextSplitter({ rules });
    expect(splitter.splitterFor(document({}, "#!/bin/sh"))).toBe(fixed);
  });

  test("the default comes last", () => {
    expect(routed({}, { defaultSplitter: fixed })[0]).toBe(
      "FixedTokenTextSplitter"
    );
    expect(routed({}, { defaultSplitter: "meetingTranscript" })).toEqual([
      "DialogueTextSplitter",
      600,
    ]);
    expect(routed({ source: "a.md" }, { defaultSplitter: fixed })[0]).toBe(
      "StructuralMarkdownTextSplitter"
    );
  });

  test.each<[unknown, RegExp]>([
    [{ rules: "md" }, /`rules` to be a list, got `"md"`/],
    [{ rules: [{ splitter: "faq" }] }, /rules\[0\].*docType or extension/],
    [{ rules: [null] }, /rules\[0\]/],
    [
      { rules: [{ extension: 5, splitter: "faq" }] },
      /rules\[0\]\.extension.*5/,
    ],
    [{ rules: [{ matches: "x", splitter: "faq" }] }, /rules\[0\]\.matches/],
    [
      { rules: [{ extension: "a", splitter: "manual" }] },
      /rules\[0\]\.splitter.*one of faq, .*got `"manual"`/,
    ],
    [{ defaultSplitter: "toString" }, /`defaultSplitter`.*"toString"/],
    [{ chunkSize: 0 }, /chunkSize/],
    // More than the size of some preset.
    [{ chunkOverlap: 300 }, /chunkOverlap.*200.*300/],
  ])("%j is an error", (params, message) => {
    const make = () => new RoutingTextSplitter(params as Params);
    expect(make).toThrow(RangeError);
    expect(make).toThrow(message);
  });
});

test.each([
  { source: "a.py" },
  { source: "blob", filename: "a.py" },
  { mimeType: "text/x-python" },
  { doc_type: "sourceCode", contentType: "text/x-python; charset=utf-8" },
])("code is split in the language of %j", async (metadata) => {
  const body = "    return 1\n".repeat(30);
  const text = `def one():\n${body}\n@cache\ndef two():\n${body}`;
  const splitter = new RoutingTextSplitter({ chunkSize: 180 });
  const chunks = await splitter.invoke([document(metadata, text)]);
  expect(chunks.map((chunk) => chunk.metadata.symbol)).toEqual(["one", "two"]);
  expect(chunks[1].pageContent).toMatch(/^@cache\ndef two/);
});

test("sizes, lengths and separators that are given hold for all", () => {
  const lengthFunction = (text: string) => text.length;
  const splitter = new RoutingTextSplitter({
    chunkSize: 75,
    lengthFunction,
    sectionSeparator: " / ",
  });
  for (const doc_type of Object.keys(presets)) {
    const chosen = splitter.splitterFor(document({ doc_type }));
    expect(chosen).toMatchObject({
      chunkSize: 75,
      lengthFunction,
      sectionSeparator: " / ",
    });
    // The overlap keeps its share.
    const { chunkSize, chunkOverlap } = presets[doc_type as "faq"];
    const share = Math.floor((75 * chunkOverlap) / chunkSize);
    expect(chosen.chunkOverlap).toBe(share);
  }
});

test("presets hold what the table of the documentation says", () => {
  const sizes = Object.entries(presets).map(([type, preset]) => {
    const made = preset.create();
    expect(made.chunkSize).toBe(preset.chunkSize);
    expect(made.chunkOverlap).toBe(preset.chunkOverlap);
    return [type, preset.chunkSize, preset.chunkOverlap];
  });
  expect(sizes).toEqual([
    ["faq", 200, 0],
    ["technicalManual", 450, 54],
    ["legalContract", 750, 130],
    ["sourceCode", 400, 0],
    ["meetingTranscript", 600, 100],
    ["article", 400, 40],
    ["dataTable", 400, 0],
  ]);
  const small = presets.article.create({ chunkSize: 50, chunkOverlap: 0 });
  expect([small.chunkSize, small.chunkOverlap]).toEqual([50, 0]);
});

const mixed = [
  document({ source: "a.csv" }, "sku,price\nA1,10\nB2,20"),
  document({ source: "b.md" }, "# Guide\n\nInstall it."),
  document(
    { source: "c.vtt" },
    "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>Sí."
  ),
  document(
    { doc_type: "faq", source: "d" },
    "Q: When?\nA: Now.\nQ: Why?\nA: So."
  ),
  document({ source: "e" }, "Un texto."),
  document({ source: "f.md" }, "# Otra\n\nMás."),
];

test("each document is split as by its own splitter, in order", async () => {
  const splitter = new RoutingTextSplitter();
  const chunks = await splitter.invoke(mixed);
  expect(chunks.map(({ pageContent }) => pageContent)).toEqual([
    "sku,price\nA1,10",
    "sku,price\nB2,20",
    "# Guide\n\nInstall it.",
    "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>Sí.",
    "Q: When?\nA: Now.",
    "Q: Why?\nA: So.",
    "Un texto.",
    "# Otra\n\nMás.",
  ]);
  const markdown = new StructuralMarkdownTextSplitter({ chunkSize: 450 });
  const [, guide] = mixed;
  expect(chunks[2]).toEqual((await markdown.invoke([guide]))[0]);
  const streamed: Document[] = [];
  for await (const part of await splitter.stream(mixed)) streamed.push(...part);
  expect(streamed).toEqual(chunks);
});

test("pages of a PDF go to their splitter together", async () => {
  const page = (pageNumber: number, text: string) =>
    document({ source: "a.pdf", loc: { pageNumber } }, text);
  const chunks = await new RoutingTextSplitter().invoke([
    page(1, "Una."),
    page(3, "Tres."),
  ]);
  expect(chunks.map(({ metadata }) => metadata.loc.pageNumber)).toEqual([1, 3]);
});

test("ids are unique over all splitters, and headers go on", async () => {
  const twice = [
    document({ source: "a", doc_type: "article" }, "Igual."),
    document({ source: "a", doc_type: "faq" }, "Igual."),
    document({ source: "a", doc_type: "article" }, "Igual."),
  ];
  const splitter = new RoutingTextSplitter();
  const chunks = await splitter.splitDocuments(twice, { chunkHeader: "H: " });
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(3);
  for (const chunk of chunks) expect(chunk.pageContent).toBe("H: Igual.");
});

test("LangChain's own splitters can be given", async () => {
  const lines = new CharacterTextSplitter({
    separator: "\n",
    chunkSize: 5,
    chunkOverlap: 0,
  });
  const splitter = new RoutingTextSplitter({
    rules: [{ extension: "log", splitter: lines }],
  });
  const chunks = await splitter.invoke([
    document({ source: "a.log" }, "uno\ndos"),
  ]);
  expect(chunks.map(({ pageContent }) => pageContent)).toEqual(["uno", "dos"]);
});

test("a signal stops it in the middle of a document", async () => {
  const controller = new AbortController();
  const splitter = new RoutingTextSplitter({
    lengthFunction: (text) => {
      controller.abort(new Error("enough"));
      return text.length;
    },
  });
  const run = splitter.invoke(mixed, { signal: controller.signal });
  await expect(run).rejects.toThrow("enough");
});
