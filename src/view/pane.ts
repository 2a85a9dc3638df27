import type { DocumentInterface } from "@langchain/core/documents";
import { count, plural, spreadOf } from "../format/numbers.js";
import type { Lines } from "../lines.js";
import { article, gap } from "./article.js";
import { sizeOf, type Unit } from "./details.js";
import { binsOf, histogram } from "./histogram.js";
import { markup, type Html, type HtmlValue } from "./html.js";
import { lostCharacters, placeChunks, type PlacedChunk } from "./place.js";

/** A text, cut by one splitter. */
export interface View {
  /** What to call it: the splitter and its options. */
  name: string;
  /** The chunks, in the order in which the splitter gave them. */
  documents: readonly DocumentInterface[];
  /** The size that no chunk may exceed, if it is to be shown. */
  limit?: number;
}

/** What the panes of a page have in common. */
export interface PaneContext {
  text: string;
  lines: Lines;
  unit: Unit;
  /** The end of the axis of all histograms. */
  max: number;
}

/** The source as one splitter cut it, in a part of the page of its own. */
export function pane(
  { name, documents, limit }: View,
  key: string,
  context: PaneContext
): Html {
  const { text, unit, max } = context;
  const chunks = placeChunks(text, documents);
  const sizes = documents.map((document) => sizeOf(document, unit));
  const bins = binsOf(sizes, max);
  const { min, median, max: largest } = spreadOf(sizes);
  const label =
    `Sizes of ${plural(sizes.length, "chunk")} in ${unit}: from ` +
    `${count(min)} to ${count(largest)}, median ${count(median)}`;
  const parts = chunks.map((chunk) =>
    article(chunk, { ...context, key, total: chunks.length })
  );
  const body =
    chunks.length === 0
      ? markup`<p class="none">No chunks: there is no text in this file.</p>`
      : markup`<div class="feed" role="feed" aria-labelledby="${key}">
${gap(text, 0, chunks[0].start)}
${parts}</div>`;
  return markup`<section class="pane" aria-labelledby="${key}">
<h2 id="${key}">${name}
<span class="chunks">${plural(chunks.length, "chunk")}</span></h2>
<div class="scroll" tabindex="-1">
<div class="sum">
<figure>${histogram(bins, { label, unit, max, limit })}</figure>
<dl>${totals(text, chunks, unit)}</dl>
</div>
${body}
</div>
</section>
`;
}

/** The numbers under the name of a splitter. */
function totals(
  text: string,
  chunks: readonly PlacedChunk[],
  unit: Unit
): HtmlValue {
  const sizes = chunks.map(({ document }) => sizeOf(document, unit));
  const { total, min, median, max } = spreadOf(sizes);
  const shared = chunks.reduce((sum, { overlap }) => sum + overlap, 0);
  const repeated = chunks.filter(
    ({ heads, tail, located }) =>
      located && (heads.length > 0 || tail.trim() !== "")
  ).length;
  const missing = chunks.filter(({ located }) => !located).length;
  const lost = lostCharacters(text, chunks);
  const rows: [string, string | false][] = [
    [unit === "tokens" ? "Tokens in all" : "Characters in all", count(total)],
    [
      "Smallest, median, largest",
      `${count(min)} · ${count(median)} · ${count(max)}`,
    ],
    ["Overlap", shared > 0 && plural(shared, "character")],
    ["With repeated heads", repeated > 0 && plural(repeated, "chunk")],
    ["Not found in the source", missing > 0 && plural(missing, "chunk")],
    ["In no chunk", lost > 0 && plural(lost, "character")],
  ];
  return rows.map(
    ([name, value]) =>
      value !== false && markup`<div><dt>${name}</dt><dd>${value}</dd></div>`
  );
}
