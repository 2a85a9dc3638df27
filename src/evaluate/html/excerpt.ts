import { count } from "../../format/numbers.js";
import { markup, type Html, type HtmlValue } from "../../view/html.js";
import { layOut } from "../../view/lay-out.js";
import type { Span } from "../../outline.js";
import type { ChunkBorder, Excerpt } from "../miss-types.js";

/** A part of a source with its evidence marked, where chunks begin and end. */
export function excerptHtml(
  excerpt: Excerpt,
  chunks: readonly ChunkBorder[],
  evidence: Span
): Html {
  const { start: first, end: last } = excerpt;
  // What is outside of the excerpt is not shown.
  const inside = chunks
    .map((chunk) => ({
      chunk,
      start: Math.max(first, chunk.start),
      end: Math.min(last, chunk.end),
    }))
    .sort((a, b) => a.start - b.start);
  const marked = (from: number, to: number) =>
    markedText(excerpt, { start: from, end: to }, evidence);
  const gap = (from: number, to: number): HtmlValue =>
    excerpt.text.slice(from - first, to - first).trim() !== "" &&
    markup`<div class="gap"><p class="tag">In no chunk</p>
<div class="source">${marked(from, to)}</div></div>`;
  const blocks = layOut(inside, last).map((shown, index) => {
    const { chunk, start } = inside[index];
    const { sharedUntil, heldUntil, until } = shown;
    const shared = marked(start, sharedUntil);
    const classes = [
      index % 2 === 0 ? "even" : "odd",
      chunk.inContext ? "" : "out",
      chunk.start < first ? "cut" : "",
      chunk.end > last ? "more" : "",
    ].join(" ");
    return markup`<li class="chunk ${classes}">
${about(chunk)}
<div class="text">${headsHtml(chunk, excerpt)}
<div class="source own">${
      sharedUntil > start && markup`<span class="over">${shared}</span>`
    }${marked(sharedUntil, heldUntil)}</div>
${gap(heldUntil, until)}</div></li>`;
  });
  return markup`<div class="excerpt">
${gap(first, inside[0]?.start ?? last)}
<ol>${blocks}</ol></div>`;
}

function about({ index, tokens, rank, inContext }: ChunkBorder): Html {
  const place = rank === null ? "not ranked" : `rank ${count(rank)}`;
  return markup`<p class="number"><span class="hidden">Chunk </span>${index + 1}
<span class="size">${count(tokens)} tokens</span>
<span class="size">${place}</span>
<span class="size">${inContext ? "in context" : "not in context"}</span></p>`;
}

/** What a chunk repeats: its text where the excerpt has it. */
function headsHtml({ heads }: ChunkBorder, excerpt: Excerpt): HtmlValue {
  return heads.map(({ start, end }) => {
    const text =
      start >= excerpt.start && end <= excerpt.end
        ? excerpt.text.slice(start - excerpt.start, end - excerpt.start)
        : "";
    return markup`<div class="added">
<p class="tag">Repeated head, ${count(end - start)} characters</p>${
      text !== "" && markup`<div class="source">${text.trimEnd()}</div>`
    }</div>`;
  });
}

/** A part of the excerpt; what of it is evidence is marked. */
function markedText(
  { text, start: first }: Excerpt,
  { start, end }: Span,
  evidence: Span
): HtmlValue {
  const slice = (from: number, to: number) =>
    text.slice(from - first, Math.max(from, to) - first);
  const from = Math.min(end, Math.max(start, evidence.start));
  const to = Math.max(from, Math.min(end, evidence.end));
  return [
    slice(start, from),
    to > from && markup`<mark>${slice(from, to)}</mark>`,
    slice(to, end),
  ];
}
