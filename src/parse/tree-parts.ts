import type { Node } from "web-tree-sitter";
import type { Lines } from "../lines.js";
import type { Span } from "../outline.js";
import { isValue } from "./definitions.js";
import type { ShareOf } from "./units.js";

/** A named child of a node, as far as cutting in front of it goes. */
export interface Part extends Span {
  node: Node;
  type: string;
  /** Where to cut in front of it: the start of its line, if it is first. */
  at: number;
  /** Whether nothing but operators stands in front of it on its line. */
  isFirst: boolean;
  /** Whether it takes more than one line. */
  isTall: boolean;
  /** Its length as a share of the limit. */
  share: number;
}

/** How far in front of a node its line is looked at. */
const MAX_INDENT = 200;

/** What may stand in front of the first node of a line. */
const OPERATORS = /^[\s.,:?|&+*/<>=-]*(?:(?:and|or)\s+)?$/;

/** The named children of a node, white space at their ends left out. */
export function partsOf(
  text: string,
  lines: Lines,
  node: Node,
  shareOf: ShareOf
): Part[] {
  const parts: Part[] = [];
  for (const { child, until } of childrenOf(text, lines, node)) {
    const { type, startIndex: start } = child;
    const end = start + text.slice(start, until).trimEnd().length;
    if (end === start) continue;
    const line = lines.start(lines.at(start));
    const isFirst =
      line >= (parts[parts.length - 1]?.end ?? node.startIndex - MAX_INDENT) &&
      start - line <= MAX_INDENT &&
      OPERATORS.test(text.slice(line, start));
    parts.push({
      node: child,
      type,
      start,
      end,
      at: isFirst ? line : start,
      isFirst,
      isTall: lines.at(start) < lines.at(end - 1),
      share: shareOf({ start, end }),
    });
  }
  return parts;
}

/** A node around all units of a file, which is none itself (Haskell). */
const isWrapper = (node: Node): boolean =>
  // To ask a node for its parent takes time: the type comes first.
  node.type === "declarations" && node.parent?.parent === null;

/** The named children of a node, and where they end. */
function* childrenOf(
  text: string,
  lines: Lines,
  node: Node
): Generator<{ child: Node; until: number }> {
  for (const child of node.namedChildren) {
    if (child === null) continue;
    if (isWrapper(child)) {
      yield* childrenOf(text, lines, child);
      continue;
    }
    const comments = commentsBehind(text, lines, child);
    yield { child, until: comments[0]?.startIndex ?? child.endIndex };
    for (const comment of comments) {
      yield { child: comment, until: comment.endIndex };
    }
  }
}

/** How many nodes comments are looked for at the end of another. */
const MAX_COMMENTS = 40;

/**
 * The comments at the end of a node that are no deeper than it: those of what
 * follows it, which some grammars (Kotlin, Haskell) take for its own.
 */
function commentsBehind(text: string, lines: Lines, node: Node): Node[] {
  const comments: Node[] = [];
  const { startIndex: first } = node;
  let end = node.endIndex;
  // Most nodes end with no comment, and to walk a tree takes time.
  const lastLine = lines.trimmed(lines.at(Math.max(first, end - 1)));
  const words = text.slice(Math.max(lastLine.start, end - MAX_INDENT), end);
  if (lastLine.start <= first || !LOOKS_LIKE_COMMENT.test(words)) return [];
  let last = node.lastNamedChild;
  for (let n = 0; last !== null && n < MAX_COMMENTS; n += 1) {
    if (text.slice(last.endIndex, end).trim() !== "") break;
    if (!COMMENT.test(last.type)) {
      last = last.lastNamedChild;
      continue;
    }
    const { startIndex: start, startPosition } = last;
    const line = lines.start(lines.at(start));
    if (startPosition.column > node.startPosition.column) break;
    if (text.slice(line, start).trim() !== "" || line <= first) break;
    comments.unshift(last);
    end = start;
    last = last.previousNamedSibling;
  }
  return comments;
}

/** Nodes that hold a list of units. */
const BODY = /(^|_)(body|block|suite)$|^(compound|do)_(statement|block)$/;

export const isBody = ({ type }: { type: string }): boolean => BODY.test(type);

/** Whether a body is a value, on a line of its own below the signature. */
export const isValueBelow = (part: Part): boolean =>
  part.isFirst && isValue(part.node);

/**
 * The index of the child that holds what a definition or a statement is about,
 * -1 when there is none: all in front of it is one signature.
 */
export function bodyIndex(node: Node, parts: readonly Part[]): number {
  if (isBody(node) || node.parent === null) return -1;
  const bodies = node.childrenForFieldName("body");
  if (bodies.length === 1) {
    return parts.findIndex(({ node: { id } }) => id === bodies[0]?.id);
  }
  return parts.findIndex((part) => isBody(part) && !part.isFirst);
}

/** The fields of what goes on behind a body: `else`, `catch`, `finally`. */
const CONTINUATION = /alternative|handler|finalizer/;

/**
 * The ids of the children that are units by themselves: those in no field (a
 * name, a condition, an operand is in one) or in a field that others share.
 */
export function listedChildren(node: Node): Set<number> {
  const fields = new Map<string | null, number[]>();
  const cursor = node.walk();
  for (
    let more = cursor.gotoFirstChild();
    more;
    more = cursor.gotoNextSibling()
  ) {
    if (!cursor.nodeIsNamed) continue;
    const field = cursor.currentFieldName;
    const ids = fields.get(field);
    if (ids === undefined) fields.set(field, [cursor.nodeId]);
    else ids.push(cursor.nodeId);
  }
  cursor.delete();
  const listed = [...fields].filter(
    ([field, ids]) =>
      field === null || ids.length > 1 || CONTINUATION.test(field)
  );
  return new Set(listed.flatMap(([, ids]) => ids));
}

const COMMENT = /comment|haddock/;
const LOOKS_LIKE_COMMENT = /^\s*(?:[#;%*]|\/[/*]|--|\{-)|(?:\*\/|-\})\s*$/;

/** Types of nodes that belong to what follows them. */
const DECORATION = /comment|haddock|decorator|attribute|annotation/;

/** Types that may do: `@spec` of Elixir, the doc strings of Julia. */
const MAYBE_DECORATION = /^(unary_operator|string_literal)$/;

export const isDecoration = ({ type, start }: Part, text: string): boolean =>
  DECORATION.test(type) ||
  (MAYBE_DECORATION.test(type) && /["@]/.test(text[start]));

/** Text that says what the unit around it is: it begins with a quote. */
export const isDocumentation = (part: Part, text: string): boolean =>
  isDecoration(part, text) || /["']/.test(text[part.start]);

/** More than this share of a text around errors: it is another language. */
const MAX_ERRORS = 1 / 4;

/** How much of a line around an error is doubtful, to each side. */
const DOUBTFUL = 80;

/**
 * Whether a text is of another language than its tree. Errors are short, since
 * a parser skips as little as it can: the lines that they are on count.
 */
export function isForeign(text: string, lines: Lines, root: Node): boolean {
  if (root.type === "ERROR") return true;
  if (!root.hasError) return false;
  let doubtful = 0;
  let covered = 0;
  for (const error of root.descendantsOfType("ERROR")) {
    if (error === null || error.endIndex <= covered) continue;
    const { startIndex, endIndex } = error;
    const line = lines.span(lines.at(startIndex));
    const lastLine = lines.span(lines.at(Math.max(startIndex, endIndex - 1)));
    const start = Math.max(line.start, startIndex - DOUBTFUL, covered);
    covered = Math.min(lastLine.end, endIndex + DOUBTFUL);
    doubtful += covered - start;
  }
  return doubtful > text.length * MAX_ERRORS;
}
