import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Document } from "@langchain/core/documents";
import {
  EvaluationDataError,
  type EvaluationQuestion,
} from "langchain-seams/evaluate";
import { loadData } from "../../src/evaluate/data/index.js";
import { parseQuestions } from "../../src/evaluate/data/questions.js";

const SOURCE =
  "# Manual\n\nPress the red\nbutton. Then wait. Press it again.\n";

const documents = [
  new Document({ pageContent: SOURCE, metadata: { source: "manual.md" } }),
  new Document({ pageContent: "Nothing here.", id: "other" }),
];

const locate = async (question: Partial<EvaluationQuestion>) => {
  const questions = [{ question: "What?", ...question }];
  const data = await loadData({ documents, questions });
  return { ...data.questions[0], problems: data.problems };
};

test("a byte order mark in front of the questions is none of them", () => {
  const line = '{"question":"What?","gold":"Then wait."}';
  const [{ question }] = parseQuestions("q.jsonl", `\uFEFF${line}\n`);
  expect(question.gold).toEqual(["Then wait."]);
});

describe("gold strings", () => {
  test("are found exactly, and without naming the document", async () => {
    const { corpus, references, problems } = await locate({
      gold: "Then wait.",
    });
    expect(corpus).toBe(0);
    const start = SOURCE.indexOf("Then");
    const expected = { start, end: start + 10, text: "Then wait." };
    expect(references).toEqual([expected]);
    expect(problems).toEqual([]);
  });

  test("are found when only white space differs", async () => {
    const { references } = await locate({ gold: " the red button. " });
    expect(references[0].text).toBe("the red\nbutton.");
  });

  test("that are twice in there are reported, the first is taken", async () => {
    const { references, problems } = await locate({ gold: ["Press"] });
    expect(references[0].start).toBe(SOURCE.indexOf("Press"));
    expect(problems).toMatchObject([
      { kind: "goldAmbiguous", corpus: "manual.md", question: "What?" },
    ]);
  });

  test("that are nowhere are reported, not skipped", async () => {
    const { corpus, references, problems } = await locate({
      gold: ["Then wait.", "Pull the lever."],
      corpus: "manual.md",
    });
    expect(corpus).toBe(0);
    expect(references[1]).toEqual({
      start: null,
      end: null,
      text: "Pull the lever.",
    });
    expect(problems).toMatchObject([
      { kind: "goldNotFound", corpus: "manual.md" },
    ]);
    const nowhere = await locate({ gold: "Pull the lever." });
    expect(nowhere.corpus).toBe(-1);
    expect(nowhere.problems[0].message).toContain("any document");
  });
});

test("offsets are taken without white space at the ends", async () => {
  const end = SOURCE.indexOf("Then");
  const { references } = await locate({
    corpus: "manual.md",
    references: [{ start: 8, end }],
  });
  expect(references[0].text).toBe("Press the red\nbutton.");
});

test("pages of one file are told apart", async () => {
  const page = (pageContent: string) =>
    new Document({ pageContent, metadata: { source: "a.pdf" } });
  const { corpora } = await loadData({
    documents: [page("One."), page("Two."), new Document(page("Three."))],
    questions: [{ question: "Which?", corpus: "a.pdf#2", gold: "Two." }],
  });
  expect(corpora.map(({ name }) => name)).toEqual([
    "a.pdf",
    "a.pdf#2",
    "a.pdf#3",
  ]);
});

test.each<[string, object, RegExp]>([
  ["no documents", { documents: [] }, /`documents` with a document at least/],
  ["nothing", {}, /either `documents` or `folder`, got neither/],
  ["both", { documents, folder: "x" }, /got both/],
  ["no question", { documents, questions: [] }, /`questions` with a question/],
  [
    "a question without evidence",
    { documents, questions: [{ question: "What?" }] },
    /`questions\[0\]`: expected `references` .* or `gold`/,
  ],
])("%s is refused", async (_name, options, message) => {
  await expect(loadData(options)).rejects.toThrow(message);
});

describe("a folder", () => {
  let folder: string;
  const questions = (text: string | Uint8Array) =>
    writeFile(join(folder, "questions.jsonl"), text);
  const good = JSON.stringify({
    corpus: "a.md",
    question: "Qué?",
    references: [{ start: 0, end: 3, text: "Año" }],
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "seams-data-"));
    await mkdir(join(folder, "corpora"));
    await writeFile(join(folder, "corpora", "a.md"), "Año nuevo.");
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const failure = async (): Promise<EvaluationDataError> => {
    const error: unknown = await loadData({ folder }).catch((e: unknown) => e);
    if (error instanceof EvaluationDataError) return error;
    throw new Error(`no EvaluationDataError: ${String(error)}`);
  };

  test("is read, with the scope of its meta.json", async () => {
    await questions(`${good}\n\n${good}\r\n`);
    const data = await loadData({ folder });
    expect(data.scope).toBe("set");
    expect(data.questions).toHaveLength(2);
    await writeFile(join(folder, "meta.json"), '{ "scope": "doc" }');
    expect((await loadData({ folder })).scope).toBe("document");
  });

  test.each<[string, string, number, RegExp]>([
    ["no JSON", `${good}\n{"corpus": }`, 2, /one JSON object a line/],
    ["no object", "[1]", 1, /a JSON object, got \[1\]/],
    ["no question", '{"question": ""}', 1, /`question` .* got ""/],
    [
      "no such corpus",
      good.replace("a.md", "b.md"),
      1,
      /`corpus` to be a document \(a\.md\), got "b\.md"/,
    ],
    [
      "end before start",
      good.replace(":3,", ":0,"),
      1,
      /`references\[0\]\.end`/,
    ],
    ["an offset that is no number", good.replace(":0,", ':"0",'), 1, /start/],
    ["behind the end", good.replace(":3,", ":99,"), 1, /within the 10 char/],
    ["another text", good.replace("Año", "año"), 1, /text at 0-3 .*"Año"/],
    ["empty references", good.replace(/\[.*\]/, "[]"), 1, /not empty/],
    ["a gold that is blank", '{"question":"Q","gold":" "}', 1, /`gold`/],
  ])("%s: the line and what is expected", async (_name, text, line, what) => {
    await questions(text);
    const { file, line: at, expectation, message } = await failure();
    expect(file).toBe(join(folder, "questions.jsonl"));
    expect(at).toBe(line);
    expect(expectation).toMatch(what);
    expect(message).toBe(`${file}:${line}: ${expectation}`);
    expect(message).not.toContain("\n");
  });

  test("files that are missing, empty or not UTF-8", async () => {
    expect(await failure()).toMatchObject({
      file: join(folder, "questions.jsonl"),
      line: undefined,
      expectation: "expected one question a line: no such file or folder",
    });
    await questions("\n");
    expect((await failure()).expectation).toMatch(/has none/);
    await questions(Buffer.from("Año", "latin1"));
    expect((await failure()).expectation).toBe("expected UTF-8 text");
    await questions(good);
    await writeFile(join(folder, "meta.json"), '{ "scope": "page" }');
    expect((await failure()).expectation).toMatch(/`scope`.*got page/);
    await rm(join(folder, "corpora", "a.md"));
    expect((await failure()).expectation).toMatch(/folder is empty/);
    await rm(join(folder, "corpora"), { recursive: true });
    expect((await failure()).file).toBe(join(folder, "corpora"));
  });
});
