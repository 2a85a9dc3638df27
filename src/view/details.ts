import type { DocumentInterface } from "@langchain/core/documents";
import type { Lines } from "../lines.js";
import { count, plural } from "../format/numbers.js";
import type { PlacedChunk } from "./place.js";

/** What sizes count: characters when not every chunk has its tokens. */
export type Unit = "tokens" | "characters";

export function unitOf(documents: readonly DocumentInterface[]): Unit {
  return documents.every(
    ({ metadata }) => typeof metadata?.n_tokens === "number"
  )
    ? "tokens"
    : "characters";
}

export const sizeOf = (document: DocumentInterface, unit: Unit): number =>
  unit === "tokens"
    ? Number(document.metadata.n_tokens)
    : document.pageContent.length;

const wordOf = (value: unknown): string =>
  typeof value === "string" ? value : "";

/** The headings over a chunk, the outermost first, in one line. */
export function headingPath({ metadata }: DocumentInterface): string {
  const headings: unknown = metadata?.loc?.headings;
  const path = Array.isArray(headings)
    ? headings.join(" › ")
    : wordOf(metadata?.section);
  // Splitters that know no headings say nothing of them.
  const known = headings !== undefined || metadata?.section !== undefined;
  return path || (known ? "(no heading)" : "(headings not known)");
}

/** What there is to know of a chunk, by the names to show it under. */
export function detailsOf(
  chunk: PlacedChunk,
  unit: Unit,
  lines: Lines
): [name: string, value: string][] {
  const { document, start, end, overlap, located } = chunk;
  const { metadata, id } = document;
  const from = lines.at(start) + 1;
  const to = lines.at(Math.max(start, end - 1)) + 1;
  const kind = wordOf(metadata?.kind);
  const part = wordOf(metadata?.part);
  const notes = [
    !located && "not found in the source",
    metadata?.header_omitted === true && "its heads did not fit",
    metadata?.oversize === true && "over the limit",
  ];
  const all: [string, string][] = [
    [
      unit === "tokens" ? "Tokens" : "Characters",
      count(sizeOf(document, unit)),
    ],
    ["Lines", !located ? "" : from === to ? `${from}` : `${from}–${to}`],
    ["Kind", part === "" ? kind : `${kind}, part ${part}`],
    ["Overlap", overlap > 0 ? plural(overlap, "character") : ""],
    ["Note", notes.filter((note) => note !== false).join(", ")],
    ["Id", id ?? ""],
  ];
  return all.filter(([, value]) => value !== "");
}
