// Measuring splitters on questions with exact evidence.
export { evaluateSplitters } from "./evaluate.js";
export {
  type ChunkTransform,
  type EvaluateOptions,
  type EvaluationCache,
  type EvaluationData,
  type EvaluationProgress,
  type EvaluationSettings,
} from "./options.js";
export {
  EvaluationDataError,
  type EvaluationQuestion,
  type QuestionReference,
} from "./data/questions.js";
export { fileCache } from "./cache.js";
export { type Judge, type Judgement, type JudgeInput } from "./judge.js";
export {
  suggestSize,
  type SizeResult,
  type SizeSeries,
  type SizeSuggestion,
  type SuggestSizeOptions,
} from "./suggest-size.js";

// Finding chunks.
export { bm25, type BM25Options } from "./retrieve/bm25.js";
export {
  embeddingRetriever,
  type EmbeddingRetrieverOptions,
} from "./retrieve/embeddings.js";
export { hybrid, type HybridOptions } from "./retrieve/hybrid.js";
export {
  type RetrieverContext,
  type RetrieverFactory,
  type RetrieverLike,
  type SearchFunction,
} from "./retrieve/retriever.js";

// The report.
export { formatReport, type FormatOptions } from "./format.js";
export { renderReportPage } from "./html/index.js";
export * from "./metric-types.js";
export * from "./miss-types.js";
export * from "./types.js";
