import type { Node } from "web-tree-sitter";
import type { Span } from "../outline.js";

/** A function, a class, ...: something in code that has a name. */
export interface Definition extends Span {
  /** With the names of what is around it: `Class.method`. */
  symbol: string;
  /** What it is, in one word: "function", "method", "class", ... */
  kind: string;
}

/** What a node defines, and the node that it is. */
export interface Found {
  name: string;
  kind: string;
  node: Node;
}

/** Kinds that are cut between statements. */
export const FUNCTION_KINDS = new Set(["function", "method", "macro"]);

/** Kinds whose functions are no methods. */
const SCOPES = new Set([...FUNCTION_KINDS, "module", "namespace", "section"]);

/** A definition inside another one: a function of a class is a method. */
export function definitionIn(
  owner: Definition | undefined,
  { name, kind }: Pick<Found, "name" | "kind">,
  { start, end }: Span
): Definition {
  if (owner === undefined) return { symbol: name, kind, start, end };
  const isMethod = kind === "function" && !SCOPES.has(owner.kind);
  const symbol = `${owner.symbol}.${name}`;
  return { symbol, kind: isMethod ? "method" : kind, start, end };
}

/** Words in the types of nodes, in any grammar, and what they stand for. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [
    /constructor_d|constructor_sig|compact_con|destructor|^deinit|^init_d/,
    "method",
  ],
  [/method_(decl|def|spec|sig)|^(singleton_)?method$/, "method"],
  [/function_(decl|def|item|sig)|^(function)$/, "function"],
  [/^(getter|setter)_sig|^generator_function_d|^signature$/, "function"],
  [/^modifier_def/, "modifier"],
  [/^(interface|protocol)_decl/, "interface"],
  [/^trait_/, "trait"],
  [
    /^(enum|struct|union|record|class|extension|mixin|library|contract)_(decl|def|item|spec|impl|interface)/,
    "",
  ],
  [
    /^(abstract_)?class_?(decl|def|spec|bind|impl|interface)?|^instance$/,
    "class",
  ],
  [/^impl_item/, "impl"],
  [/^object_d/, "object"],
  [/^namespace_def|^namespace_decl/, "namespace"],
  [/^(internal_)?module(_(type_)?(definition|binding))?$|^mod_item/, "module"],
  [/^macro_(def|rules)/, "macro"],
  [/^type_(alias|spec|item|bind)|^data_type|^newtype/, "type"],
  [/^property_decl/, "property"],
  [/^rule_set$/, "rule"],
  [/^(sub)*section$|^chapter$/, "section"],
];

/** Types of what only holds a definition. */
const WRAPPER =
  /^(export|decorated|template|ambient|lexical|local|expression_(st|list)|implementation_def|type_(decl|def)|declaration$|class_def|value_def|variable_d)/;

/** Types of what gives a value a name, and of values that are definitions. */
const ASSIGNMENT =
  /assign|^variable_decl|^binary_operator$|^pair$|field_def|^property_def|^const_/;
const FUNCTION_VALUE =
  /^((arrow|generator|anonymous)_)?function(_expression|_definition)?$|^lambda|^closure/;
const CLASS_VALUE = /^(class|struct|enum|union)(_declaration)?$/;

/** How far down a definition and its name are looked for. */
const MAX_DEPTH = 6;

/** What a node defines, if anything. */
export function definitionOf(node: Node): Found | undefined {
  let current: Node | null = node;
  for (let depth = 0; current && depth < MAX_DEPTH; depth += 1) {
    const type: string = current.type;
    if (type === "call") return macroDefinition(current);
    const value: Node | undefined = ASSIGNMENT.test(type)
      ? valueOf(current)
      : undefined;
    const kind: string | undefined = value
      ? kindOfValue(value)
      : kindOf(current);
    const name = kind === undefined ? undefined : nameOf(current);
    if (kind !== undefined && name !== undefined) {
      return { name, kind, node: value ?? current };
    }
    const isWrapper: boolean = kind !== undefined || WRAPPER.test(type);
    current = isWrapper ? inside(current) : null;
  }
  return undefined;
}

/** A definition that is the call of a macro, as all are in Elixir. */
function macroDefinition(node: Node): Found | undefined {
  const word = node.childForFieldName("target")?.text ?? "";
  const match = /^def(module|protocol|impl|macro|guard|delegate)?p?$/.exec(
    word
  );
  const text = node.namedChild(1)?.text ?? "";
  const name = /^[\w.?!]+/.exec(text)?.[0];
  if (match === null || name === undefined) return undefined;
  const isFunction = /^(guard|delegate)?$/.test(match[1] ?? "");
  return { name, kind: isFunction ? "function" : match[1], node };
}

/** The declaration in an export, the function in a template, ... */
function inside(node: Node): Node | null {
  for (const field of ["declaration", "definition", "value"]) {
    const child = node.childForFieldName(field);
    if (child !== null) return child;
  }
  const { namedChildren } = node;
  for (let index = namedChildren.length - 1; index >= 0; index -= 1) {
    const child = namedChildren[index];
    if (child !== null && !/comment|body/.test(child.type)) return child;
  }
  return null;
}

/** The value that is given a name: the last child. */
function valueOf(node: Node): Node | undefined {
  const last = node.lastNamedChild;
  const value = last?.type === "expression_list" ? last.lastNamedChild : last;
  return value && kindOfValue(value) !== undefined ? value : undefined;
}

function kindOfValue({ type }: Node): string | undefined {
  if (FUNCTION_VALUE.test(type)) return "function";
  return CLASS_VALUE.exec(type)?.[1];
}

/** Whether a node is a function or a class that needs no name. */
export const isValue = (node: Node): boolean => kindOfValue(node) !== undefined;

/** Whether nodes of a type are functions. */
export const isFunctionType = (type: string): boolean =>
  FUNCTION_VALUE.test(type) || FUNCTION_KINDS.has(kindOfType(type) ?? "");

const kindOfType = (type: string): string | undefined =>
  KINDS.find(([pattern]) => pattern.test(type))?.[1];

function kindOf(node: Node): string | undefined {
  const { type } = node;
  if (/^(field_)?declaration$/.test(type)) {
    // The prototype of a function in C: its declarator says so.
    const declarator = node.childForFieldName("declarator");
    const isFunction = declarator?.type === "function_declarator";
    return isFunction ? "function" : undefined;
  }
  if (type === "let_binding") {
    const isFunction = node.namedChildren.some(
      (child) => child !== null && /^(parameter$|fun)/.test(child.type)
    );
    return isFunction ? "function" : undefined;
  }
  const kind = kindOfType(type);
  if (kind === undefined) return undefined;
  const declared = node.childForFieldName("declaration_kind")?.text;
  return declared ?? (kind === "" ? type.split("_")[0] : kind);
}

const NAME_FIELDS =
  "name declarator left lhs key pattern property type text".split(" ");

const IDENTIFIER =
  /identifier$|name$|declarator$|^(constant|alias|type_head|signature|selectors|call_expression|variable_list)$/;

/** What a definition is called, the type of its receiver in front of it. */
function nameOf(node: Node): string | undefined {
  const { type } = node;
  const special = /^(constructor|init|deinit)_/.exec(type)?.[1];
  const name = ownName(node);
  if (special !== undefined) return name ?? special;
  const receiver = node.childForFieldName("receiver")?.text ?? "";
  const owner = /(\w+)(?:\[[^\]]*\])?\s*\)?$/.exec(receiver)?.[1];
  return owner === undefined || name === undefined ? name : `${owner}.${name}`;
}

function ownName(node: Node): string | undefined {
  let current = node;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next =
      NAME_FIELDS.map((field) => current.childForFieldName(field)).find(
        (child) => child !== null
      ) ?? current.namedChildren.find((child) => IDENTIFIER.test(child!.type));
    if (!next) break;
    current = next;
    if (
      !/declarator|^(signature|type_head|variable_list)$/.test(current.type)
    ) {
      break;
    }
  }
  return current === node ? undefined : plainName(current);
}

/** A name without arguments, the types in it and what it is exported from. */
function plainName({ type, text }: Node): string | undefined {
  const words = text.slice(0, 200).replace(/\s+/g, " ").trim();
  if (type === "selectors") return words;
  if (type === "curly_group") return words.slice(1, -1);
  const bare = words
    .replace(/<[^<>]*>/g, "")
    .replace(/^(module\.)?exports\./, "");
  return /^[^\s({<;=,]+/.exec(bare)?.[0];
}
