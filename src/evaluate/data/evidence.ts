import type { Span } from "../../outline.js";
import { compact, type Compact } from "../../documents/compact.js";
import type { ReportProblem, ReportReference } from "../types.js";
import type { EvaluationQuestion, QuestionReference } from "./questions.js";

/** A document under its name. */
export interface Corpus {
  name: string;
  text: string;
}

/** A question with its evidence located in a document. */
export interface LocatedQuestion {
  question: string;
  /** Index of the document, -1 when a gold string is in none. */
  corpus: number;
  references: ReportReference[];
}

/** Locates the evidence of questions in the documents. */
export class EvidenceFinder {
  readonly problems: ReportProblem[] = [];
  private readonly compacts = new Map<number, Compact>();
  private readonly indexes: Map<string, number>;

  constructor(private readonly corpora: readonly Corpus[]) {
    this.indexes = new Map(corpora.map(({ name }, index) => [name, index]));
  }

  /**
   * The question with its evidence. Gold strings that are nowhere count as
   * evidence that no chunk has, and are reported.
   *
   * @param fail Makes the error for what was expected.
   */
  locate(
    { question, corpus: name, references = [], gold = [] }: EvaluationQuestion,
    fail: (expectation: string) => Error
  ): LocatedQuestion {
    const golds = typeof gold === "string" ? [gold] : gold;
    const corpus = this.corpusOf(name, references, golds, fail);
    const spans = references.map((reference) =>
      this.check(reference, this.corpora[corpus], fail)
    );
    for (const text of golds) {
      const found = corpus === -1 ? [] : this.find(text, corpus);
      const place = {
        question,
        ...(corpus !== -1 && { corpus: this.corpora[corpus].name }),
      };
      const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text;
      if (found.length === 0) {
        const where = place.corpus ?? "any document";
        const message = `"${shown}" is not in ${where}; counted as missed.`;
        this.problems.push({ kind: "goldNotFound", message, ...place });
        spans.push({ start: null, end: null, text });
        continue;
      }
      if (found.length > 1) {
        const message = `"${shown}" is more than once in ${place.corpus}; the first is taken.`;
        this.problems.push({ kind: "goldAmbiguous", message, ...place });
      }
      spans.push(this.evidence(found[0], this.corpora[corpus].text));
    }
    return { question, corpus, references: spans };
  }

  private corpusOf(
    name: string | undefined,
    references: readonly QuestionReference[],
    golds: readonly string[],
    fail: (expectation: string) => Error
  ): number {
    const { corpora, indexes } = this;
    if (name !== undefined) {
      const index = indexes.get(name);
      if (index !== undefined) return index;
      const names = corpora.map((corpus) => corpus.name);
      const some = names.slice(0, 5).join(", ");
      const more = names.length > 5 ? ", …" : "";
      throw fail(
        `expected \`corpus\` to be a document (${some}${more}), got "${name}"`
      );
    }
    if (corpora.length === 1) return 0;
    if (references.length > 0) {
      throw fail("expected `corpus` to name the document of `references`");
    }
    return corpora.findIndex((_, index) =>
      golds.some((text) => this.find(text, index).length > 0)
    );
  }

  private check(
    { start, end, text }: QuestionReference,
    corpus: Corpus,
    fail: (expectation: string) => Error
  ): ReportReference {
    if (end > corpus.text.length) {
      throw fail(
        `expected \`end\` within the ${corpus.text.length} characters of ` +
          `${corpus.name}, got ${end}`
      );
    }
    const there = corpus.text.slice(start, end);
    if (text !== undefined && text !== there) {
      throw fail(
        `expected ${corpus.name} to have the reference's text at ` +
          `${start}-${end} (UTF-16 offsets), got ` +
          JSON.stringify(there.slice(0, 60))
      );
    }
    if (there.trim() === "") {
      throw fail(`expected a reference that is not blank at ${start}-${end}`);
    }
    return this.evidence({ start, end }, corpus.text);
  }

  /** Evidence without white space at its ends: nobody looks for that. */
  private evidence({ start, end }: Span, source: string): ReportReference {
    const text = source.slice(start, end);
    const from = start + text.length - text.trimStart().length;
    const trimmed = text.trim();
    return { start: from, end: from + trimmed.length, text: trimmed };
  }

  /** Where a text stands, exactly or white space apart: the first two places. */
  private find(text: string, corpus: number): Span[] {
    const source = this.corpora[corpus].text;
    const wanted = text.trim();
    const exact = places(source, wanted).map((at) => ({
      start: at,
      end: at + wanted.length,
    }));
    if (exact.length > 0) return exact;
    let own = this.compacts.get(corpus);
    if (own === undefined) {
      own = compact(source);
      this.compacts.set(corpus, own);
    }
    const { offsets } = own;
    const { text: characters } = compact(text);
    return places(own.text, characters).map((at) => ({
      start: offsets[at],
      end: offsets[at + characters.length - 1] + 1,
    }));
  }
}

function places(source: string, wanted: string): number[] {
  const first = source.indexOf(wanted);
  if (first === -1) return [];
  const second = source.indexOf(wanted, first + 1);
  return second === -1 ? [first] : [first, second];
}
