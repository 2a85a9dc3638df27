import type { EvaluationSettings } from "../options.js";
import { bm25 } from "./bm25.js";
import { embeddingRetriever } from "./embeddings.js";
import type { RetrieverFactory } from "./retriever.js";

/** The factory that the option `retriever` stands for. */
export function retrieverOf(
  retriever: EvaluationSettings["retriever"] = "bm25"
): RetrieverFactory {
  if (retriever === "bm25") return bm25();
  if (typeof retriever === "function") return retriever;
  if (typeof retriever?.embedQuery === "function") {
    return embeddingRetriever(retriever);
  }
  throw new TypeError(
    'Expected `retriever` to be "bm25", embeddings or a function, ' +
      `got \`${String(retriever)}\``
  );
}
