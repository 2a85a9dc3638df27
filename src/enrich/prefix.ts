import type { Document, DocumentInterface } from "@langchain/core/documents";
import { withContent } from "../documents/documents.js";
import { objectAt, withText } from "../documents/metadata.js";

/**
 * Between a prefix and its chunk: a blank line, so that the prefix is never
 * read as the header of a table or as a heading underlined by the chunk.
 */
const SEPARATOR = "\n\n";

/** What a prefix adds in front of a chunk's text. */
export const prefixText = (prefix: string): string => prefix + SEPARATOR;

/** The prefix that a chunk's text starts with, "" when it has none. */
export function prefixOf({ pageContent, metadata }: DocumentInterface): string {
  const prefix: unknown = metadata?.prefix;
  if (typeof prefix !== "string" || prefix === "") return "";
  return pageContent.startsWith(prefixText(prefix)) ? prefix : "";
}

/** A chunk's text without its prefix. */
export function textWithoutPrefix(document: DocumentInterface): string {
  const prefix = prefixOf(document);
  const { pageContent } = document;
  return prefix === ""
    ? pageContent
    : pageContent.slice(prefixText(prefix).length);
}

/**
 * The chunks as they were before `ContextualPrefix`, for display or for a
 * prompt without prefixes. Chunks without a prefix come back as they are.
 * Documents are copied; `n_tokens` is again that of the text alone.
 *
 * @example
 * ```ts
 * import { Document } from "@langchain/core/documents";
 * import { ContextualPrefix, removePrefix } from "langchain-seams";
 *
 * const chunk = new Document({
 *   pageContent: "Unpack the archive, then run the installer as root.",
 *   metadata: { loc: { headings: ["Manual", "Linux"] } },
 * });
 * const [embedded] = await new ContextualPrefix().transformDocuments([chunk]);
 * const [shown] = removePrefix([embedded]);
 * console.log(shown.pageContent === chunk.pageContent); // true
 * ```
 */
export function removePrefix(
  documents: readonly DocumentInterface[]
): Document[] {
  return withContent(documents).map((document) => {
    const prefix = prefixOf(document);
    const plain = withText(document, textWithoutPrefix(document));
    if (prefix === "") return plain;
    const { metadata } = plain;
    delete metadata.prefix;
    const loc = objectAt(metadata, "loc");
    if (typeof loc.n_tokens === "number") {
      metadata.n_tokens = loc.n_tokens;
      delete loc.n_tokens;
    }
    return plain;
  });
}
