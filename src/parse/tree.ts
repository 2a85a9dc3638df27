import type { Node } from "web-tree-sitter";
import { Lines } from "../lines.js";
import type { Head, Seam, Span } from "../outline.js";
import { Bonds } from "./bonds.js";
import {
  definitionOf,
  definitionIn,
  type Definition,
  type Found,
} from "./definitions.js";
import {
  bodyIndex,
  isBody,
  isValueBelow,
  isDecoration,
  isForeign,
  partsOf,
  type Part,
} from "./tree-parts.js";
import { keepFunctions } from "./inner-functions.js";
import { keepApart } from "./neighbours.js";
import {
  addLines,
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
  readonly byLines: Span[] = [];
  private readonly levels: Level[];
  private readonly isNested: boolean;
  private readonly shareOf: ShareOf;

  constructor(
    private readonly text: string,
    private readonly lines: Lines,
    private readonly root: Node,
    private readonly options: TreeOptions
  ) {
    const { depth = 0, shareOf } = options;
    this.shareOf = shareOf;
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
    if (!this.isNested) keepApart(this.text, this, this.shareOf);
    const { text, lines, root, shareOf } = this;
    keepFunctions(text, lines, root, this, shareOf);
    addLines(text, lines, seams, shareOf);
    return { seams, heads, definitions, byLines };
  }

  private readLevel(level: Level): void {
    const { node, depth } = level;
    const parts = partsOf(this.text, this.lines, node, this.shareOf);
    const body = bodyIndex(node, parts);
    const bonds = new Bonds(this.text, this.lines, node, parts, this.shareOf);
    const seamCount = this.seams.length;
    const next: Level[] = [];
    let { signature } = level;
    let unit: Unit | undefined;
    for (
      let index = this.skipDecorations(level, parts);
      index < parts.length;
      index += 1
    ) {
      const part = parts[index];
      const isInside = index > body || (index === body && isValueBelow(part));
      const opens = isInside && bonds.opens(index, signature?.start);
      const found =
        index > body && level.definedAt === undefined
          ? this.find(part)
          : undefined;
      const joins = bonds.joins(index, found, unit?.name);
      let bond: Bond | undefined;
      if (joins) bond = "joined";
      else if (opens) bond = "edge";
      else if (isInside) bond = bonds.at(index);
      if (signature !== undefined && opens) {
        signature.end = part.at;
        signature = undefined;
      }
      if (bond !== undefined) {
        this.addSeam(part, bond, depth);
        for (const at of bonds.endsOf(part)) this.addEdge(at, "joined", depth);
      }
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
      const closer = bonds.closer(unit.at);
      if (closer !== undefined) this.addEdge(closer, "edge", depth);
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

  private find(part: Part): Found | undefined {
    return isDecoration(part, this.text) ? undefined : definitionOf(part.node);
  }

  /** What belongs to a part that is cut in any case stays with it. */
  private addSeam({ at, share }: Part, bond: Bond, depth: number): void {
    const isWeak = bond === "edge" || bond === "joined";
    if (!isWeak || !isLarge(share)) this.addEdge(at, bond, depth);
  }

  private addEdge(at: number, bond: Bond, depth: number): void {
    this.seams.push({ at, strength: unitStrength(depth, bond) });
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
}
