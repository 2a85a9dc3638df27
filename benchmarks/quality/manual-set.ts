import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Document } from "@langchain/core/documents";
import { globSync } from "tinyglobby";
import type { EvaluationQuestion } from "langchain-seams/evaluate";

const QUESTIONS_A_FILE = 8;
const MOST_FILES = 80;

/** Documents and questions, made anew from what is installed. */
export interface MadeSet {
  documents: Document[];
  questions: EvaluationQuestion[];
}

/**
 * A set made of the manuals that installed packages ship (`README.md` and
 * other Markdown of 6,000 to 200,000 characters; no changelogs, licences or
 * nested packages).
 *
 * The recipe: a section of at least two paragraphs whose first one is one or
 * two plain sentences of 40 to 300 characters gives a question. That paragraph
 * is the question and is taken out of the file; the rest of the section, of 150
 * to 4,000 characters down to the next heading, is the evidence. At most eight
 * sections a file, spread over it.
 */
export function manualSet(root: string): MadeSet {
  const files = globSync(["*/**/*.md", "@*/*/**/*.md"], {
    cwd: root,
    ignore: ["**/node_modules/**", "**/*{change,licen,history,notice}*"],
    caseSensitiveMatch: false,
  }).sort();
  const documents: Document[] = [];
  const questions: EvaluationQuestion[] = [];
  const seen = new Set<string>();
  for (const file of files) {
    if (documents.length === MOST_FILES) break;
    const text = readFileSync(join(root, file), "utf8");
    if (text.length < 6_000 || text.length > 200_000) continue;
    const made = fromManual(file, text);
    // The same manual comes with many packages of one project.
    const fresh = made.questions.filter(
      ({ question }) => !seen.has(question) && seen.add(question)
    );
    if (fresh.length < 2) continue;
    documents.push(made.document);
    questions.push(...fresh);
  }
  return { documents, questions };
}

/** A paragraph to ask with, and the rest of its section. */
interface Part {
  from: number;
  to: number;
  end: number;
}

function fromManual(source: string, text: string) {
  const parts = spread(partsOf(text), QUESTIONS_A_FILE);
  const questions: EvaluationQuestion[] = [];
  let pageContent = "";
  let at = 0;
  for (const { from, to, end } of parts) {
    pageContent += text.slice(at, from);
    const start = pageContent.length;
    const evidence = text.slice(to, end).trimEnd();
    questions.push({
      question: text.slice(from, to).replace(/\s+/g, " ").trim(),
      corpus: source,
      references: [{ start, end: start + evidence.length, text: evidence }],
    });
    at = to;
  }
  pageContent += text.slice(at);
  const document = new Document({ pageContent, metadata: { source } });
  return { document, questions };
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  const headings = headingsOf(text);
  for (const [index, { end: start }] of headings.entries()) {
    const end = headings[index + 1]?.start ?? text.length;
    const section = text.slice(start, end);
    const match = /^\s*([^\n]+(?:\n[^\n]+)*)\n\s*\n\s*/.exec(section);
    if (match === null) continue;
    const [whole, paragraph] = match;
    if (!isPlain(paragraph)) continue;
    const rest = section.slice(whole.length).trim();
    if (rest.length < 150 || rest.length > 4_000) continue;
    const from = start + section.indexOf(paragraph);
    parts.push({ from, to: start + whole.length, end });
  }
  return parts;
}

/** Sentences, and not a list, a table, a picture, a link or code. */
const isPlain = (paragraph: string): boolean =>
  paragraph.length >= 40 &&
  paragraph.length <= 300 &&
  /^[A-Z]/.test(paragraph) &&
  /[.:]$/.test(paragraph) &&
  !/!\[|https?:|\n\s*[-*+>|]|<\w/.test(paragraph);

function headingsOf(text: string): { start: number; end: number }[] {
  const headings: { start: number; end: number }[] = [];
  let fence: string | undefined;
  let at = 0;
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined;
    } else if (mark !== undefined) {
      fence = mark;
    } else if (/^#{1,6} /.test(line)) {
      headings.push({ start: at, end: at + line.length });
    }
    at += line.length + 1;
  }
  return headings;
}

/** So many of a list, evenly spread. */
function spread<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  return Array.from(
    { length: most },
    (_, k) => items[Math.floor((k * items.length) / most)]
  );
}
