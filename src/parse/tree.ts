import type { Node } from "web-tree-sitter";
import { Lines } from "../lines.js";
import type { Head, Seam, Span } from "../outline.js";
import {
  definitionOf,
  definitionIn,
  isValue,
  type Definition,
  type Found,
} from "./definitions.js";
import {
  bodyIndex,
  isBody,
  isDecoration,
  isDocumentation,
  isForeign,
  listedChildren,
  partsOf,
  type Part,
} from "./tree-parts.js";
import { keepApart } from "./neighbours.js";
import {
  addLines,
  goesOn,
  isCloser,
  isLarge,
  mayBeLarge,
  unitStrength,
  type Bond,
  type CodeOutline,
  type ShareOf,
} from "./units.js";

interface TreeOptions {
  shareOf: ShareOf;
  /** When to give up, as `performance.now()` counts. */
  deadline: number;
  /** How deep the code stands in something else. Default: 0. */
  depth?: number;
}

/** How far down a tree units are looked for. */
const MAX_LEVELS = 250;

/** From this share of the limit on, a node inside a line is a unit. */
const SUBSTANTIAL = 1 / 4;

/**
 * The outline of a syntax tree, in any grammar: the named children of each node
 * that is over the limit are units. `undefined` when the text is not of the
 * language of the tree, or time is up.
 */
export function readTree(
  text: string,
  root: Node,
  options: TreeOptions
): CodeOutline | undefined {
  const lines = new Lines(text);
  if (isForeign(text, lines, root)) return undefined;
  return new TreeReader(text, lines, root, options).read();
}

/** The definition around some nodes, if any. */
interface Context {
  definition?: Definition;
  /** Its signature, as long as its end is not known. */
  signature?: Head;
  /** The node that it is: what is around that node defines nothing else. */
  definedAt?: number;
}

/** A node that is over the limit, to be looked into. */
interface Level extends Context {
  node: Node;
  level: number;
  depth: number;
}

/** Parts of a level that belong together, and what they define. */
interface Unit extends Context {
  at: number;
  name?: string;
}

class TreeReader {
  readonly seams: Seam[] = [];
  private readonly heads: Head[] = [];
  readonly definitions: Definition[] = [];
  private readonly byLines: Span[] = [];
  private readonly levels: Level[];
  private readonly isNested: boolean;
  /** Those of the children of the level that is read; made when needed. */
  private listed?: Set<number>;

  constructor(
    private readonly text: string,
    private readonly lines: Lines,
    root: Node,
    private readonly options: TreeOptions
  ) {
    const { depth = 0 } = options;
    this.isNested = depth > 0;
    this.levels = [{ node: root, level: 0, depth }];
  }

  read(): CodeOutline | undefined {
    for (let next = this.levels.pop(); next; next = this.levels.pop()) {
      if (performance.now() > this.options.deadline) return undefined;
      this.readLevel(next);
    }
    const { seams, definitions, byLines } = this;
    const heads = this.heads.filter(({ start, end }) => end > start);
    if (!this.isNested) keepApart(this.text, this, this.options.shareOf);
    addLines(this.text, this.lines, seams, this.options.shareOf);
    return { seams, heads, definitions, byLines };
  }

  private readLevel(level: Level): void {
    const { node, depth } = level;
    const parts = partsOf(this.text, this.lines, node, this.options.shareOf);
    const body = bodyIndex(node, parts);
    const seamCount = this.seams.length;
    this.listed = undefined;
    const next: Level[] = [];
    let { signature } = level;
    let unit: Unit | undefined;
    for (
      let index = this.skipDecorations(level, parts);
      index < parts.length;
      index += 1
    ) {
      const part = parts[index];
      const opens =
        index > body && this.opens(parts, index, { ...level, signature });
      const found =
        index > body && level.definedAt === undefined
          ? this.find(part)
          : undefined;
      const joins = unit !== undefined && this.joins(unit, found, parts, index);
      let bond: Bond | undefined;
      if (joins) bond = "joined";
      else if (opens) bond = "edge";
      else if (index > body) bond = this.bondOf(node, parts, index);
      if (signature !== undefined && opens) {
        signature.end = part.at;
        signature = undefined;
      }
      if (bond !== undefined) this.addSeam(part, bond, depth);
      if (bond !== undefined && !part.isFirst) this.addEnd(part, depth);
      if (unit === undefined || (bond !== undefined && !joins)) {
        unit = { at: part.at };
      }
      if (found !== undefined) {
        this.define(unit, part, found, level.definition);
      } else if (isBody(part) && !part.isFirst) this.extend(unit, part);
      if (part.type === "ERROR") this.byLines.push(part);
      else if (index === body || mayBeLarge(part.share)) {
        const context =
          unit.definition === undefined ? { ...level, signature } : unit;
        next.push(this.levelOf(part.node, context, level));
      }
    }
    if (unit !== undefined) {
      this.addCloser(unit, parts[parts.length - 1], depth);
    }
    const deeper = this.seams.length > seamCount ? 1 : 0;
    for (const each of next) {
      if (each.level > MAX_LEVELS) continue;
      this.levels.push({ ...each, depth: depth + deeper });
    }
  }

  private levelOf(
    node: Node,
    { definition, signature, definedAt }: Context,
    { level, depth }: Level
  ): Level {
    return {
      node,
      level: level + 1,
      depth,
      definition,
      signature,
      ...(definedAt !== node.id && { definedAt }),
    };
  }

  /**
   * The index of the first part behind the decorations that a node starts with.
   * Its signature starts behind them too.
   */
  private skipDecorations({ node, signature }: Level, parts: Part[]): number {
    if (isBody(node) || parts[0]?.start !== node.startIndex) return 0;
    if (signature === undefined) return 0;
    const index = parts.findIndex((part) => !isDecoration(part, this.text));
    if (index <= 0) return 0;
    const behind = this.lines.at(parts[index - 1].end - 1) + 1;
    const start = this.lines.start(behind);
    if (start <= parts[index].start) {
      signature.start = start;
      signature.end = start;
      signature.scope.start = start;
    }
    return index;
  }

  /** Whether a part is the first one behind the signature above it. */
  private opens(
    parts: readonly Part[],
    index: number,
    { node, signature }: Level
  ): boolean {
    const { at, isFirst } = parts[index];
    if (signature === undefined) {
      return index === 0 && isFirst && at > node.startIndex;
    }
    const isInLine =
      index === 0 && isBody(node) && !isDecoration(parts[0], this.text);
    return (isFirst || isInLine) && at > signature.start;
  }

  private find(part: Part): Found | undefined {
    return isDecoration(part, this.text) ? undefined : definitionOf(part.node);
  }

  /**
   * Whether a part belongs to what stands directly above it: its comment, or
   * another form of the same function.
   */
  private joins(
    unit: Unit,
    found: Found | undefined,
    parts: readonly Part[],
    index: number
  ): boolean {
    const [above, part] = [parts[index - 1], parts[index]];
    const { lines } = this;
    if (above === undefined || !part.isFirst || !above.isFirst) return false;
    if (lines.at(part.at) - lines.at(above.end - 1) > 1) return false;
    if (isDecoration(above, this.text)) return true;
    return found !== undefined && found.name === unit.name && !above.isTall;
  }

  /** How a part follows the one before it; nothing: it is not cut there. */
  private bondOf(
    node: Node,
    parts: readonly Part[],
    index: number
  ): Bond | undefined {
    const above: Part | undefined = parts[index - 1];
    const part = parts[index];
    const { lines, text } = this;
    if (part.isFirst) {
      if (above === undefined) return undefined;
      const opensBody = index === 1 && isBody(node);
      if (opensBody && isDocumentation(above, text)) return "edge";
      const isApart = lines.at(part.at) - lines.at(above.end - 1) > 1;
      return isApart || above.isTall || part.isTall ? "apart" : "adjacent";
    }
    if (isDecoration(part, text) || isBody(part)) return undefined;
    // What is no code has no units inside of its lines.
    if (part.type === "ERROR" || above?.type === "ERROR") return undefined;
    if (above?.isTall || (above && this.isLargeLine(part))) {
      this.listed ??= listedChildren(node);
      if (this.listed.has(part.node.id)) return "adjacent";
    }
    return part.share >= SUBSTANTIAL ? "edge" : undefined;
  }

  private isLargeLine({ start }: Part): boolean {
    const { lines } = this;
    return mayBeLarge(this.options.shareOf(lines.span(lines.at(start))));
  }

  /** What belongs to a part that is cut in any case stays with it. */
  private addSeam(
    { at, share }: Pick<Part, "at" | "share">,
    bond: Bond,
    depth: number
  ): void {
    const isWeak = bond === "edge" || bond === "joined";
    if (isWeak && isLarge(share)) return;
    this.seams.push({ at, strength: unitStrength(depth, bond) });
  }

  /** What is large in a line may be cut off what follows it there. */
  private addEnd({ node, end, share }: Part, depth: number): void {
    const { lines, text } = this;
    if (share < SUBSTANTIAL || isLarge(share)) return;
    const { end: lineEnd } = lines.trimmed(lines.at(end - 1));
    const [closers] = /^[)\]};,]*\s*/.exec(text.slice(end, end + 80)) ?? [""];
    const at = end + closers.length;
    const isCalled = /[(.[`]/.test(text[at] ?? "") && !isValue(node);
    if (at < lineEnd && !isCalled)
      this.addSeam({ at, share: 0 }, "joined", depth);
  }

  /** Notes what a part of a unit defines, and where its signature starts. */
  private define(
    unit: Unit,
    { at, end }: Part,
    found: Found,
    owner?: Definition
  ): void {
    const span = { start: unit.at, end };
    unit.name = found.name;
    unit.definition = definitionIn(owner, found, span);
    unit.definedAt = found.node.id;
    unit.signature = {
      start: at,
      end: at,
      scope: { start: at, end },
      kind: "definition",
    };
    this.definitions.push(unit.definition);
    this.heads.push(unit.signature);
  }

  /** The body of a function may stand next to its signature (in Dart). */
  private extend({ definition, signature }: Unit, { end }: Part): void {
    if (definition !== undefined) definition.end = end;
    if (signature !== undefined) signature.scope.end = end;
  }

  /** Lines that only close are cut off where the last unit needs the room. */
  private addCloser({ at }: Unit, last: Part, depth: number): void {
    if (isLarge(last.share)) return;
    const { lines, text } = this;
    let first = lines.at(last.end - 1) + 1;
    while (first < lines.count && lines.isBlank(first)) first += 1;
    let line = first;
    while (line < lines.count) {
      const { start, end } = lines.trimmed(line);
      const words = text.slice(start, end);
      if (goesOn(words)) line += 1;
      if (!isCloser(words)) break;
    }
    const span = { start: at, end: lines.start(line) };
    if (line === first || !mayBeLarge(this.options.shareOf(span))) return;
    this.addSeam({ at: lines.start(first), share: 0 }, "edge", depth);
  }
}
