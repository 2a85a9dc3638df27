import type { Node } from "web-tree-sitter";
import type { Head } from "../outline.js";
import type { Definition } from "./definitions.js";
import type { Part } from "./tree-parts.js";

/** The definition around some nodes, if any. */
export interface Context {
  definition?: Definition;
  /** Its signature, as long as its end is not known. */
  signature?: Head;
  /** The node that it is: what is around that node defines nothing else. */
  definedAt?: Node;
}

/** A node that is over the limit, to be looked into. */
export interface Level extends Context {
  node: Node;
  level: number;
  depth: number;
  /** Where the unit starts that it is in: at the seam in front of it. */
  from: number;
}

/** Parts of a level that belong together, and what they define. */
export interface Unit extends Context {
  at: number;
  name?: string;
}

/** Whether a part is in front of the node that a definition is, or holds it. */
export const leadsTo = ({ start }: Part, definedAt?: Node): boolean =>
  definedAt !== undefined && start <= definedAt.startIndex;

/** A node in a level, around which some definition is. */
export const levelIn = (
  node: Node,
  { definition, signature, definedAt }: Context,
  { level, depth, from }: Level
): Level => ({
  node,
  from,
  level: level + 1,
  depth,
  definition,
  signature,
  ...(definedAt?.id !== node.id && { definedAt }),
});
