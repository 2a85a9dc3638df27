/**
 * The third invariant: nothing that fits is cut. Here the grapheme clusters,
 * words and sentences, those of the generator's own list.
 */
import {
  chunksOver,
  failCut,
  fits,
  isWhole,
  leadOf,
  slice,
  type Case,
} from "./case.js";
import { fail, show, type Chunk, type Expectation } from "./chunks.js";
import { SENTENCES } from "./documents.js";
import { readStructure, type Span } from "./structure.js";
import { checkMarkdown } from "./whole-markdown.js";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** No chunk begins or ends inside a grapheme cluster. */
export function checkGraphemes(source: string, chunks: Chunk[]): void {
  const wellFormed = !/\p{Surrogate}/u.test(source);
  for (const { start, end, content } of chunks) {
    for (const at of [start, end]) {
      // No cluster goes over a line end, and CR LF is one: look at the line.
      const line = at === 0 ? 0 : source.lastIndexOf("\n", at - 1) + 1;
      const lineEnd = source.indexOf("\n", at);
      const text = source.slice(line, lineEnd < 0 ? undefined : lineEnd + 1);
      const cluster = graphemes.segment(text).containing(at - line);
      if (cluster !== undefined && cluster.index !== at - line) {
        fail("whole", `${show(cluster.segment)} (a cluster) is cut at ${at}`);
      }
    }
    if (wellFormed && /\p{Surrogate}/u.test(content)) {
      fail("whole", `a lone surrogate in ${show(content)}`);
    }
  }
}

const WORD = /[\p{Script=Latin}\p{Nd}_]+/gu;
// What may stand next to a plain word: white space and marks of ASCII that
// are no part of words, numbers or addresses.
const BORDER = /^[\s!"#$%&()*+/;<=>?[\\\]^`{|}~-]?$/;

/** Words of Latin letters and digits with nothing odd next to them. */
function plainWords(source: string): Span[] {
  return [...source.matchAll(WORD)]
    .map(({ index, 0: word }) => ({ start: index, end: index + word.length }))
    .filter(
      ({ start, end }) =>
        BORDER.test(source[start - 1] ?? "") && BORDER.test(source[end] ?? "")
    );
}

/** What a line puts in front of its first word: markers, quotes, indent. */
function markBefore(source: string, start: number): string {
  const before = source.slice(Math.max(0, start - 200), start);
  const line = before.split(/[\r\n]/).at(-1)!;
  return /^[\s>#*+\-\d.)|`~[\]]*$/.test(line) ? line : "";
}

async function checkWords(check: Case): Promise<void> {
  const cuts = new Set(check.chunks.flatMap(({ start, end }) => [start, end]));
  for (const word of plainWords(check.source)) {
    let cut = false;
    for (let at = word.start + 1; at < word.end; at += 1) {
      if (cuts.has(at)) cut = true;
    }
    if (!cut) continue;
    const text = markBefore(check.source, word.start) + slice(check, word);
    const around = chunksOver(check, word).map(
      ({ before, after }) => before + text + after
    );
    const sizes = await Promise.all(around.map((each) => fits(check, each)));
    if (sizes.every(Boolean)) failCut(check, "word", word);
  }
}

/** The generator's sentences, where nothing else can be part of them. */
function plainSentences(source: string): Span[] {
  const spans: Span[] = [];
  for (const text of SENTENCES) {
    for (let at = source.indexOf(text); at >= 0;) {
      spans.push({ start: at, end: at + text.length });
      at = source.indexOf(text, at + text.length);
    }
  }
  spans.sort((a, b) => a.start - b.start);
  const ends = new Set<number>();
  return spans.filter(({ start, end }) => {
    const before = source.slice(Math.max(0, start - 40), start);
    const starts =
      (source[start - 1] === " " && ends.has(start - 1)) ||
      (start < 40 && /^(?:[-*+] |\d+[.)] |> )*$/.test(before)) ||
      /(?:\n\n|\r\n\r\n|\r\r)(?:[-*+] |\d+[.)] |> )*$/.test(before);
    if (starts && /^(?:[ \r\n]|$)/.test(source.slice(end, end + 1))) {
      ends.add(end);
      return true;
    }
    return false;
  });
}

async function checkSentences(check: Case): Promise<void> {
  for (const sentence of plainSentences(check.source)) {
    if (isWhole(check, sentence)) continue;
    const mark = markBefore(check.source, sentence.start);
    const start = leadOf(check, sentence.start - mark.length);
    if (await fits(check, check.source.slice(start, sentence.end))) {
      failCut(check, "sentence", sentence);
    }
  }
}
/** 3. No cut inside a unit that fits, with its heads, in the limit. */
export async function checkWhole(
  source: string,
  chunks: Chunk[],
  expectation: Expectation
): Promise<void> {
  checkGraphemes(source, chunks);
  if (expectation.grain === "windows") return;
  const none = { headings: [], fences: [], tables: [], items: [], blocks: [] };
  const isMarkdown = expectation.grain === "markdown";
  const hasFront = chunks[0]?.document.metadata.kind === "frontmatter";
  const structure = isMarkdown ? readStructure(source, hasFront) : none;
  const check: Case = { ...expectation, ...structure, source, chunks };
  await checkWords(check);
  await checkSentences(check);
  if (isMarkdown) await checkMarkdown(check);
}
