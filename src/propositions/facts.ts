import { dispatchCustomEvent } from "@langchain/core/callbacks/dispatch/web";
import { Document } from "@langchain/core/documents";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { LengthFunction } from "../measure/index.js";
import { ChunkIds } from "../documents/ids.js";
import {
  copyMetadata,
  headingsOf,
  type Metadata,
} from "../documents/metadata.js";
import { askForPropositions, type AskOptions } from "./ask.js";
import { supportOf } from "./support.js";

/** Which facts are taken, and what becomes of a chunk without. */
interface FactOptions extends AskOptions {
  chunkSize: number;
  lengthFunction: LengthFunction;
  minSupport: number;
  onFailure: "keep" | "error";
}

interface Fact {
  text: string;
  length: number;
}

/** What has become of a chunk. */
interface Result {
  chunk: Document;
  facts: Fact[];
  rejected: number;
  /** Why there are no facts, when all calls failed. */
  error?: string;
}

/** The facts that a model states of a chunk, those that come from it. */
export async function stateFacts(
  chunk: Document,
  options: FactOptions,
  config: Partial<RunnableConfig>
): Promise<Result> {
  const { lengthFunction, chunkSize, minSupport } = options;
  const headings = headingsOf(chunk.metadata);
  const passage = { text: chunk.pageContent, headings };
  try {
    const stated = await askForPropositions(passage, options, config);
    const known = [...headings, chunk.pageContent].join("\n");
    const facts: Fact[] = [];
    for (const text of stated) {
      const length = await lengthFunction(text);
      const isGood =
        length <= chunkSize &&
        (minSupport === 0 || supportOf(text, known) >= minSupport);
      if (isGood) facts.push({ text, length });
    }
    return { chunk, facts, rejected: stated.length - facts.length };
  } catch (error) {
    config.signal?.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    const { id, metadata } = chunk;
    const failure = { id, loc: metadata.loc, error: message };
    await dispatchCustomEvent("proposition_failure", failure, config);
    if (options.onFailure === "error") {
      const { from, to } = metadata.loc.lines;
      throw new Error(
        `No propositions of lines ${from} to ${to} of ` +
          `"${metadata.doc_id}" (chunk ${id}): ${message}`,
        { cause: error }
      );
    }
    return { chunk, facts: [], rejected: 0, error: message };
  }
}

/** The documents of the facts of a chunk, or of the chunk itself. */
export function factDocuments(
  { chunk, facts, rejected, error }: Result,
  ids: ChunkIds
): Document[] {
  const parentId = chunk.id ?? "";
  const section = String(chunk.metadata.section);
  const make = (pageContent: string, own: Metadata): Document => {
    const metadata = copyMetadata(chunk.metadata);
    metadata.parent_id = parentId;
    if (rejected > 0) metadata.rejected_facts = rejected;
    if (error !== undefined) metadata.proposition_error = error;
    Object.assign(metadata, own);
    const id = ids.next(parentId, section, pageContent);
    return new Document({ id, pageContent, metadata });
  };
  if (facts.length === 0) return [make(chunk.pageContent, {})];
  return facts.map(({ text, length }) => {
    const fact = make(text, { kind: "proposition", n_tokens: length });
    // They are about the text of the chunk.
    delete fact.metadata.header_omitted;
    delete fact.metadata.oversize;
    return fact;
  });
}
