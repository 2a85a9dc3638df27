import type { Node } from "web-tree-sitter";
import type { Lines } from "../lines.js";
import { isValue, type Found } from "./definitions.js";
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

/** How the parts of one node follow each other. */
export class Bonds {
  /** The ids of those that are units by themselves; made when needed. */
  private listed?: Set<number>;

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
    const { lines, parts, text } = this;
    const [above, part] = [parts[index - 1], parts[index]];
    if (above === undefined || !part.isFirst || !above.isFirst) return false;
    if (lines.at(part.at) - lines.at(above.end - 1) > 1) return false;
    if (isDecoration(above, text)) return true;
    return found !== undefined && found.name === unitName && !above.isTall;
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
    return part.share >= SUBSTANTIAL ? "edge" : undefined;
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
