import { Lines } from "../lines.js";
import {
  Strength,
  itemStrength,
  type Head,
  type Outline,
  type Seam,
  type Span,
} from "../outline.js";
import { readCues, type Turn } from "./cues.js";
import { endsSentence, parseProse } from "./prose.js";
import { readNameLine, readTurnLine } from "./turn-lines.js";
import { chooseTurns, type Candidate } from "./turns.js";

/** The outline of a transcript, and its turns in order. */
export interface DialogueOutline extends Outline {
  turns: Turn[];
}

/** The seam in front of a turn, by what is in front of it. */
const BORDERS = {
  /** Another speaker. */
  change: Strength.block + 1,
  /** The same one again. */
  again: Strength.block,
  /** A time in the middle of a turn. */
  time: itemStrength(0),
  /** A cue that begins with a sentence, one that begins inside of it. */
  sentence: Strength.line + 1,
  cue: Strength.line,
};

/**
 * The outline of a transcript: turns of speakers, of which the name is a head.
 * `names` are the speakers whose lines need no time to be turns, if known.
 */
export function parseDialogue(
  text: string,
  names?: ReadonlySet<string>
): DialogueOutline {
  const lines = new Lines(text);
  const turns = withSpeakers(
    readCues(text, lines, names) ?? readTurns(text, lines, names)
  );
  const seams = proseIn(text, {
    start: 0,
    end: turns[0]?.start ?? text.length,
  });
  for (const [index, turn] of turns.entries()) {
    const strength = borderOf(text, turn, turns[index - 1]);
    seams.push({ at: turn.start, strength });
    const words = { start: turn.label?.end ?? turn.start, end: turn.end };
    if (words.start > turn.start) {
      seams.push({ at: words.start, strength: Strength.bond });
    }
    if (turn.isCue) continue;
    for (const seam of proseIn(text, words)) {
      const isParagraph = seam.strength >= Strength.block;
      seams.push(isParagraph ? { ...seam, strength: itemStrength(0) } : seam);
    }
  }
  return { seams, heads: headsOf(text, turns), turns };
}

/** The turns of a text that is written line by line. */
function readTurns(
  text: string,
  lines: Lines,
  names?: ReadonlySet<string>
): Turn[] {
  const candidates: Candidate[] = [];
  for (let line = 0; line < lines.count; line += 1) {
    const span = lines.trimmed(line);
    const found = readTurnLine(text, span, lines.start(line + 1));
    if (found === undefined) continue;
    const isBehindBlank = line === 0 || lines.isBlank(line - 1);
    candidates.push({ ...found, isBehindBlank });
  }
  const chosen = chooseTurns(withNamesAbove(text, lines, candidates), names);
  return chosen.map(({ form, start, label, speaker, time }, index) => ({
    start,
    end: chosen[index + 1]?.start ?? text.length,
    label,
    speaker,
    time,
    goesOn: form === "time" || form === "clock",
    isCue: false,
  }));
}

/**
 * Joins times to the names on the lines above, if that is how the transcript is
 * written: if each time that is alone on its line has one.
 */
function withNamesAbove(
  text: string,
  lines: Lines,
  candidates: readonly Candidate[]
): readonly Candidate[] {
  const joined = candidates.map((candidate): Candidate | undefined => {
    const line = lines.at(candidate.start);
    if (candidate.form !== "clock") return candidate;
    if (line === 0) return undefined;
    const above = lines.trimmed(line - 1);
    const name = readNameLine(text, above, lines.start(line + 1));
    if (name === undefined) return undefined;
    const isBehindBlank = line === 1 || lines.isBlank(line - 2);
    return { ...candidate, ...name, form: "header", isBehindBlank };
  });
  const all = joined.filter((candidate) => candidate !== undefined);
  const clocks = candidates.filter(({ form }) => form === "clock");
  const areJoined = all.length === candidates.length && clocks.length > 1;
  return areJoined ? all : candidates;
}

/** Gives turns that go on their speaker. */
function withSpeakers(turns: readonly Turn[]): Turn[] {
  let speaker: string | undefined;
  return turns.map((turn) => {
    speaker = turn.goesOn ? speaker : turn.speaker;
    return { ...turn, speaker };
  });
}

/** The strength of the seam in front of a turn. */
function borderOf(text: string, turn: Turn, previous?: Turn): number {
  const isSame = turn.speaker === previous?.speaker;
  const isKnown = turn.goesOn || turn.speaker !== undefined;
  if (previous === undefined || !isSame || !isKnown) return BORDERS.change;
  if (!turn.isCue) return turn.goesOn ? BORDERS.time : BORDERS.again;
  const { start, end } = previous;
  const before = text.slice(start, end).trimEnd();
  return endsSentence(before) ? BORDERS.sentence : BORDERS.cue;
}

/** The names are repeated up to the end of their turn. */
function headsOf(text: string, turns: readonly Turn[]): Head[] {
  return turns.flatMap(({ label, start }, index): Head[] => {
    if (label === undefined) return [];
    let last = index;
    while (turns[last + 1]?.goesOn) last += 1;
    const words = text.slice(start, turns[last].end).trimEnd();
    const scope = { start, end: start + words.length };
    return [{ kind: "dialogue", ...label, scope }];
  });
}

/** The seams of plain text in a span. */
const proseIn = (text: string, { start, end }: Span): Seam[] =>
  parseProse(text.slice(start, end)).seams.map((seam) => ({
    ...seam,
    at: start + seam.at,
  }));
