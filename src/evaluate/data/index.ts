import type { DocumentInterface } from "@langchain/core/documents";
import type { EvaluationData } from "../options.js";
import type { ReportProblem } from "../types.js";
import {
  EvidenceFinder,
  type Corpus,
  type LocatedQuestion,
} from "./evidence.js";
import { readFolder, type FolderData } from "./folder.js";
import { EvaluationDataError, readQuestion } from "./questions.js";

/** A document that is evaluated. */
export interface EvaluatedDocument extends Corpus {
  document: DocumentInterface;
}

/** All that splitters are evaluated on. */
export interface LoadedData {
  title: string;
  corpora: EvaluatedDocument[];
  questions: LocatedQuestion[];
  problems: ReportProblem[];
  scope: "document" | "set";
}

/** Reads, checks and locates what the options name. */
export async function loadData({
  documents,
  folder,
  questions,
}: EvaluationData): Promise<LoadedData> {
  if ((documents === undefined) === (folder === undefined)) {
    throw new TypeError(
      "Expected either `documents` or `folder`, got " +
        (folder === undefined ? "neither" : "both")
    );
  }
  const data = folder === undefined ? undefined : await readFolder(folder);
  const sources = documents ?? data?.documents ?? [];
  checkDocuments(sources);
  const corpora = nameDocuments(sources);
  const finder = new EvidenceFinder(corpora);
  const given = questions ?? data?.questions.map(({ question }) => question);
  if (given === undefined || given.length === 0) {
    throw new TypeError("Expected `questions` with a question at least");
  }
  const located = given.map((value, index) => {
    const fail = failure(questions === undefined ? data : undefined, index);
    return finder.locate(readQuestion(value, fail), fail);
  });
  return {
    title: data?.title ?? "Evaluation",
    corpora,
    questions: located,
    problems: finder.problems,
    scope: data?.scope ?? "set",
  };
}

function checkDocuments(documents: unknown): void {
  if (!Array.isArray(documents) || documents.length === 0) {
    throw new TypeError("Expected `documents` with a document at least");
  }
  for (const [index, document] of documents.entries()) {
    if (typeof document?.pageContent === "string") continue;
    throw new TypeError(`Expected \`documents[${index}]\` to have a text`);
  }
}

/** Errors name the line of a file, or the question of a list. */
function failure(data: FolderData | undefined, index: number) {
  return (expectation: string): Error =>
    data === undefined
      ? new TypeError(`\`questions[${index}]\`: ${expectation}`)
      : new EvaluationDataError(
          data.questionsFile,
          data.questions[index].line,
          expectation
        );
}

/** Pages of one file share a source: they are told apart by a number. */
function nameDocuments(
  documents: readonly DocumentInterface[]
): EvaluatedDocument[] {
  const seen = new Map<string, number>();
  return documents.map((document, index) => {
    const { pageContent: text, metadata, id } = document;
    const known: unknown = metadata?.source ?? id;
    const name =
      typeof known === "string" && known !== ""
        ? known
        : `document-${index + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { name: count === 1 ? name : `${name}#${count}`, text, document };
  });
}
