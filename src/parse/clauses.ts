import {
  Strength,
  headingsStrength,
  sectionStrength,
  type Outline,
} from "../outline.js";
import { OutlineBuilder } from "./builder.js";
import {
  readClauseLabel,
  type ClauseKind,
  type ClauseLabel,
} from "./clause-labels.js";
import { endsSentence, parseProse, startsLower } from "./prose.js";

/** A line that begins a clause. */
interface Clause extends ClauseLabel {
  line: number;
  /** The offset of the label, behind the indentation. */
  at: number;
  level: number;
  /** The offset behind its heading: its label and its title, if any. */
  end: number;
}

/**
 * The outline of a contract or a law in plain text: articles, sections, clauses
 * and numbered paragraphs, in English and Spanish, are headings, nested by
 * their words and by their numbers.
 */
export function parseClauses(text: string): Outline {
  const builder = new OutlineBuilder(text);
  const clauses = findClauses(builder);
  setLevels(clauses);
  for (const [index, clause] of clauses.entries()) {
    clause.end = endOfHeading(builder, clause, clauses[index + 1]);
  }
  let run = 0;
  for (const [index, clause] of clauses.entries()) {
    const { line, end, level } = clause;
    const start = builder.lines.start(line);
    const title = text.slice(clause.at, end).replace(/\s+/g, " ");
    builder.addHeading({ start, end }, level, title.replace(/[\s.:–—-]+$/, ""));
    builder.addSeam(start, sectionStrength(level));
    const words = end + text.slice(end).search(/\S/);
    if (words < end) break;
    const isNext = words === clauses[index + 1]?.at;
    run = isNext ? run + 1 : 0;
    const wordsLine = builder.lines.at(words);
    const isSameLine = wordsLine === builder.lines.at(end - 1);
    const at = isSameLine ? words : builder.lines.start(wordsLine);
    builder.addSeam(at, isNext ? headingsStrength(run) : Strength.bond);
  }
  for (const { at, strength } of parseProse(text).seams) {
    // A title that stands under its label is not cut from it.
    const around = builder.heads.findLast(({ start }) => start < at);
    if (around === undefined || at >= around.end) builder.addSeam(at, strength);
  }
  return builder.build();
}

/** The lines of a text that begin a clause, in order. */
function findClauses({ lines, text }: OutlineBuilder): Clause[] {
  const clauses: Clause[] = [];
  let last: number[] | undefined;
  for (let line = 0; line < lines.count; line += 1) {
    const { start, end } = lines.trimmed(line);
    const words = text.slice(start, end).trimStart();
    const label = readClauseLabel(words);
    if (label === undefined) continue;
    // A line that goes on with a sentence is no clause: "under\nArticle 5."
    const before = line === 0 ? { start, end: start } : lines.trimmed(line - 1);
    const isNew =
      before.start === before.end ||
      clauses[clauses.length - 1]?.line === line - 1 ||
      endsSentence(text.slice(before.start, before.end));
    if (!isNew) continue;
    if (label.kind !== "number") last = undefined;
    else if (!follows(label.number ?? [], last)) continue;
    else last = label.number;
    const at = end - words.length;
    clauses.push({ ...label, line, at, level: 1, end: at + label.length });
  }
  return clauses;
}

/** How far the next number of a clause may be: some are left out. */
const FURTHEST = 5;

/** Whether a number comes behind another one, close to it: 5.2, 5.2.1, 6. */
function follows(number: readonly number[], last?: readonly number[]): boolean {
  if (last === undefined) return true;
  const at = number.findIndex((part, index) => part !== last[index]);
  if (at < 0) return false;
  const step = number[at] - (last[at] ?? 0);
  return step > 0 && step <= FURTHEST;
}

const KINDS: ClauseKind[] = [
  "annex",
  "division",
  "book",
  "part",
  "title",
  "chapter",
];

/**
 * Gives clauses their levels, from 1, as many as there are. Of articles,
 * sections and clauses the ones that are rarer hold the others: a law has some
 * sections of many articles, a contract some articles of many sections.
 */
function setLevels(clauses: readonly Clause[]): void {
  const counts = new Map<string, number>();
  for (const { kind, word } of clauses) {
    if (kind === "body") counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const bodies = [...counts].sort((a, b) => a[1] - b[1]).map(([word]) => word);
  const order = [...KINDS, ...bodies, "number"];
  const keyOf = ({ kind, word, number = [1] }: Clause): number =>
    order.indexOf(kind === "body" ? word : kind) * 100 +
    Math.min(number.length, 99);
  const keys = [...new Set(clauses.map(keyOf))].sort((a, b) => a - b);
  for (const clause of clauses) clause.level = keys.indexOf(keyOf(clause)) + 1;
}

/** The most characters and words of a title. */
const LONGEST = { characters: 80, words: 12, inside: 5 };

const isUpper = (words: string): boolean => words === words.toUpperCase();
const countOf = (words: string): number => words.split(/\s+/).length;
const isShort = (words: string): boolean =>
  words.length <= LONGEST.characters && countOf(words) <= LONGEST.words;

/** Whether words break off in the middle of a sentence. */
const isWrapped = (words: string, next: string): boolean =>
  startsLower(next) ||
  (next !== "" && !isUpper(words) && /\s\p{Ll}{1,3}$/u.test(words));

/** The offset behind the heading of a clause: its label, and a title. */
function endOfHeading(
  { lines, text }: OutlineBuilder,
  { at, length, rest, line, level, kind }: Clause,
  next?: Clause
): number {
  const wordsOf = (n: number): string =>
    text.slice(lines.start(n), lines.start(n + 1)).trim();
  const label = at + text.slice(at, at + length).trimEnd().length;
  const holds = (end: number): boolean =>
    (next !== undefined && next.level > level) ||
    text.slice(end, next?.at).trim() !== "";
  if (kind === "division") return label;
  if (rest === "") {
    const isApart = lines.isBlank(line + 1);
    const title = isApart ? line + 2 : line + 1;
    const { end } = lines.trimmed(title);
    const words = wordsOf(title);
    if (words === "" || title >= (next?.line ?? Infinity)) return label;
    if (!isShort(words) || endsSentence(words) || !holds(end)) return label;
    const isAlone = !isApart && lines.isBlank(title + 1);
    return isUpper(words) || isAlone ? end : label;
  }
  const { end } = lines.trimmed(line);
  const isOne = !endsSentence(rest) || !/[.!?]\s/.test(rest);
  const isWhole = isShort(rest) && !isWrapped(rest, wordsOf(line + 1));
  if (isWhole && isOne && holds(end)) return end;
  // "Objeto. El contrato ...": a title on the line of its text.
  const [inside = "", title = ""] =
    /^(.{1,80}?)(?:\.[-–—]?|:|[ \t][-–—])[ \t]+(?=\S)/.exec(rest) ?? [];
  const isTitle =
    isShort(title) && (isUpper(title) || countOf(title) <= LONGEST.inside);
  return inside !== "" && isTitle
    ? at + length + inside.trimEnd().length
    : label;
}
