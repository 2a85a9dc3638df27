import { isName, isNick } from "./speaker-names.js";
import type { TurnForm, TurnLine } from "./turn-lines.js";

/** A line that may begin a turn, and whether a blank line is in front of it. */
export type Candidate = TurnLine & { isBehindBlank: boolean };

const isUpper = (name: string): boolean => name === name.toUpperCase();

/**
 * Which of the candidates of a text begin a turn: they are judged together,
 * since a transcript keeps to one form. `names` are the speakers, if known.
 */
export function chooseTurns(
  candidates: readonly Candidate[],
  names?: ReadonlySet<string>
): Candidate[] {
  const count = (...forms: TurnForm[]): number =>
    candidates.filter(({ form }) => forms.includes(form)).length;
  const isChat =
    count("message") > 1 ||
    (count("message") === 1 && candidates[0].form === "message");
  if (isChat) return candidates.filter(({ form }) => form === "message");
  const isEnough = (candidate: Candidate): boolean =>
    count(candidate.form) > 1 || candidate === candidates[0];
  const timed = candidates.filter((candidate) => {
    const { form } = candidate;
    if (form === "message" || form === "bracketed") return true;
    if (["label", "time", "clock"].includes(form)) return false;
    return isEnough(candidate);
  });
  const known = new Set([...(names ?? []), ...timed.map((c) => c.speaker)]);
  const labels = candidates.filter(({ form }) => form === "label");
  const isTimed = timed.length > 1 && timed.length >= labels.length;
  const isLabel =
    isTimed || names !== undefined
      ? (): boolean => false
      : judgeOfLabels(labels, candidates[0]);
  const chosen = new Set([
    ...timed,
    ...labels.filter((c) => known.has(c.speaker) || isLabel(c)),
  ]);
  return candidates.filter(
    (candidate) =>
      chosen.has(candidate) ||
      (["time", "clock"].includes(candidate.form) && isEnough(candidate))
  );
}

/** Says of labels without a time whether they are the names of speakers. */
function judgeOfLabels(
  labels: readonly Candidate[],
  first: Candidate
): (label: Candidate) => boolean {
  const counts = new Map<string, number>();
  for (const { speaker = "" } of labels) {
    counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  }
  const likely = labels.filter(({ speaker = "" }) => isName(speaker));
  const distinct = [...new Set(likely.map(({ speaker = "" }) => speaker))];
  const often = distinct.filter((name) => (counts.get(name) ?? 0) > 1);
  const upper = distinct.filter((name) => isUpper(name) && name.length > 1);
  const areUpper =
    upper.length > 1 && often.every((name) => upper.includes(name));
  const repeated = likely.filter(({ speaker = "" }) => often.includes(speaker));
  const areBehindBlank =
    repeated.length > 2 && repeated.every((label) => label.isBehindBlank);
  return (label) => {
    const { speaker = "", isBehindBlank } = label;
    const isRepeated = (counts.get(speaker) ?? 0) > 1;
    if (!isName(speaker)) {
      return isNick(speaker) && isRepeated && counts.size > 1;
    }
    if (isRepeated) return true;
    if (areUpper && !isUpper(speaker)) return false;
    if (areBehindBlank && !isBehindBlank) return false;
    return distinct.length > 1 || label === first || isUpper(speaker);
  };
}
