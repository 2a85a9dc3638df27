import type { DocumentInterface } from "@langchain/core/documents";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { LengthFunction } from "../measure/index.js";
import { optionError } from "../options.js";
import type { Description } from "./fit-prefix.js";
import { headingPath, withoutRepeats } from "./heading-path.js";
import type { DescribeChunk } from "./prefix-options.js";
import { SourceDocuments } from "./source-documents.js";

interface DescriberOptions {
  describe: DescribeChunk | undefined;
  lengthFunction: LengthFunction;
  maxDocumentTokens: number;
  maxRetries: number;
}

/** Describes the chunks of one call. */
export class Describer {
  /** The first error of each chunk for which all attempts failed. */
  readonly errors = new Map<DocumentInterface, Error>();
  private readonly sources: SourceDocuments | undefined;

  constructor(
    chunks: readonly DocumentInterface[],
    private readonly options: DescriberOptions,
    private readonly config: Partial<RunnableConfig>
  ) {
    const { describe, lengthFunction, maxDocumentTokens } = options;
    if (describe === undefined) return;
    this.sources = new SourceDocuments(
      chunks,
      lengthFunction,
      maxDocumentTokens
    );
  }

  /** What is to be said of a chunk: what its text says already is left out. */
  async describe(chunk: DocumentInterface): Promise<Description> {
    const description = await this.attempts(chunk);
    return typeof description === "object" && description !== null
      ? withoutRepeats(description, chunk)
      : description;
  }

  private async attempts(chunk: DocumentInterface): Promise<Description> {
    const { describe, maxRetries } = this.options;
    if (describe === undefined || this.sources === undefined) {
      return headingPath(chunk);
    }
    const document = await this.sources.of(chunk);
    let first: unknown;
    for (let attempt = 0; attempt <= maxRetries; attempt += 1) {
      try {
        return checked(await describe(document, chunk, this.config));
      } catch (error) {
        this.config.signal?.throwIfAborted();
        first ??= error;
      }
    }
    const error = first instanceof Error ? first : new Error(String(first));
    this.errors.set(chunk, error);
    return undefined;
  }
}

/** What `describe` gives is the caller's: a model's answer, say. */
function checked(description: Description): Description {
  const parts: readonly unknown[] = Array.isArray(description)
    ? description
    : [description ?? ""];
  if (parts.every((part) => typeof part === "string")) return description;
  throw optionError(
    "describe",
    "a function that gives a text, a list of texts or nothing",
    description
  );
}
