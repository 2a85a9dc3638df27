import type { DocumentInterface } from "@langchain/core/documents";
import { Runnable, type RunnableConfig } from "@langchain/core/runnables";
import { withContent } from "../documents/documents.js";
import { uuidOf } from "../documents/ids.js";
import { sourceOf } from "../enrich/chunk-parts.js";
import { joinChunks } from "../enrich/passages.js";
import type { LengthFunction } from "../measure/index.js";
import {
  checkInteger,
  checkOneOf,
  optionError,
  lengthFunctionOf,
} from "../options.js";
import { MARKS, type ContextMarks } from "./marks.js";
import type { PackContextOptions, PackedContext } from "./pack-context.js";
import { Paragraphs, type ReducedDocument } from "./reduced.js";

/** `packContext` as a step of a pipeline. */
export class ContextPacker extends Runnable<
  DocumentInterface[],
  PackedContext
> {
  static override lc_name(): string {
    return "ContextPacker";
  }

  /** Where the serialization of LangChain looks for the class. */
  lc_namespace = ["langchain_seams", "context"];

  /** {@link PackContextOptions.maxTokens} */
  maxTokens: number;
  /** {@link PackContextOptions.order} */
  order: "rank" | "source";
  private readonly marks: ContextMarks;
  private readonly lengthFunction: LengthFunction;

  constructor(options: PackContextOptions) {
    super();
    const { maxTokens, order = "rank", marks = "en" } = options ?? {};
    checkInteger("maxTokens", maxTokens, 1);
    checkOneOf("order", order, ["rank", "source"]);
    const words = typeof marks === "string" ? MARKS[marks] : marks;
    const { chunks, paragraphs } = words ?? {};
    if (typeof chunks !== "function" || typeof paragraphs !== "function") {
      throw optionError("marks", '"en", "es" or functions', marks);
    }
    this.maxTokens = maxTokens;
    this.order = order;
    this.marks = words;
    this.lengthFunction = lengthFunctionOf(options);
  }

  /** As `packContext`, seen by callbacks and stopped by a `signal`. */
  override async invoke(
    input: DocumentInterface[],
    options?: Partial<RunnableConfig>
  ): Promise<PackedContext> {
    return this._callWithConfig(
      (documents: DocumentInterface[], config?: Partial<RunnableConfig>) =>
        this.pack(documents, config?.signal),
      input,
      { ...options, runType: "chain" }
    );
  }

  /** See `packContext`. */
  async pack(
    documents: readonly DocumentInterface[],
    signal?: AbortSignal
  ): Promise<PackedContext> {
    const given = withoutDuplicates(withContent(documents));
    const chosen = new Map<DocumentInterface, Choice>();
    for (const document of given) chosen.set(document, {});
    if (!(await this.fits(chosen, given))) {
      chosen.clear();
      for (const document of given) {
        signal?.throwIfAborted();
        const choice = await this.choose(document, chosen, given);
        if (choice === undefined) chosen.delete(document);
        else chosen.set(document, choice);
      }
    }
    return this.result(chosen, given);
  }

  /** How a document goes in after those chosen; `undefined` if not at all. */
  private async choose(
    document: DocumentInterface,
    chosen: Map<DocumentInterface, Choice>,
    given: readonly DocumentInterface[]
  ): Promise<Choice | undefined> {
    chosen.set(document, {});
    if (await this.fits(chosen, given)) return {};
    const mayBeReduced =
      // The mark for the others alone is in its way.
      chosen.size === 1 ||
      hasHits(document) ||
      (await this.lengthFunction(document.pageContent)) > this.maxTokens;
    if (!mayBeReduced) return undefined;
    const paragraphs = new Paragraphs(document);
    const fits = (count: number): Promise<boolean> => {
      chosen.set(document, { paragraphs, count });
      return this.fits(chosen, given);
    };
    let [most, tooMany] = [0, paragraphs.count];
    while (tooMany - most > 1) {
      const middle = (most + tooMany) >> 1;
      if (await fits(middle)) most = middle;
      else tooMany = middle;
    }
    return most === 0 ? undefined : { paragraphs, count: most };
  }

  private async fits(
    chosen: ReadonlyMap<DocumentInterface, Choice>,
    given: readonly DocumentInterface[]
  ): Promise<boolean> {
    const text = this.render(chosen, given);
    return (await this.lengthFunction(text)) <= this.maxTokens;
  }

  private render(
    chosen: ReadonlyMap<DocumentInterface, Choice>,
    given: readonly DocumentInterface[]
  ): string {
    const ranks = new Map(given.map((document, rank) => [document, rank]));
    const whole = [...chosen].filter(([, { paragraphs }]) => !paragraphs);
    const passages = joinChunks(whole.map(([document]) => document));
    for (const [document, { paragraphs, count = 0 }] of chosen) {
      if (paragraphs === undefined) continue;
      const text = paragraphs.best(count, this.marks);
      passages.push({ text, documents: [document] });
    }
    if (this.order === "rank") {
      const rankOf = (all: readonly DocumentInterface[]): number =>
        Math.min(...all.map((document) => ranks.get(document) ?? Infinity));
      passages.sort((a, b) => rankOf(a.documents) - rankOf(b.documents));
    }
    const texts = passages.map(({ text }) => text);
    const leftOut = given.length - chosen.size;
    if (leftOut > 0) texts.push(this.marks.chunks(leftOut, given.length));
    return texts.filter((text) => text.trim() !== "").join("\n\n");
  }

  private async result(
    chosen: ReadonlyMap<DocumentInterface, Choice>,
    given: readonly DocumentInterface[]
  ): Promise<PackedContext> {
    const documents = given.filter((document) => chosen.has(document));
    const rest = given.filter((document) => !chosen.has(document));
    let context = this.render(chosen, given);
    let tokens = await this.lengthFunction(context);
    // No room for as much as the mark.
    if (tokens > this.maxTokens) [context, tokens] = ["", 0];
    const reduced: ReducedDocument[] = [];
    for (const [document, { paragraphs, count = 0 }] of chosen) {
      if (paragraphs === undefined) continue;
      const leftOut = paragraphs.leftOut(count);
      const id = idOf(document);
      reduced.push({ id, leftOut, paragraphs: paragraphs.count });
    }
    return {
      context,
      tokens,
      ids: documents.map(idOf),
      leftOutIds: rest.map(idOf),
      reduced,
      documents,
    };
  }
}

/** Whole, or the best so many of its paragraphs. */
interface Choice {
  paragraphs?: Paragraphs;
  count?: number;
}

const hasHits = ({ metadata }: DocumentInterface): boolean =>
  Array.isArray(metadata?.loc?.hits) && metadata.loc.hits.length > 0;

/** The id of a document, or one made of what it is. */
const idOf = (document: DocumentInterface): string =>
  document.id ?? uuidOf(String(sourceOf(document) ?? ""), document.pageContent);

/** Searches that are joined find the same chunk more than once. */
function withoutDuplicates(
  documents: readonly DocumentInterface[]
): DocumentInterface[] {
  const distinct = new Map<string, DocumentInterface>();
  for (const document of documents) {
    const key = uuidOf(idOf(document), document.pageContent);
    if (!distinct.has(key)) distinct.set(key, document);
  }
  return [...distinct.values()];
}
