import type { LoadedData } from "./data/index.js";
import { excerptSpan } from "./misses.js";
import type { SplitterRun } from "./run.js";
import type { Excerpt, Miss } from "./miss-types.js";
import type { ReportProblem, ReportReference } from "./types.js";

/** The misses of all splitters, and the parts of sources they refer to. */
export class MissCollector {
  readonly misses: Miss[] = [];
  readonly excerpts: Excerpt[] = [];
  private readonly known = new Map<string, number>();

  constructor(
    private readonly data: LoadedData,
    private readonly maxMisses: number
  ) {}

  /** Adds the misses of one splitter, the first questions first. */
  add(splitter: string, { results }: SplitterRun): void {
    let count = 0;
    for (const [question, { misses }] of results.entries()) {
      const { corpus, references } = this.data.questions[question];
      for (const miss of misses) {
        if (count === this.maxMisses) return;
        count += 1;
        const excerpt = this.excerptOf(corpus, references[miss.reference]);
        this.misses.push({ splitter, question, ...miss, excerpt });
      }
    }
  }

  private excerptOf(
    corpus: number,
    { start, end }: ReportReference
  ): number | null {
    if (start === null || end === null) return null;
    const key = `${corpus} ${start} ${end}`;
    let index = this.known.get(key);
    if (index === undefined) {
      const { name, text } = this.data.corpora[corpus];
      const span = excerptSpan(text, { start, end });
      index = this.excerpts.length;
      this.excerpts.push({
        corpus: name,
        ...span,
        text: text.slice(span.start, span.end),
      });
      this.known.set(key, index);
    }
    return index;
  }
}

/** Says of each splitter and document which chunks could not be located. */
export function unlocatedProblems(
  splitter: string,
  { chunks }: SplitterRun,
  { corpora }: LoadedData
): ReportProblem[] {
  return corpora.flatMap(({ name: corpus }, index) => {
    const own = chunks.filter((chunk) => chunk.corpus === index);
    const lost = own.filter(({ location }) => location === undefined);
    if (lost.length === 0) return [];
    const text = lost[0].document.pageContent.replace(/\s+/g, " ").trim();
    const example = text.length > 60 ? `${text.slice(0, 59)}…` : text;
    const message =
      `${lost.length} of ${own.length} chunks of ${corpus} are not in its ` +
      `text; their evidence does not count. The first: "${example}"`;
    return [{ kind: "unlocated" as const, message, corpus, splitter }];
  });
}
