import { TextSplitter } from "@langchain/textsplitters";
import type { Metadata } from "../documents/metadata.js";
import { optionError, checkFunction } from "../options.js";
import { extensionOf, mimeTypeOf } from "./formats.js";
import { presets, type DocumentType } from "./presets.js";

/** What a rule looks at. */
export interface RoutedDocument {
  /** The whole text. */
  pageContent: string;
  /** As it was given: `source`, `doc_type`, what a loader put there. */
  metadata: Record<string, unknown>;
}

/** Which documents a splitter is for: those for which all that is given holds. */
export interface RoutingRule {
  /** `metadata.doc_type`, or some of its values. */
  docType?: string | readonly string[];
  /** The extension of the file, in any case, with or without its dot. */
  extension?: string | readonly string[];
  /** The MIME type, without parameters; "text/*" stands for all of text. */
  mimeType?: string | readonly string[];
  /** Anything else. */
  matches?: (document: RoutedDocument) => boolean;
  /** The splitter, or the name of a preset. */
  splitter: TextSplitter | DocumentType;
}

const listOf = (value: string | readonly string[]): readonly string[] =>
  typeof value === "string" ? [value] : value;

/** Whether a rule holds for a document. */
export function holds(rule: RoutingRule, document: RoutedDocument): boolean {
  const { docType, extension, mimeType, matches } = rule;
  const { metadata } = document;
  if (docType !== undefined) {
    const type = metadata.doc_type;
    if (!listOf(docType).some((each) => each === type)) return false;
  }
  if (extension !== undefined) {
    const own = extensionOf(metadata);
    const names = listOf(extension).map((each) => each.replace(/^\./, ""));
    if (!names.some((each) => each.toLowerCase() === own)) return false;
  }
  if (mimeType !== undefined) {
    const own = mimeTypeOf(metadata) ?? "";
    const isOwn = (each: string): boolean =>
      each.endsWith("/*") ? own.startsWith(each.slice(0, -1)) : each === own;
    if (!listOf(mimeType).some((each) => isOwn(each.toLowerCase()))) {
      return false;
    }
  }
  return matches?.(document) ?? true;
}

const simple = (name: string): string =>
  name.toLowerCase().replace(/[^a-z]/g, "");
const TYPES = new Map(
  (Object.keys(presets) as DocumentType[]).map((type) => [simple(type), type])
);

/** The preset that `metadata.doc_type` names: `legal_contract`, `FAQ`. */
export const typeOf = ({
  doc_type: type,
}: Metadata): DocumentType | undefined =>
  typeof type === "string" ? TYPES.get(simple(type)) : undefined;

/** Throws a `RangeError` unless it is a splitter or the name of a preset. */
export function checkSplitter(name: string, value: unknown): void {
  const isPreset = typeof value === "string" && Object.hasOwn(presets, value);
  if (isPreset || value instanceof TextSplitter) return;
  const names = Object.keys(presets).join(", ");
  throw optionError(name, `a TextSplitter or one of ${names}`, value);
}

const CONDITIONS = ["docType", "extension", "mimeType", "matches"] as const;

/** Throws a `RangeError` unless every rule can hold and has a splitter. */
export function checkRules(rules: unknown): void {
  if (!Array.isArray(rules)) throw optionError("rules", "a list", rules);
  for (const [index, rule] of rules.entries()) {
    const name = `rules[${index}]`;
    const given = rule as Partial<RoutingRule> | null;
    const isConditional = CONDITIONS.some((key) => given?.[key] !== undefined);
    if (!isConditional) {
      throw optionError(name, `a rule with ${CONDITIONS.join(" or ")}`, rule);
    }
    for (const key of CONDITIONS.slice(0, 3)) {
      const value: unknown = given?.[key] ?? [];
      const values = Array.isArray(value) ? value : [value];
      if (values.every((each) => typeof each === "string")) continue;
      throw optionError(`${name}.${key}`, "a string or some", value);
    }
    checkFunction(`${name}.matches`, given?.matches);
    checkSplitter(`${name}.splitter`, given?.splitter);
  }
}
