import { count } from "../format/numbers.js";
import type { Lines } from "../lines.js";
import { detailsOf, headingPath, sizeOf, type Unit } from "./details.js";
import { markup, type Html, type HtmlValue } from "./html.js";
import type { PlacedChunk } from "./place.js";

/** What the chunks of a pane have in common. */
export interface ArticleContext {
  text: string;
  lines: Lines;
  unit: Unit;
  /** Where the ids of the pane begin. */
  key: string;
  /** How many chunks there are. */
  total: number;
}

/** Text that is in no chunk; white space between chunks is not shown. */
export function gap(text: string, from: number, to: number): HtmlValue {
  const lost = text.slice(from, to);
  const start = from + lost.length - lost.replace(/^[\r\n]+/, "").length;
  const source = part(text, start, trimmedEnd(text, start, to));
  return lost.trim() !== "" && box("gap", "In no chunk", source);
}

/** Text of a chunk that is not its own: the source has it not, or elsewhere. */
const added = (name: string, text: string): HtmlValue =>
  text.trim() !== "" && box("added", name, text.replace(/^[\r\n]+|\s+$/g, ""));

const box = (kind: string, name: string, source: HtmlValue): Html =>
  markup`<div class="${kind}">
<p class="tag">${name}</p>
<div class="source">${source}</div>
</div>
`;

/** A part of the source, with its offset for the script of the page. */
function part(text: string, from: number, to: number, name = ""): HtmlValue {
  const own = text.slice(from, to);
  return (
    own !== "" &&
    markup`<span class="${name}" data-from="${from}">${own}</span>`
  );
}

/** The end of a span without the line breaks at its end. */
const trimmedEnd = (text: string, from: number, to: number): number =>
  from + text.slice(from, to).replace(/[\r\n]+$/, "").length;

/** Whether a line has text in front of an offset. */
const startsInLine = (text: string, lines: Lines, offset: number): boolean =>
  text.slice(lines.start(lines.at(offset)), offset).trim() !== "";

/** A chunk: its number and size, what is added to it, and its own text. */
export function article(chunk: PlacedChunk, context: ArticleContext): Html {
  const { document, index, located, start, prefix, heads, tail } = chunk;
  const { text, lines, unit, key, total } = context;
  const { sharedUntil, heldUntil, until } = chunk.shown;
  const end = trimmedEnd(text, sharedUntil, heldUntil);
  const label = `${key}-${index + 1}`;
  const colour = index % 2 === 0 ? "even" : "odd";
  const cut = startsInLine(text, lines, start) ? "cut" : "";
  const path = headingPath(document);
  const details = JSON.stringify(detailsOf(chunk, unit, lines));
  const size = count(sizeOf(document, unit));
  // For its height until it is drawn: lines that there are, or that fill up.
  const lineCount = lines.at(end) - lines.at(start) + 1;
  return markup`<article class="chunk ${colour} ${cut}"
 tabindex="${index === 0 ? 0 : -1}" aria-labelledby="${label}"
 aria-posinset="${index + 1}" aria-setsize="${total}"
 data-at="${start}" data-end="${chunk.end}"
 data-path="${path}" data-details="${details}"
 style="--lines:${lineCount};--units:${end - start}">
<p class="number" id="${label}"><span class="hidden">Chunk </span>${index + 1}
<span class="size">${size}<span class="unit"> ${unit}</span></span></p>
<div class="text">
${added(located ? "Prefix" : "Not found in the source", prefix)}
${heads.map((head) => added("Repeated head", head))}
<div class="source own">${[
    part(text, start, sharedUntil, "over"),
    part(text, sharedUntil, end),
  ]}</div>
${added("Repeated close", tail)}
${gap(text, heldUntil, until)}
</div>
</article>
`;
}
