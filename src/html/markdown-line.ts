import type { Piece } from "./pieces.js";
import { STARTS_BLOCK, fenceOf } from "./markdown-words.js";

/** A row of dashes makes a table of it and of the line above it. */
const DELIMITER_ROW = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/** What two pieces must not be read as, at the end of the first one. */
const JOINED =
  /^(?:!\[|\][[(:]|~~|\\[!-/:-@[-`{-~]|&#?\w+;|<[a-zA-Z/!?][^<>]*>)/;
/** How much of a line tells what a character would be read as. */
const BEHIND = 200;

/**
 * A line as it is to stand: here the words around each mark are known. Marks
 * that could not be read as such are left out, and what stands at the joints
 * of words gets its backslash.
 */
export function finishLine(line: readonly Piece[]): Piece[] {
  const pieces = withoutWeakMarks(line);
  fenceCode(pieces);
  return escapeStart(escapeJoints(pieces));
}

/** Words that follow each other with the same mark have it once. */
function mergeMarks(line: readonly Piece[]): Piece[] {
  const merged: Piece[] = [];
  for (const piece of line) {
    const last = merged[merged.length - 1];
    const isSame = piece.kind === "open" && last?.text === piece.text;
    if (!isSame || last.kind !== "close") {
      merged.push(piece);
      continue;
    }
    merged.pop();
    const [open, close] = [last.partner, piece.partner];
    if (open && close) [open.partner, close.partner] = [close, open];
  }
  return merged;
}

/** Without one mark, others may meet. */
function withoutWeakMarks(line: readonly Piece[]): Piece[] {
  for (;;) {
    const merged = mergeMarks(line);
    const weak = weakMarks(merged);
    if (weak.size === 0) return merged;
    line = merged.filter((piece) => !weak.has(piece));
  }
}

const isEmphasis = ({ kind, text }: Piece): boolean =>
  (kind === "open" || kind === "close") && /^[*~]/.test(text);

/** The marks that CommonMark, 6.2, would not read as what they are. */
function weakMarks(line: readonly Piece[]): Set<Piece> {
  const weak = new Set<Piece>();
  let depth = 0;
  for (let k = 0, end = 0; k < line.length; k = Math.max(end, k + 1)) {
    for (end = k; end < line.length && isEmphasis(line[end]); end += 1) {
      if (line[end].text[0] !== line[k].text[0]) break;
    }
    if (end === k) continue;
    const run = line.slice(k, end);
    const before = /.$/su.exec(line[k - 1]?.text.slice(-2) ?? "")?.[0];
    const after = /^./su.exec(line[end]?.text ?? "")?.[0];
    const isTilde = run[0].text === "~~" && (before === "~" || after === "~");
    const canClose = !isTilde && flanks(after, before);
    const isFree = depth === 0 || !mayFlank(after, before);
    const canOpen = !isTilde && flanks(before, after) && isFree;
    const isMixed = run.some(({ kind }) => kind === "close");
    for (const piece of run) {
      if (weak.has(piece)) continue;
      const isOpen = piece.kind === "open";
      if (isOpen ? canOpen && !isMixed : canClose) depth += isOpen ? 1 : -1;
      else {
        weak.add(piece);
        if (piece.partner) weak.add(piece.partner);
        if (!isOpen) depth -= 1;
      }
    }
  }
  return weak;
}

const isBlank = (char: string | undefined): boolean =>
  char === undefined || /\s/.test(char);
/** Readers differ on whether symbols are punctuation: `€`, `→`. */
const isPunctuation = (char = ""): boolean => /[\p{P}!-/:-@[-`{-~]/u.test(char);
const mayBePunctuation = (char = ""): boolean => /[\p{P}\p{S}]/u.test(char);

/** Whether a mark stands at the words on its inner side, for any reader. */
const flanks = (outer: string | undefined, inner: string | undefined) =>
  !isBlank(inner) &&
  (!mayBePunctuation(inner) || isBlank(outer) || isPunctuation(outer));

/** The same for some reader. */
const mayFlank = (outer: string | undefined, inner: string | undefined) =>
  !isBlank(inner) &&
  (!isPunctuation(inner) || isBlank(outer) || mayBePunctuation(outer));

/** The marks around code: longer than any backticks in it (6.1). */
function fenceCode(line: readonly Piece[]): void {
  for (let k = 0; k < line.length; k += 1) {
    const { kind, text, partner } = line[k];
    if (kind !== "open" || text !== "`" || partner === undefined) continue;
    const open = line[k];
    let code = "";
    for (k += 1; line[k] !== partner && k < line.length; k += 1) {
      code += line[k].text;
    }
    const blank = /^`|`$/.test(code) ? " " : "";
    const fence = fenceOf(code, 1);
    open.text = fence + blank;
    partner.text = blank + fence;
  }
}

const escapeAt = ({ source: { start } }: Piece): Piece => ({
  text: "\\",
  source: { start, end: start },
  isCopy: false,
  kind: "escape",
});

/** A piece with a backslash in front of its last character. */
function escapeLast(piece: Piece): Piece[] {
  const { text, source, isCopy } = piece;
  const at = text.length - 1;
  const split = isCopy ? source.start + at : source.start;
  const first = isCopy ? { start: source.start, end: split } : source;
  const last = { ...piece, text: text.slice(at), kind: "word" as const };
  last.source = { start: split, end: source.end };
  const escaped = [escapeAt(last), last];
  if (at === 0) return escaped;
  return [{ ...piece, text: text.slice(0, at), source: first }, ...escaped];
}

/** Words become markup where they meet others, or a mark. */
function escapeJoints(line: readonly Piece[]): Piece[] {
  const escaped: Piece[] = [];
  let isCode = false;
  for (const [k, piece] of line.entries()) {
    const { kind, text } = piece;
    if (text.includes("`") && (kind === "open" || kind === "close")) {
      isCode = kind === "open";
    }
    const isWord = kind === "first" || kind === "word";
    const isEscaped = line[k - 1]?.kind === "escape" && text.length === 1;
    const isOpen = isWord && !isCode && !isEscaped && /[!\]~\\&<]$/.test(text);
    if (isOpen && JOINED.test(text.slice(-1) + textBehind(line, k))) {
      for (const part of escapeLast(piece)) escaped.push(part);
    } else escaped.push(piece);
  }
  return escaped;
}

function textBehind(line: readonly Piece[], index: number): string {
  let text = "";
  for (let k = index + 1; k < line.length && text.length < BEHIND; k += 1) {
    text += line[k].text;
  }
  return text;
}

/** The first words of a line must not make a block of it. */
function escapeStart(line: Piece[]): Piece[] {
  const start = line.findIndex(({ kind }) => kind === "first");
  if (start < 0 || line[start - 1]?.kind === "open") return line;
  if (/^#{1,6} $/.test(line[start - 1]?.text ?? "")) return escapeHeading(line);
  const rest = line.slice(start);
  const text = rest.map((piece) => piece.text).join("");
  const [word] = /^\S*/.exec(text) ?? [""];
  if (
    STARTS_BLOCK.test(word) ||
    DELIMITER_ROW.test(text) ||
    /^<[a-zA-Z/!?]/.test(word)
  ) {
    line.splice(start, 0, escapeAt(line[start]));
  } else if (/^\d{1,9}[.)]$/.test(word)) {
    let length = 0;
    const last = rest.findIndex((piece) => {
      length += piece.text.length;
      return length >= word.length;
    });
    line.splice(start + last, 1, ...escapeLast(rest[last]));
  }
  return line;
}

/** A title that ends in `#` of its own. */
function escapeHeading(line: Piece[]): Piece[] {
  const last = line.length - 1;
  const isApart = /\s$/.test(line[last - 1]?.text ?? "");
  if (isApart && /^#+$/.test(line[last].text)) {
    line.splice(last, 0, escapeAt(line[last]));
  }
  return line;
}
