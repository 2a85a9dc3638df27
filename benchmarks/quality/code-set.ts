import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Document } from "@langchain/core/documents";
import { globSync } from "tinyglobby";
import ts from "typescript";
import type { EvaluationQuestion } from "langchain-seams/evaluate";
import type { MadeSet } from "./manual-set.js";

const FILES_A_PACKAGE = 40;
const QUESTIONS_A_FILE = 8;

/** A doc comment, its first paragraph, and the function below it. */
interface Described {
  question: string;
  from: number;
  to: number;
  end: number;
}

/**
 * A set made of the TypeScript sources that installed packages ship (no
 * declarations, no nested packages; files of 2 to 200 KB).
 *
 * The recipe: a function, method or class of 120 to 4,000 characters whose doc
 * comment begins with a paragraph of 30 to 300 characters gives a question:
 * that paragraph. The comment is taken out of the file; the whole of what
 * stands below it is the evidence. At most eight a file, spread over it, and
 * forty files a package.
 */
export function codeSet(root: string): MadeSet {
  const files = globSync(["*/**/*.ts", "@*/*/**/*.ts"], {
    cwd: root,
    ignore: ["**/node_modules/**", "**/*.d.ts"],
  }).sort();
  const documents: Document[] = [];
  const questions: EvaluationQuestion[] = [];
  const seen = new Set<string>();
  const filesOf = new Map<string, number>();
  for (const file of files) {
    const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(file) ?? [file];
    const count = filesOf.get(name) ?? 0;
    const { size } = statSync(join(root, file));
    if (count === FILES_A_PACKAGE || size < 2_000 || size > 200_000) continue;
    const text = readFileSync(join(root, file), "utf8");
    const described = describedIn(file, text).filter(
      ({ question }) => !seen.has(question) && seen.add(question)
    );
    if (described.length === 0) continue;
    const made = withoutComments(file, text, described);
    documents.push(made.document);
    questions.push(...made.questions);
    filesOf.set(name, count + 1);
  }
  return { documents, questions };
}

function withoutComments(source: string, text: string, all: Described[]) {
  const questions: EvaluationQuestion[] = [];
  let pageContent = "";
  let at = 0;
  for (const { question, from, to, end } of spread(all, QUESTIONS_A_FILE)) {
    pageContent += text.slice(at, from);
    const start = pageContent.length;
    const evidence = text.slice(to, end);
    const reference = { start, end: start + evidence.length, text: evidence };
    questions.push({ question, corpus: source, references: [reference] });
    at = to;
  }
  pageContent += text.slice(at);
  const document = new Document({ pageContent, metadata: { source } });
  return { document, questions };
}

function describedIn(path: string, text: string): Described[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Described[] = [];
  const visit = (node: ts.Node): void => {
    const one = describe(source, node, text);
    if (one === undefined) ts.forEachChild(node, visit);
    else found.push(one);
  };
  visit(source);
  return found;
}

function describe(
  source: ts.SourceFile,
  node: ts.Node,
  text: string
): Described | undefined {
  const isUnit =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isVariableStatement(node);
  const comment = isUnit ? ts.getJSDocCommentsAndTags(node)[0] : undefined;
  if (comment === undefined) return undefined;
  const hasBody =
    (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) ||
    ts.isClassDeclaration(node) ||
    /=>\s*[{(]|function/.test(text.slice(node.getStart(source), node.end));
  const to = node.getStart(source);
  const length = node.end - to;
  if (!hasBody || length < 120 || length > 4_000) return undefined;
  const words = text
    .slice(comment.pos, comment.end)
    .replace(/^\/\*\*|\*\/$/g, "")
    .replace(/^[ \t]*\*[ \t]?/gm, "");
  const question = /^\s*([^@]*?)(?:\n\s*\n|\n?\s*@|\s*$)/
    .exec(words)?.[1]
    .replace(/\s+/g, " ")
    .trim();
  if (question === undefined || !/^[A-Z].{29,299}$/.test(question)) {
    return undefined;
  }
  return { question, from: comment.pos, to, end: node.end };
}

/** So many of a list, evenly spread. */
function spread<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  return Array.from(
    { length: most },
    (_, k) => items[Math.floor((k * items.length) / most)]
  );
}
