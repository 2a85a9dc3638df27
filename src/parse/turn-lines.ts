import type { Span } from "../outline.js";
import { isName } from "./speaker-names.js";

/** When something was said, as the transcript writes it. */
export interface Time {
  from: string;
  to?: string;
}

/** How a line says that a turn begins. */
export type TurnForm =
  /** `12/3/24, 21:45 - Ana: text`: date and time, the name or none. */
  | "message"
  /** `[00:12:03] Ana: text`, `Ana (00:12): text`: a time in brackets. */
  | "bracketed"
  /** `00:12:03 Ana: text`: a time without brackets. */
  | "timed"
  /** `Ana Torres  10:32 AM`: name and time alone on a line, or on two. */
  | "header"
  /** `Ana: text`. */
  | "label"
  /** `[00:12:03] text`: a time and no name. */
  | "time"
  /** `00:12:03`: a time and nothing else. */
  | "clock";

/** The first line of what may be a turn. */
export interface TurnLine {
  form: TurnForm;
  /** The start of the line. */
  start: number;
  /** The name, up to the words that follow it. */
  label?: Span;
  speaker?: string;
  time?: Time;
}

const SPACE = "[ \\t\\u00a0\\u202f]";
const DATE =
  "(?:\\d{1,4}[/.-]\\d{1,2}(?:[/.-]\\d{1,4})?" +
  "|\\d{1,2}(?: de)? \\p{L}{3,12}\\.?(?:,| de)? \\d{4}" +
  "|\\p{L}{3,12}\\.? \\d{1,2},? \\d{4}|today|yesterday|hoy|ayer)";
const CLOCK =
  "\\d{1,3}:[0-5]\\d(?::[0-5]\\d)?(?:[.,]\\d{1,3})?" +
  `(?:${SPACE}?[ap]\\.?${SPACE}?m(?:\\.|\\b))?Z?`;
const STAMP = `(?:(?<date>${DATE})(?:,|T| at| a las)?${SPACE}*)?${CLOCK}`;
/** A time, or two of them: from and to. */
const TIME =
  `(?<from>${STAMP})` + `(?:${SPACE}*(?:-->|[-–—])${SPACE}*(?<to>${CLOCK}))?`;
const NAME = '(?<name>[^\\s:：<>[\\]()"“”|][^:：<>"“”|]{0,59}?)';
/** Marks of direction, of captions. */
const LEAD = "^[\\s\\uFEFF\\u200e\\u200f]*(?:>{1,3}\\s*)?";
const expression = (source: string): RegExp => new RegExp(source, "diu");

const BRACKETED = expression(
  `${LEAD}[[(]${TIME}[\\])]${SPACE}*(?:[-–—]${SPACE}*)?`
);
const TIMED = expression(
  `${LEAD}${TIME}(?:${SPACE}*(?<dash>[-–—])${SPACE}+|${SPACE}+|:${SPACE}+|$)`
);
const NAME_THEN_BRACKETED = expression(
  `${LEAD}${NAME},?${SPACE}*[[(]${TIME}[\\])]${SPACE}*(?:[:：]${SPACE}*|$)`
);
const NAME_THEN_TIME = expression(
  `${LEAD}${NAME}(?:${SPACE}+[—–])?${SPACE}+${TIME}${SPACE}*$`
);
/** `[SPEAKER_00]: text`, as programs that recognise speech write it. */
const BRACKETED_NAME = expression(`${LEAD}\\[${NAME}\\]${SPACE}?:${SPACE}+`);
const LABEL = expression(
  `${LEAD}${NAME}${SPACE}?(?:[:：](?:${SPACE}+|$)|：|:(?=[\\p{L}¿¡"«“(]))`
);
/** What follows a time; chats of meetings write "From Ana to Everyone". */
const NAMED = expression(
  `^[\\u200e\\u200f]*(?:(?:from|de)${SPACE}+)?${NAME}` +
    `(?:${SPACE}+(?:to|para)${SPACE}+[^:：]{1,60}?)?${SPACE}?[:：](?:${SPACE}+|$)`
);
const ANGLED = expression(`^<${SPACE}?(?<name>[^<>]{1,60})>${SPACE}*`);

/** No header is longer, and neither is any other first part of a turn. */
const LONGEST = 160;

/**
 * Reads the first line of a turn. `next` is the offset of the line after it.
 * Whether it is one indeed depends on the others: see `chooseTurns`.
 */
export function readTurnLine(
  text: string,
  { start, end }: Span,
  next: number
): TurnLine | undefined {
  const isLong = end - start > LONGEST;
  const line = withoutEmphasis(
    text.slice(start, Math.min(end, start + LONGEST))
  );
  if (!/[:：]/.test(line)) return undefined;
  const label = (from: number, to: number): Span => {
    let first = start + from;
    while (first > start && /[*_<[]/.test(text[first - 1])) first -= 1;
    return { start: first, end: start + to === end ? next : start + to };
  };
  const named = (form: TurnForm, match: RegExpExecArray, offset = 0) => {
    const { name = "" } = match.groups ?? {};
    const [from] = match.indices?.groups?.name ?? [0];
    const span = label(offset + from, offset + match[0].length);
    return { form, start, speaker: name.trim(), label: span };
  };
  const timed = BRACKETED.exec(line) ?? TIMED.exec(line);
  if (timed !== null) {
    const { date, dash } = timed.groups ?? {};
    const time = timeOf(timed);
    const isBracketed = /[[(]/.test(timed[0]);
    const at = timed[0].length;
    const rest = line.slice(at);
    const form =
      date !== undefined && (isBracketed || dash !== undefined)
        ? "message"
        : isBracketed
          ? "bracketed"
          : "timed";
    const match = NAMED.exec(rest) ?? ANGLED.exec(rest);
    if (match !== null) return { ...named(form, match, at), time };
    if (!isLong && isName(rest.trim())) {
      const speaker = rest.trim();
      const from = at + rest.indexOf(speaker);
      const span = label(from, line.length);
      return { form: "header", start, speaker, label: span, time };
    }
    if (form === "message") return { form, start, time };
    if (rest.trim() === "") return { form: "clock", start, time };
    return isBracketed ? { form: "time", start, time } : undefined;
  }
  const behind = NAME_THEN_BRACKETED.exec(line);
  if (behind !== null && isName(behind.groups?.name ?? "")) {
    const isHeader = !isLong && behind[0].length === line.length;
    const form = isHeader ? "header" : "bracketed";
    return { ...named(form, behind), time: timeOf(behind) };
  }
  const header = isLong ? null : NAME_THEN_TIME.exec(line);
  if (header !== null && isName(header.groups?.name ?? "")) {
    return { ...named("header", header), time: timeOf(header) };
  }
  const plain = LABEL.exec(line) ?? BRACKETED_NAME.exec(line);
  return plain === null ? undefined : named("label", plain);
}

/** Emphasis is no part of a name; the offsets stay the same. */
const withoutEmphasis = (line: string): string =>
  line.replace(/\*|__/g, (marks) => " ".repeat(marks.length));

/**
 * The name that stands alone on a line, if it is one: `next` is the offset of
 * the line after the header that the line belongs to.
 */
export function readNameLine(
  text: string,
  { start, end }: Span,
  next: number
): Required<Pick<TurnLine, "start" | "label" | "speaker">> | undefined {
  if (end - start > LONGEST) return undefined;
  const speaker = withoutEmphasis(text.slice(start, end)).trim();
  if (/[.!?…,;:]$/.test(speaker) || !isName(speaker)) return undefined;
  return { start, label: { start, end: next }, speaker };
}

function timeOf({ groups = {} }: RegExpExecArray): Time {
  const { from, to } = groups;
  return to === undefined ? { from } : { from, to };
}
