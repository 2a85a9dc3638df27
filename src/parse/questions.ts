import { Lines } from "../lines.js";
import {
  Strength,
  type Head,
  type HeadKind,
  type Outline,
  type Span,
} from "../outline.js";
import { countUpTo } from "../sorted.js";
import { parseMarkdown } from "./markdown.js";
import { endsSentence } from "./prose.js";

/** A question as it stands: `end` is where its answer begins. */
interface Question extends Span {
  title: string;
  /** Whether it is a heading of Markdown. */
  isHeading: boolean;
}

/** Below all headings of Markdown. */
const LEVEL = 7;

const ASKS = /[?？]["'”’»)\]*_]*$/;
const LIST_MARK = "^\\s*(?:(?:[-*+]|\\d{1,3}[.)-])\\s+)?";
const LABEL = new RegExp(
  `${LIST_MARK}[*_#]*(?:q|question|p|pregunta)\\s?\\d*\\s?[.:)][*_]*\\s*(?=\\S)`,
  "i"
);
const ANSWER = new RegExp(
  `${LIST_MARK}[*_]*(?:a|answer|r|respuesta)\\s?\\d*\\s?[.:)]`,
  "i"
);
const BOLD = new RegExp(`${LIST_MARK}(?:\\*\\*|__)(.{1,300}?)(?:\\*\\*|__)`);
const PLAIN = new RegExp(`${LIST_MARK}(¿[^?？]{1,300}[?？])`);
const MARK = new RegExp(LIST_MARK);
const ENGLISH = new RegExp(`${LIST_MARK}["“]?[\\p{Lu}\\p{Lo}]`, "u");
const LONGEST = 300;
const CLOSED = new Set<HeadKind>(["code", "table", "frontmatter"]);

/**
 * The outline of frequent questions: that of the Markdown, each question with
 * its answer apart. Questions are headings, lines in bold, `Q:` or `P:`, or
 * lines that end in a question mark; a text keeps to the first of these forms
 * that it has twice.
 */
export function parseQuestions(text: string): Outline {
  const { seams, heads } = parseMarkdown(text);
  const reader = new QuestionReader(text, heads);
  const questions = reader.read();
  const strengths = new Map(seams.map(({ at, strength }) => [at, strength]));
  const added: Head[] = [];
  for (const [index, question] of questions.entries()) {
    const start = reader.startOf(question);
    const next = questions[index + 1];
    const end = reader.endOf(question, next && reader.startOf(next));
    strengths.set(start, Strength.always);
    // What stands behind the last answer of a section is none of it.
    strengths.set(end, Strength.always);
    if (!question.isHeading) strengths.set(question.end, Strength.bond);
    const scope = { start: question.start, end };
    const { title } = question;
    const span = { start: question.start, end: question.end, scope };
    added.push({ ...span, kind: "container" });
    if (question.isHeading) continue;
    added.push({ ...span, kind: "heading", title, level: LEVEL });
  }
  return {
    seams: [...strengths].map(([at, strength]) => ({ at, strength })),
    heads: [...heads, ...added],
  };
}

class QuestionReader {
  private readonly lines: Lines;
  private readonly headings: Head[];
  private readonly headingStarts: number[];
  /** Lines of code and of tables ask nothing. */
  private readonly closedLines = new Set<number>();

  constructor(
    private readonly text: string,
    heads: readonly Head[]
  ) {
    this.lines = new Lines(text);
    this.headings = heads
      .filter(({ kind }) => kind === "heading")
      .sort((a, b) => a.start - b.start);
    this.headingStarts = this.headings.map(({ start }) => start);
    for (const { kind, scope } of heads) {
      if (!CLOSED.has(kind)) continue;
      const last = this.lines.at(scope.end - 1);
      for (let line = this.lines.at(scope.start); line <= last; line += 1) {
        this.closedLines.add(line);
      }
    }
  }

  read(): Question[] {
    const forms = [
      this.readLines((line) => this.labelled(line)),
      this.asking(),
      this.readLines((line) => this.bold(line)),
      this.readLines((line) => this.plain(line)),
    ];
    return (
      forms.find(({ length }) => length > 1) ??
      forms.find(({ length }) => length > 0) ??
      this.headings.map((heading) => this.asked(heading))
    );
  }

  /** The start of a question, or of the headings right above it. */
  startOf({ start }: Span): number {
    let first = start;
    let index = countUpTo(this.headingStarts, start - 1) - 1;
    for (; index >= 0; index -= 1) {
      const heading = this.headings[index];
      if (this.text.slice(heading.end, first).trim() !== "") break;
      first = heading.start;
    }
    return first;
  }

  /** Where the answer ends: at the next question, or at a heading. */
  endOf({ start, end, isHeading }: Question, next = this.text.length): number {
    const index = countUpTo(this.headingStarts, start - 1);
    const last = isHeading
      ? this.headings[index].scope.end
      : this.headings[countUpTo(this.headingStarts, end - 1)]?.start;
    return Math.max(start, Math.min(last ?? next, next));
  }

  private asked({ start, end, title = "" }: Head): Question {
    return { start, end, title, isHeading: true };
  }

  /** Headings that ask, and the others of a level of which most do. */
  private asking(): Question[] {
    const asks = ({ title = "" }: Head): boolean =>
      ASKS.test(title) || title.startsWith("¿") || LABEL.test(title);
    const balance = new Map<number, number>();
    for (const heading of this.headings) {
      const { level = 1 } = heading;
      const vote = asks(heading) ? 1 : -1;
      balance.set(level, (balance.get(level) ?? 0) + vote);
    }
    return this.headings
      .filter((h) => asks(h) || (balance.get(h.level ?? 1) ?? 0) > 0)
      .map((heading) => this.asked(heading));
  }

  private readLines(read: (line: number) => number | undefined): Question[] {
    const questions: Question[] = [];
    for (let line = 0; line < this.lines.count; line += 1) {
      if (this.closedLines.has(line) || this.lines.isBlank(line)) continue;
      const end = read(line);
      if (end === undefined) continue;
      const start = this.lines.start(line);
      const title = plainTitle(this.text.slice(start, end));
      const previous = questions[questions.length - 1];
      // Questions that follow each other have one answer.
      if (previous?.end === start) Object.assign(previous, { end });
      else questions.push({ start, end, title, isHeading: false });
    }
    return questions;
  }

  /** The end of a question `Q: ...`, on one line or more. */
  private labelled(line: number): number | undefined {
    if (!LABEL.test(this.wordsOf(line))) return undefined;
    let last = line + 1;
    while (last < this.lines.count && !this.lines.isBlank(last)) {
      if (ASKS.test(this.wordsOf(last - 1))) break;
      if (ANSWER.test(this.wordsOf(last))) break;
      if (LABEL.test(this.wordsOf(last))) break;
      last += 1;
    }
    return this.answerFrom(last);
  }

  /** The end of a question in bold at the start of a line. */
  private bold(line: number): number | undefined {
    const words = this.wordsOf(line);
    const match = BOLD.exec(words);
    if (match === null) return undefined;
    const title = match[1].trim();
    const isQuestion =
      ASKS.test(title) || title.startsWith("¿") || LABEL.test(title);
    return isQuestion ? this.endOn(line, match[0].length, words) : undefined;
  }

  /** The end of a question that is a line, or the start of a paragraph. */
  private plain(line: number): number | undefined {
    const words = this.wordsOf(line);
    const isApart = line === 0 || this.lines.isBlank(line - 1);
    if (!isApart && !endsSentence(this.wordsOf(line - 1).trimEnd())) {
      return undefined;
    }
    const match = PLAIN.exec(words);
    const isWhole = match?.[0].trim().length === words.trim().length;
    if (match !== null && (isApart || isWhole)) {
      return this.endOn(line, match[0].length, words);
    }
    const isOne =
      words.length <= LONGEST &&
      ASKS.test(words.trimEnd()) &&
      ENGLISH.test(words) &&
      !/[.!?]\s+\S/.test(words.replace(MARK, ""));
    return isOne ? this.answerFrom(line + 1) : undefined;
  }

  private wordsOf(line: number): string {
    const { start, end } = this.lines.trimmed(line);
    return this.text.slice(start, end);
  }

  /** Behind a question on its own line, or in front of its answer there. */
  private endOn(line: number, length: number, words: string): number {
    const behind = words.slice(length).search(/[^\s*_]/);
    return behind < 0
      ? this.answerFrom(line + 1)
      : this.lines.start(line) + length + behind;
  }

  /** The start of the first line with words from a line on. */
  private answerFrom(line: number): number {
    let first = line;
    while (first < this.lines.count && this.lines.isBlank(first)) first += 1;
    return this.lines.start(first);
  }
}

/** A question without its label, its list mark and its emphasis. */
function plainTitle(question: string): string {
  const words = question.replace(MARK, "").replace(/\*\*|__/g, "");
  return words.replace(LABEL, "").replace(/\s+/g, " ").trim();
}
