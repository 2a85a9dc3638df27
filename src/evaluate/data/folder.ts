import { readFile, readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { Document } from "@langchain/core/documents";
import {
  EvaluationDataError,
  parseQuestions,
  type EvaluationQuestion,
} from "./questions.js";

/** The data of a folder. */
export interface FolderData {
  title: string;
  documents: Document[];
  questions: { question: EvaluationQuestion; line: number }[];
  /** The path of the file with the questions. */
  questionsFile: string;
  scope: "document" | "set" | undefined;
}

const REASONS: Record<string, string> = {
  ENOENT: "no such file or folder",
  ENOTDIR: "not a folder",
  EACCES: "permission denied",
};

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return REASONS[code] ?? String(error);
}

async function readText(file: string, expected: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const reason = reasonOf(error);
    throw new EvaluationDataError(
      file,
      undefined,
      `expected ${expected}: ${reason}`
    );
  }
  try {
    // The byte order mark stays: offsets are those of the file.
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes);
  } catch {
    throw new EvaluationDataError(file, undefined, "expected UTF-8 text");
  }
}

/**
 * Reads a set: the documents in `corpora/`, the questions in
 * `questions.jsonl`, and `scope` from `meta.json`, if there is one.
 */
export async function readFolder(folder: string): Promise<FolderData> {
  const corpora = join(folder, "corpora");
  let entries;
  try {
    entries = await readdir(corpora, { withFileTypes: true });
  } catch (error) {
    throw new EvaluationDataError(
      corpora,
      undefined,
      `expected a folder with the documents: ${reasonOf(error)}`
    );
  }
  const names = entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort();
  if (names.length === 0) {
    throw new EvaluationDataError(
      corpora,
      undefined,
      "expected a document at least, and the folder is empty"
    );
  }
  const documents: Document[] = [];
  for (const name of names) {
    const pageContent = await readText(join(corpora, name), "a document");
    documents.push(new Document({ pageContent, metadata: { source: name } }));
  }
  const questionsFile = join(folder, "questions.jsonl");
  const content = await readText(questionsFile, "one question a line");
  return {
    title: basename(resolve(folder)),
    documents,
    questions: parseQuestions(questionsFile, content),
    questionsFile,
    scope: await readScope(join(folder, "meta.json")),
  };
}

async function readScope(
  file: string
): Promise<"document" | "set" | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    return undefined;
  }
  const fail = (expectation: string): Error =>
    new EvaluationDataError(file, undefined, expectation);
  let meta: unknown;
  try {
    meta = JSON.parse(text);
  } catch (error) {
    throw fail(`expected JSON: ${String(error)}`);
  }
  if (typeof meta !== "object" || meta === null) {
    throw fail("expected a JSON object");
  }
  const scope = "scope" in meta ? meta.scope : undefined;
  if (scope === undefined || scope === "set") return scope;
  if (scope === "doc" || scope === "document") return "document";
  throw fail(`expected \`scope\` to be "doc" or "set", got ${String(scope)}`);
}
