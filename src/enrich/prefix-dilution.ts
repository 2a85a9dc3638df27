import type { DocumentInterface } from "@langchain/core/documents";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { withContent } from "../documents/documents.js";
import { checkInteger, checkString, optionError } from "../options.js";
import { checkEmbeddings, dot, embedTexts, unit } from "../vectors.js";
import { sourceOf } from "./chunk-parts.js";
import { removePrefix } from "./prefix.js";

/** Texts embedded in one call. */
const BATCH_SIZE = 64;

/** A question, and the ids of the chunks that answer it. */
export interface DilutionQuestion {
  /** The question, as it is embedded. */
  question: string;
  /** Ids of the chunks that answer it. */
  ids: readonly string[];
}

/** The options of `prefixDilution`. */
export interface PrefixDilutionOptions {
  /** Questions for the retrieval check. Default: none. */
  questions?: readonly DilutionQuestion[];
  /** How many chunks are retrieved in the check. Default: 1. */
  topK?: number;
}

/** What is found for the questions, shares from 0 to 1. */
export interface DilutionRetrieval {
  /** Questions with a chunk that answers them among those found. */
  hit: number;
  /** Questions with none, but with other chunks of the right document. */
  wrongSection: number;
}

/** Chunks without their prefixes, with them, and what changes. */
export interface PrefixDilution {
  /**
   * The mean cosine between two chunks of one document, over all such pairs:
   * the nearer to 1, the less the vectors tell sections apart.
   */
  cosine: {
    /** Without prefixes. */
    before: number;
    /** With prefixes. */
    after: number;
    /** `after - before`. */
    increase: number;
  };
  /** How many pairs there are. */
  pairs: number;
  /** Chunks with a prefix, of all chunks. */
  prefixed: number;
  /** All chunks. */
  chunks: number;
  /** Only with questions. */
  retrieval?: {
    /** Without prefixes. */
    before: DilutionRetrieval;
    /** With prefixes. */
    after: DilutionRetrieval;
  };
}

/**
 * Measures what prefixes do to the vectors of chunks: text that all chunks of a
 * document share makes them alike, until the right document is returned with
 * the wrong section. Takes chunks as `ContextualPrefix` gives them, and embeds
 * each twice: without its prefix and with it.
 *
 * @example
 * ```ts
 * import { FakeEmbeddings } from "@langchain/core/utils/testing";
 * import { ContextualPrefix, prefixDilution } from "langchain-seams";
 *
 * const chunks = await new ContextualPrefix().transformDocuments([
 *   { pageContent: "Unpack the archive and run it.", metadata: { title: "A" } },
 * ]);
 * const { cosine } = await prefixDilution(chunks, new FakeEmbeddings());
 * console.log(cosine.before, cosine.after);
 * ```
 *
 * @throws RangeError when an option, or what `embeddings` returns, is not as it
 * must be.
 */
export async function prefixDilution(
  given: readonly DocumentInterface[],
  embeddings: EmbeddingsInterface,
  { questions = [], topK = 1 }: PrefixDilutionOptions = {}
): Promise<PrefixDilution> {
  const documents = withContent(given);
  checkInteger("topK", topK, 1);
  checkEmbeddings(embeddings);
  checkQuestions(questions, documents);
  const texts = documents.map(({ pageContent }) => pageContent);
  const plain = removePrefix(documents).map(({ pageContent }) => pageContent);
  const before = await embedTexts(plain, embeddings, BATCH_SIZE);
  const after = await embedTexts(texts, embeddings, BATCH_SIZE);
  const sources = documents.map(sourceOf);
  const [one, pairs] = meanCosine(before, sources);
  const [two] = meanCosine(after, sources);
  const asked = await Promise.all(
    questions.map(async ({ question }) =>
      unit(await embeddings.embedQuery(question))
    )
  );
  const check = (vectors: Float64Array[]): DilutionRetrieval =>
    retrievalOf(documents, sources, vectors, questions, asked, topK);
  return {
    cosine: { before: one, after: two, increase: two - one },
    pairs,
    prefixed: texts.filter((text, k) => text !== plain[k]).length,
    chunks: texts.length,
    ...(questions.length > 0 && {
      retrieval: { before: check(before), after: check(after) },
    }),
  };
}

/** Before anything is embedded, which may cost money. */
function checkQuestions(
  questions: readonly DilutionQuestion[],
  documents: readonly DocumentInterface[]
): void {
  if (!Array.isArray(questions)) {
    throw optionError("questions", "a list", questions);
  }
  const known = new Set(documents.map(({ id }) => id));
  for (const [index, { question, ids }] of questions.entries()) {
    checkString(`questions[${index}].question`, question);
    if (Array.isArray(ids) && ids.some((id) => known.has(id))) continue;
    throw optionError(`questions[${index}].ids`, "ids of the documents", ids);
  }
}

/** The mean cosine of two vectors of one source, and how many pairs there are. */
function meanCosine(
  vectors: readonly Float64Array[],
  sources: readonly unknown[]
): [mean: number, pairs: number] {
  const groups = new Map<unknown, Float64Array[]>();
  for (const [k, vector] of vectors.entries()) {
    const group = groups.get(sources[k]);
    if (group === undefined) groups.set(sources[k], [vector]);
    else group.push(vector);
  }
  let [sum, pairs] = [0, 0];
  for (const group of groups.values()) {
    // The square of the sum of vectors is the sum of all their products.
    const total = new Float64Array(group[0].length);
    let own = 0;
    for (const vector of group) {
      for (let k = 0; k < total.length; k += 1) total[k] += vector[k];
      own += dot(vector, vector);
    }
    sum += (dot(total, total) - own) / 2;
    pairs += (group.length * (group.length - 1)) / 2;
  }
  return [pairs === 0 ? 0 : sum / pairs, pairs];
}

function retrievalOf(
  documents: readonly DocumentInterface[],
  sources: readonly unknown[],
  vectors: readonly Float64Array[],
  questions: readonly DilutionQuestion[],
  asked: readonly Float64Array[],
  topK: number
): DilutionRetrieval {
  let [hits, wrong] = [0, 0];
  for (const [index, { ids }] of questions.entries()) {
    const scores = vectors.map((vector) => dot(vector, asked[index]));
    const found = [...scores.keys()]
      .sort((a, b) => scores[b] - scores[a] || a - b)
      .slice(0, topK);
    const answers = [...documents.keys()].filter((k) =>
      ids.includes(documents[k].id ?? "")
    );
    const rightSources = new Set(answers.map((k) => sources[k]));
    if (found.some((k) => answers.includes(k))) hits += 1;
    else if (found.some((k) => rightSources.has(sources[k]))) wrong += 1;
  }
  const share = (count: number): number => count / questions.length;
  return { hit: share(hits), wrongSection: share(wrong) };
}
