import type { Node } from "web-tree-sitter";
import type { Lines } from "../lines.js";
import { isFunctionType, isValue, type Found } from "./definitions.js";
import {
  isBody,
  isDecoration,
  isDocumentation,
  listedChildren,
  type Part,
} from "./tree-parts.js";
import {
  goesOn,
  isCloser,
  isLarge,
  mayBeLarge,
  type Bond,
  type ShareOf,
} from "./units.js";

/** From this share of the limit on, a node inside a line is a unit. */
const SUBSTANTIAL = 1 / 4;

const isNamedFunction = (node: Node): boolean =>
  isValue(node) &&
  isFunctionType(node.type) &&
  node.childForFieldName("name") !== null;

/** How far up a text is looked for that code stands in. */
const MAX_ABOVE = 6;

/** Whether code stands in a text, where lines are no place to cut. */
function isInText(node: Node): boolean {
  let above: Node | null = node;
  for (let n = 0; above !== null && n < MAX_ABOVE; n += 1) {
    if (/substitution|interpolation/.test(above.type)) return true;
    above = above.parent;
  }
  return false;
}

/** How the parts of one node follow each other. */
export class Bonds {
  /** The ids of those that are units by themselves; made when needed. */
  private listed?: Set<number>;
  /** The last decorations asked for and what they stand on. */
  private run = { last: -1, end: 0 };

  constructor(
    private readonly text: string,
    private readonly lines: Lines,
    private readonly node: Node,
    private readonly parts: readonly Part[],
    private readonly shareOf: ShareOf
  ) {}

  /** Whether a part is the first one behind a signature that starts here. */
  opens(index: number, signatureStart: number | undefined): boolean {
    const { node, parts, text } = this;
    const { at, isFirst } = parts[index];
    if (signatureStart === undefined) {
      return index === 0 && isFirst && at > node.startIndex;
    }
    const isInLine =
      index === 0 && isBody(node) && !isDecoration(parts[0], text);
    return (isFirst || isInLine) && at > signatureStart;
  }

  /**
   * Whether a part belongs to the unit directly above it: that is its comment,
   * or another form of the same function.
   */
  joins(index: number, found: Found | undefined, unitName?: string): boolean {
    const { parts, text } = this;
    if (!this.isBelow(index)) return false;
    const above = parts[index - 1];
    if (isDecoration(above, text)) return true;
    return found !== undefined && found.name === unitName && !above.isTall;
  }

  /** Where a part ends, or what it stands on as a decoration. */
  endOf(index: number): number {
    const { parts, text } = this;
    if (index < this.run.last) return this.run.end;
    let last = index;
    while (this.isBelow(last + 1) && isDecoration(parts[last], text)) last += 1;
    this.run = { last, end: parts[last].end };
    return this.run.end;
  }

  /** Whether a part starts on the line below the one above it. */
  private isBelow(index: number): boolean {
    const { lines, parts } = this;
    const [above, part] = [parts[index - 1], parts[index]];
    if (above === undefined || part === undefined) return false;
    if (!part.isFirst || !above.isFirst) return false;
    return lines.at(part.at) - lines.at(above.end - 1) <= 1;
  }

  /** How a part follows the one before it; nothing: it is not cut there. */
  at(index: number): Bond | undefined {
    const { lines, node, parts, text } = this;
    const above: Part | undefined = parts[index - 1];
    const part = parts[index];
    if (part.isFirst) {
      if (above === undefined) return this.crowds(part) ? "edge" : undefined;
      const opensBody = index === 1 && isBody(node);
      if (opensBody && isDocumentation(above, text)) return "edge";
      const isApart = lines.at(part.at) - lines.at(above.end - 1) > 1;
      return isApart || above.isTall || part.isTall ? "apart" : "adjacent";
    }
    if (isDecoration(part, text) || isBody(part)) return undefined;
    // What is no code has no units inside of its lines.
    if (part.type === "ERROR" || above?.type === "ERROR") return undefined;
    if (above?.isTall || (above && this.isInLargeLine(part))) {
      this.listed ??= listedChildren(node);
      if (this.listed.has(part.node.id)) return "adjacent";
    }
    if (part.share < SUBSTANTIAL) return undefined;
    // What takes several lines is cut between them, not off its first line. A
    // function with a name of its own is a unit without what it is given to.
    const isInLine = part.isTall && !above?.isTall && !this.isInLargeLine(part);
    const isUnit = isNamedFunction(part.node) || isInText(node);
    return isInLine && !isUnit ? undefined : "edge";
  }

  /**
   * Where what follows a part on its line may be cut off: what is behind
   * something large, and the comma behind what just fits.
   */
  endsOf({ node, end, share, isFirst }: Part): number[] {
    const { lines, text } = this;
    if (share < SUBSTANTIAL || isLarge(share)) return [];
    const { end: lineEnd } = lines.trimmed(lines.at(end - 1));
    const ends = mayBeLarge(share) && end < lineEnd ? [end] : [];
    if (isFirst) return ends;
    const [closers] = /^[)\]};,]*\s*/.exec(text.slice(end, end + 80)) ?? [""];
    const at = end + closers.length;
    const isCalled = /[(.[`]/.test(text[at] ?? "") && !isValue(node);
    return at < lineEnd && !isCalled ? [...ends, at] : ends;
  }

  /**
   * Where the lines start that only close what is around the parts, if the last
   * unit, which starts at an offset, may need their room.
   */
  closer(unitStart: number): number | undefined {
    const { lines, parts, text } = this;
    const last = parts[parts.length - 1];
    if (isLarge(last.share)) return undefined;
    let first = lines.at(last.end - 1) + 1;
    while (first < lines.count && lines.isBlank(first)) first += 1;
    let line = first;
    while (line < lines.count) {
      const { start, end } = lines.trimmed(line);
      const words = text.slice(start, end);
      if (goesOn(words)) line += 1;
      if (!isCloser(words)) break;
    }
    const span = { start: unitStart, end: lines.start(line) };
    const isNeeded = line > first && mayBeLarge(this.shareOf(span));
    return isNeeded ? lines.start(first) : undefined;
  }

  /** Whether a part fits, but not with the line that opens its block. */
  private crowds({ end, share }: Part): boolean {
    const { node } = this;
    const { startIndex: start } = (isBody(node) && node.parent) || node;
    return !isLarge(share) && mayBeLarge(this.shareOf({ start, end }));
  }

  private isInLargeLine({ start }: Part): boolean {
    const { lines } = this;
    return mayBeLarge(this.shareOf(lines.span(lines.at(start))));
  }
}
