import type { Document, DocumentInterface } from "@langchain/core/documents";
import {
  ensureConfig,
  getCallbackManagerForConfig,
  patchConfig,
  type RunnableConfig,
} from "@langchain/core/runnables";
import {
  TextSplitter,
  type TextSplitterChunkHeaderOptions,
} from "@langchain/textsplitters";
import { collect, createPace, type Pace } from "../concurrency.js";
import {
  createMeasure,
  isTokenCounter,
  type LengthFunction,
  type MaybePromise,
  type Measure,
} from "../measure/index.js";
import type { Outline } from "../outline.js";
import { pack } from "../pack.js";
import { withBorders } from "../documents/borders.js";
import {
  documentsOf,
  headerOf,
  sourcesOf,
  type LocatedChunk,
  type Reading,
  type Source,
} from "../documents/documents.js";
import { ChunkIds } from "../documents/ids.js";
import type { Metadata } from "../documents/metadata.js";
import {
  checkSizes,
  checkString,
  checkText,
  lengthFunctionOf,
} from "../options.js";
import {
  DEFAULT_CHUNK_SIZE,
  type SeamTextSplitterParams,
  type SplitRun,
} from "./params.js";

/**
 * The base of all splitters of this package: reads the outline of a text, packs
 * it and makes documents of the chunks. It can stand wherever a LangChain
 * `TextSplitter` can.
 *
 * Every subclass keeps this contract:
 * 1. Lossless: a chunk's body is `source.slice(loc.start, loc.end)`. Without
 *    overlap the bodies are in order, disjoint, and hold every character that
 *    is not white space once.
 * 2. Bounded: `lengthFunction(pageContent) <= chunkSize`, but for one grapheme
 *    cluster that is longer by itself (`metadata.oversize`).
 * 3. Whole: nothing that fits is cut, and no heading stands without its text.
 * 4. Terminating and pure: any text, in near-linear time, the same result twice.
 * 5. Stable: an id depends on the source, the section and the chunk's text.
 */
export abstract class SeamTextSplitter
  extends TextSplitter
  implements Omit<SeamTextSplitterParams, "encoding">
{
  /** Where the serialization of LangChain looks for the class. */
  override lc_namespace = ["langchain_seams", "text_splitters"];

  /** {@link SeamTextSplitterParams.sectionSeparator} */
  sectionSeparator: string;

  constructor(fields: Partial<SeamTextSplitterParams> = {}) {
    const { chunkSize = DEFAULT_CHUNK_SIZE, chunkOverlap = 0 } = fields;
    checkSizes(chunkSize, chunkOverlap);
    const { sectionSeparator = " > " } = fields;
    checkString("sectionSeparator", sectionSeparator);
    super({
      ...fields,
      chunkSize,
      chunkOverlap,
      lengthFunction: lengthFunctionOf(fields),
    });
    this.sectionSeparator = sectionSeparator;
  }

  /** The seams and heads of a text. Calls to models take `config`. */
  protected abstract parse(
    text: string,
    config?: Partial<RunnableConfig>
  ): Outline | Promise<Outline>;

  /**
   * What is cut, for splitters that make another text of a source first, or
   * that go by its metadata or its lengths.
   */
  protected async read(
    { text }: Source,
    config?: Partial<RunnableConfig>
  ): Promise<Reading> {
    return { text, outline: await this.parse(text, config) };
  }

  /** The metadata of a source, with what its text says of itself. */
  protected metadataOf(source: Source): Metadata {
    return source.metadata;
  }

  /** The chunks of a text; see the contract of this class. */
  protected async chunk(
    text: string,
    outline: Outline,
    measure: Measure,
    pace: Pace
  ): Promise<LocatedChunk[]> {
    const { chunkSize: limit, chunkOverlap: overlap } = this;
    return pack(text, outline, measure, { limit, overlap, pace });
  }

  /** The chunks of a text as strings, repeated heads included. */
  async splitText(text: string): Promise<string[]> {
    const documents = await this.createDocuments([text]);
    return documents.map(({ pageContent }) => pageContent);
  }

  /**
   * The chunks of texts as documents. A text without metadata has `{}`;
   * `chunkHeader` stays outside `chunkSize` and outside `loc`.
   */
  override async createDocuments(
    texts: string[],
    metadatas: Record<string, unknown>[] = [],
    chunkHeaderOptions: TextSplitterChunkHeaderOptions = {}
  ): Promise<Document[]> {
    const sources = texts.map((text, index) => ({
      text,
      metadata: metadatas[index] ?? {},
    }));
    return collect(this.split(sources, { headers: chunkHeaderOptions }));
  }

  /** As `createDocuments`; documents without content are left out. */
  override async splitDocuments(
    documents: DocumentInterface[],
    chunkHeaderOptions: TextSplitterChunkHeaderOptions = {}
  ): Promise<Document[]> {
    const sources = sourcesOf(documents);
    return collect(this.split(sources, { headers: chunkHeaderOptions }));
  }

  /**
   * As `splitDocuments`, seen by the callbacks of `options` and stopped by
   * its `signal`, within a document too.
   */
  override async invoke(
    input: DocumentInterface[],
    options?: Partial<RunnableConfig>
  ): Promise<DocumentInterface[]> {
    return this._callWithConfig(
      (documents: DocumentInterface[], config, runManager) => {
        const callbacks = runManager?.getChild();
        const child = patchConfig(config, { callbacks });
        return collect(this.split(sourcesOf(documents), { config: child }));
      },
      input,
      { ...options, runType: "chain" }
    );
  }

  /**
   * Splits documents as they come: the chunks of each go out before the next
   * is read. Without callbacks nothing is held back.
   */
  override async *transform(
    generator: AsyncGenerator<DocumentInterface[]>,
    options?: Partial<RunnableConfig>
  ): AsyncGenerator<DocumentInterface[]> {
    const config = ensureConfig(options);
    if ((await getCallbackManagerForConfig(config)) === undefined) {
      yield* this.splitStream(generator, config);
      return;
    }
    yield* this._transformStreamWithConfig(
      generator,
      (input: AsyncGenerator<DocumentInterface[]>, runManager) => {
        const callbacks = runManager?.getChild();
        return this.splitStream(input, patchConfig(config, { callbacks }));
      },
      { ...options, runType: "chain" }
    );
  }

  private async *splitStream(
    input: AsyncGenerator<DocumentInterface[]>,
    config: Partial<RunnableConfig>
  ): AsyncGenerator<Document[]> {
    const { signal } = config;
    // An abort is heard between documents that nobody waits for.
    const pace = signal && createPace(signal);
    const run = { config, ids: new ChunkIds(), pace };
    for await (const documents of input) {
      yield* this.split(sourcesOf(documents), run);
    }
  }

  /** A length function may be a paid service: no call once aborted. */
  protected measure(text: string, signal?: AbortSignal): Promise<Measure> {
    const { lengthFunction, chunkSize } = this;
    if (signal === undefined || isTokenCounter(lengthFunction)) {
      return createMeasure(text, lengthFunction, chunkSize);
    }
    const guarded = (part: string): MaybePromise<number> => {
      signal.throwIfAborted();
      return lengthFunction(part);
    };
    return createMeasure(text, guarded as LengthFunction, chunkSize);
  }

  /** What another splitter makes of sources, to pass them on to it. */
  protected splitWith(
    splitter: SeamTextSplitter,
    sources: Iterable<Source>,
    run: SplitRun
  ): AsyncGenerator<Document[]> {
    return splitter.split(sources, run);
  }

  /** The documents of each source in turn: everything else calls this. */
  protected async *split(
    sources: Iterable<Source>,
    { headers = {}, config, ids = new ChunkIds(), ...run }: SplitRun
  ): AsyncGenerator<Document[]> {
    const signal = config?.signal;
    const { pace = createPace(signal) } = run;
    const { chunkSize, sectionSeparator } = this;
    const header = headerOf(headers);
    for (const source of sources) {
      await pace();
      checkText(source.text);
      if (source.text.trim() === "") continue;
      const reading = await this.read(source, config);
      const { text } = reading;
      if (text.trim() === "") continue;
      const outline = withBorders(source, reading);
      const measure = reading.measure ?? (await this.measure(text, signal));
      const chunks = await this.chunk(text, outline, measure, pace);
      yield documentsOf(
        { ...source, metadata: this.metadataOf(source) },
        reading,
        chunks,
        { chunkSize, sectionSeparator, ids, header }
      );
    }
  }
}
