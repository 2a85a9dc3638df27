import type { CallbackManagerForChainRun } from "@langchain/core/callbacks/manager";
import {
  BaseDocumentTransformer,
  type Document,
  type DocumentInterface,
} from "@langchain/core/documents";
import type { BasePromptTemplate } from "@langchain/core/prompts";
import { patchConfig, type RunnableConfig } from "@langchain/core/runnables";
import { inParallel, createPace } from "../concurrency.js";
import { withContent } from "../documents/documents.js";
import { objectAt, withText } from "../documents/metadata.js";
import type { LengthFunction } from "../measure/index.js";
import { lengthFunctionOf } from "../options.js";
import { warnOnce } from "../warn-once.js";
import { describeByModel, type DescribingModel } from "./describe-by-model.js";
import { Describer } from "./describer.js";
import { fitDescription } from "./fit-prefix.js";
import {
  checkPrefixOptions,
  DEFAULT_SHARE,
  type ContextualPrefixParams,
  type DescribeChunk,
  type PrefixReport,
} from "./prefix-options.js";
import { prefixOf, prefixText } from "./prefix.js";
import { withUsage } from "./usage.js";

/**
 * Puts what a chunk is about in front of it, for the embedding: the title of
 * the document and the headings over the chunk (of code its file and symbols),
 * or what `describe` says. Goes between a splitter and a vector store.
 *
 * A prefix takes `maxShare` of the chunk's own length at most: text that all
 * chunks of a document share makes their vectors alike. If it is too long,
 * outer headings are left out first, and last sentences of a text; if nothing
 * fits, nothing is added. What the chunk's text starts with is not said again.
 *
 * `metadata.prefix` holds the prefix; chunks that have one are left as they
 * are. Documents are copied, `n_tokens` (where it is in the same unit) is that
 * of the whole. `removePrefix` gives the text back.
 *
 * @example
 * ```ts
 * import {
 *   ContextualPrefix,
 *   StructuralMarkdownTextSplitter,
 * } from "langchain-seams";
 *
 * const text = "# Manual\n\n## Linux\n\nUnpack the archive and run install.sh.";
 * const splitter = new StructuralMarkdownTextSplitter({ chunkSize: 12 });
 * const index = splitter.pipe(new ContextualPrefix({ maxShare: 1 / 3 }));
 * const chunks = await index.invoke([{ pageContent: text, metadata: {} }]);
 * ```
 *
 * @throws RangeError when an option is out of range.
 */
export class ContextualPrefix extends BaseDocumentTransformer {
  static override lc_name(): string {
    return "ContextualPrefix";
  }

  /** Where the serialization of LangChain looks for the class. */
  override lc_namespace = ["langchain_seams", "document_transformers"];

  /** {@link ContextualPrefixParams.maxShare} */
  maxShare: number;
  /** {@link ContextualPrefixParams.maxTokens} */
  maxTokens: number;
  /** {@link ContextualPrefixParams.sectionSeparator} */
  sectionSeparator: string;
  /** {@link ContextualPrefixParams.maxDocumentTokens} */
  maxDocumentTokens: number;
  /** {@link ContextualPrefixParams.maxConcurrency} */
  maxConcurrency: number;
  /** {@link ContextualPrefixParams.maxRetries} */
  maxRetries: number;
  /** {@link ContextualPrefixParams.lengthFunction} */
  lengthFunction: LengthFunction;
  /** {@link ContextualPrefixParams.describe} */
  describe: DescribeChunk | undefined;
  private readonly onReport: ContextualPrefixParams["onReport"] | undefined;

  constructor(fields: Partial<ContextualPrefixParams> = {}) {
    super(fields);
    checkPrefixOptions(fields);
    this.maxShare = fields.maxShare ?? DEFAULT_SHARE;
    this.maxTokens = fields.maxTokens ?? Infinity;
    this.sectionSeparator = fields.sectionSeparator ?? " > ";
    this.maxDocumentTokens = fields.maxDocumentTokens ?? Infinity;
    this.maxConcurrency = fields.maxConcurrency ?? 4;
    this.maxRetries = fields.maxRetries ?? 1;
    this.lengthFunction = lengthFunctionOf(fields);
    this.describe = fields.describe;
    this.onReport = fields.onReport;
  }

  /**
   * Contextual Retrieval: a model reads the document (first message, the same
   * for all its chunks) and describes the chunk (second message). A call that
   * fails again leaves its chunk without a prefix, flagged `prefix_failed`.
   *
   * `prompt` takes the place of the second message (a text with `{chunk}`) or
   * of both (a template of `{document}` and `{chunk}`).
   *
   * @see Anthropic, "Introducing Contextual Retrieval" (2024)
   */
  static fromLLM(
    model: DescribingModel,
    {
      prompt,
      ...fields
    }: Partial<Omit<ContextualPrefixParams, "describe">> & {
      prompt?: string | BasePromptTemplate;
    } = {}
  ): ContextualPrefix {
    const describe = describeByModel(model, prompt);
    return new this({
      maxDocumentTokens: 32_000,
      ...fields,
      describe,
    });
  }

  /** The chunks with their prefixes, in the same order. */
  override async transformDocuments(
    documents: DocumentInterface[]
  ): Promise<DocumentInterface[]> {
    return this.addPrefixes(documents, {});
  }

  /** As `transformDocuments`, seen by callbacks and stopped by `signal`. */
  override async invoke(
    input: DocumentInterface[],
    options?: Partial<RunnableConfig>
  ): Promise<DocumentInterface[]> {
    return this._callWithConfig(
      (
        documents: DocumentInterface[],
        config?: Partial<RunnableConfig>,
        runManager?: CallbackManagerForChainRun
      ) =>
        this.addPrefixes(
          documents,
          patchConfig(config, { callbacks: runManager?.getChild() })
        ),
      input,
      { ...options, runType: "chain" }
    );
  }

  /** Batch by batch, as splitters give them: each holds whole sources. */
  override async *transform(
    generator: AsyncGenerator<DocumentInterface[]>,
    options: Partial<RunnableConfig>
  ): AsyncGenerator<DocumentInterface[]> {
    for await (const documents of generator) {
      yield await this.invoke(documents, options);
    }
  }

  private async addPrefixes(
    given: DocumentInterface[],
    options: Partial<RunnableConfig>
  ): Promise<DocumentInterface[]> {
    const documents = withContent(given);
    const { usage, config } = withUsage(options);
    const pace = createPace(config.signal);
    const describer = new Describer(documents, this, config);
    const chunks = await inParallel(
      documents,
      options.maxConcurrency ?? this.maxConcurrency,
      async (chunk) => {
        await pace();
        return this.addPrefix(chunk, describer);
      }
    );
    const errors = documents
      .map((chunk) => describer.errors.get(chunk))
      .filter((error) => error !== undefined);
    const report: PrefixReport = {
      chunks: chunks.length,
      prefixed: chunks.filter((chunk) => prefixOf(chunk) !== "").length,
      failed: errors.length,
      errors,
      usage,
    };
    if (this.onReport !== undefined) this.onReport(report);
    else warnOfFailures(report);
    return chunks;
  }

  private async addPrefix(
    chunk: DocumentInterface,
    describer: Describer
  ): Promise<Document> {
    const { pageContent } = chunk;
    const unchanged = withText(chunk, pageContent);
    if (prefixOf(chunk) !== "" || pageContent.trim() === "") return unchanged;
    const own = await this.lengthFunction(pageContent);
    const share = Math.floor(own * this.maxShare + 1e-9);
    const room = Math.min(share, this.maxTokens - own);
    if (room < 1) return unchanged;
    let length = own;
    const prefix = await fitDescription(
      await describer.describe(chunk),
      this.sectionSeparator,
      async (candidate) => {
        const text = prefixText(candidate);
        if ((await this.lengthFunction(text)) > room) return false;
        length = await this.lengthFunction(text + pageContent);
        return length <= own + room;
      }
    );
    delete unchanged.metadata.prefix_failed;
    if (describer.errors.has(chunk)) unchanged.metadata.prefix_failed = true;
    if (prefix === "") return unchanged;
    const prefixed = withText(unchanged, prefixText(prefix) + pageContent);
    const { metadata } = prefixed;
    metadata.prefix = prefix;
    if (metadata.n_tokens === own) {
      metadata.n_tokens = length;
      metadata.loc = { ...objectAt(metadata, "loc"), n_tokens: own };
    }
    return prefixed;
  }
}

function warnOfFailures({ failed, chunks, errors }: PrefixReport): void {
  if (failed === 0) return;
  warnOnce(
    `ContextualPrefix: ${failed} of ${chunks} chunks have no prefix, since ` +
      `\`describe\` failed: ${errors[0].message}`
  );
}
