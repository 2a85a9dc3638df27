import { count, plural } from "../format/numbers.js";
import { Lines } from "../lines.js";
import { SCRIPT } from "./client.js";
import { sizeOf, unitOf } from "./details.js";
import { markup } from "./html.js";
import { renderPage } from "./page.js";
import { pane, type View } from "./pane.js";
import { CHUNK_STYLE, STYLE } from "./style.js";

export type { View } from "./pane.js";

/** What `renderView` shows. */
export interface ViewOptions {
  /** The source that the chunks are of. */
  text: string;
  /** One splitter, or two and more to compare side by side. */
  views: readonly View[];
  /** The name of the source. */
  title: string;
}

/**
 * A page in one file that shows where a text is cut: the source with its
 * chunks in alternating colours, what is repeated around them, their sizes.
 *
 * Chunks are those of one source, as a splitter gave them. `loc.start` and
 * `loc.end` say where they stand; chunks of other splitters are looked for.
 * Sizes are `metadata.n_tokens`, or characters when a chunk has none.
 *
 * @example
 * ```ts
 * import { StructuralMarkdownTextSplitter } from "langchain-seams";
 * import { renderView } from "langchain-seams/view";
 *
 * const text = "# Guide\n\nInstall it.";
 * const splitter = new StructuralMarkdownTextSplitter({ chunkSize: 400 });
 * const documents = await splitter.createDocuments([text]);
 * const page = renderView({
 *   text,
 *   views: [{ name: "markdown", documents }],
 *   title: "manual.md",
 * });
 * console.log(page.startsWith("<!doctype html>")); // true
 * ```
 */
export function renderView({ text, views, title }: ViewOptions): string {
  const lines = new Lines(text);
  const all = views.flatMap(({ documents }) => documents);
  const unit = unitOf(all);
  const max = Math.max(
    1,
    ...views.map(({ limit = 0 }) => (unit === "tokens" ? limit : 0)),
    all.reduce((most, document) => Math.max(most, sizeOf(document, unit)), 0)
  );
  const panes = views.map((view, index) =>
    pane(view, `view-${index + 1}`, { text, lines, unit, max })
  );
  const body = markup`<header class="top">
<h1>${title}</h1>
<p>${plural(lines.count, "line")} · ${count(text.length)} characters</p>
<ul class="legend" aria-label="Legend">
<li><span class="swatch even"></span><span class="swatch odd"></span>
chunks</li>
<li><span class="swatch over"></span> overlap</li>
<li><span class="swatch added"></span> added to the chunk</li>
</ul>
</header>
<main class="panes">
${panes}</main>
<aside class="details" aria-label="Chunk">
<div class="about" role="status"><p class="hint">
Point at a chunk or tap it to see what it is.
<span class="keys">Keys: <kbd>Tab</kbd> into the text, then
<kbd>Page Down</kbd> and <kbd>Page Up</kbd>.</span></p></div>
<p class="steps">
<button type="button" class="previous" aria-label="Previous chunk">↑</button>
<button type="button" class="next" aria-label="Next chunk">↓</button></p>
</aside>`;
  return renderPage({
    title: `${title} · chunks`,
    style: CHUNK_STYLE + STYLE,
    script: SCRIPT,
    body,
  });
}
