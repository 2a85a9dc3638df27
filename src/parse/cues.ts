import type { Lines } from "../lines.js";
import type { Span } from "../outline.js";
import { readNameLine, readTurnLine, type Time } from "./turn-lines.js";
import { chooseTurns, type Candidate } from "./turns.js";

/** Part of a transcript that one voice says, and what is known of it. */
export interface Turn extends Span {
  /** The name, up to the words that follow it: repeated where it is cut. */
  label?: Span;
  speaker?: string;
  time?: Time;
  /** Whether it goes on with the words of the turn before. */
  goesOn: boolean;
  /** Whether it is a cue of subtitles: its lines mean nothing. */
  isCue: boolean;
}

// Transcripts of Teams write `0:0:3.120`.
const CUE_TIME = "((?:\\d+:)?\\d{1,2}:\\d{1,2}[.,]\\d{1,3})";
const TIMING = new RegExp(`^\\s*${CUE_TIME}\\s+-->\\s+${CUE_TIME}(?:\\s|$)`);
const VOICE = /<v(?:\.[^\s<>]+)*[ \t]+([^<>]+)>[ \t]*/g;

/** A cue: its timing, and the lines `[from, to)` of its text. */
interface Cue extends Span {
  time: Time;
  words: Span;
}

/** A voice of a cue: where its words start, and whose it is. */
type Voice = Pick<Turn, "start" | "label" | "speaker">;

/** Reads WebVTT or SubRip; `undefined` for a text without any timing. */
export function readCues(
  text: string,
  lines: Lines,
  names?: ReadonlySet<string>
): Turn[] | undefined {
  const parts = partsOf(text, lines);
  const cues = parts.filter((part) => "time" in part);
  if (cues.length === 0) return undefined;
  const hasVoices = cues.some(({ words }) => voicesIn(text, words).length > 0);
  const candidates = cues.flatMap(({ words }) => labelsIn(text, lines, words));
  const chosen = new Set(
    chooseTurns(candidates, names).map(({ start }) => start)
  );
  const named = new Map(
    cues.map((cue) => [cue as Span, namedIn(text, lines, cue.words)])
  );
  const areNamed =
    cues.length > 1 && chosen.size === 0 && [...named.values()].every(Boolean);
  return parts.flatMap((part) => {
    if (!("time" in part)) return [{ ...part, goesOn: false, isCue: false }];
    const voices = hasVoices
      ? voicesIn(text, part.words)
      : areNamed
        ? [named.get(part)].filter((voice) => voice !== undefined)
        : labelsIn(text, lines, part.words).filter((l) => chosen.has(l.start));
    return turnsOf(text, part, voices, !hasVoices);
  });
}

/** The turns of a cue: one a voice, the first with the timing of the cue. */
function turnsOf(
  text: string,
  { start, end, time, words }: Cue,
  voices: readonly Voice[],
  goesOn: boolean
): Turn[] {
  const [first] = voices;
  const isNamed =
    first !== undefined && text.slice(words.start, first.start).trim() === "";
  const all = isNamed ? voices : [{ start, goesOn }, ...voices];
  return all.map((voice, index) => ({
    goesOn: false,
    isCue: true,
    time,
    label: undefined,
    speaker: undefined,
    ...voice,
    start: index === 0 ? start : voice.start,
    end: all[index + 1]?.start ?? end,
  }));
}

function voicesIn(text: string, { start, end }: Span): Voice[] {
  return [...text.slice(start, end).matchAll(VOICE)].map((match) => {
    const from = start + match.index;
    const label = { start: from, end: from + match[0].length };
    return { start: from, label, speaker: match[1].trim() };
  });
}

/** The first line of a cue, if it is a name and its words are below it. */
function namedIn(text: string, lines: Lines, words: Span): Voice | undefined {
  const line = lines.at(words.start);
  const next = lines.start(line + 1);
  if (next >= words.end) return undefined;
  return readNameLine(text, lines.trimmed(line), next);
}

/** The lines of a cue that begin with a name, a dash in front or none. */
function labelsIn(text: string, lines: Lines, words: Span): Candidate[] {
  const found: Candidate[] = [];
  for (let line = lines.at(words.start); ; line += 1) {
    const { start, end } = lines.trimmed(line);
    if (start >= words.end) return found;
    const [dash] = /^\s*(?:[-–]\s*)?/.exec(text.slice(start, end)) ?? [""];
    const span = { start: start + dash.length, end };
    const label = readTurnLine(text, span, lines.start(line + 1));
    if (label?.form === "label") {
      found.push({ ...label, start, isBehindBlank: start === words.start });
    }
  }
}

/** Cues, and what stands between them, in order. */
function partsOf(text: string, lines: Lines): (Cue | Span)[] {
  const timings = timingsOf(text, lines);
  const parts: (Cue | Span)[] = [];
  for (let line = 0; line < lines.count;) {
    const first = line;
    line += 1;
    if (lines.isBlank(first)) continue;
    // The name of a cue stands in front of its timing.
    const timing = timings.has(first) ? first : line;
    const time = timings.get(timing);
    if (time !== undefined) line = timing + 1;
    const isNumber = (n: number): boolean =>
      /^\s*\d+\s*$/.test(text.slice(lines.start(n), lines.start(n + 1)));
    while (line < lines.count && !lines.isBlank(line)) {
      if (timings.has(line)) break;
      if (timings.has(line + 1) && isNumber(line)) break;
      line += 1;
    }
    const span = lines.span(first, line);
    if (time === undefined) parts.push(span);
    else {
      const words = { start: lines.start(timing + 1), end: span.end };
      parts.push({ ...span, time, words });
    }
  }
  return parts;
}

/** The lines that are timings of cues. */
function timingsOf(text: string, lines: Lines): Map<number, Time> {
  const timings = new Map<number, Time>();
  for (let line = 0; line < lines.count; line += 1) {
    const { start, end } = lines.span(line);
    const match = TIMING.exec(text.slice(start, Math.min(end, start + 80)));
    if (match !== null) timings.set(line, { from: match[1], to: match[2] });
  }
  return timings;
}
