// Splitters: each stands where RecursiveCharacterTextSplitter stood.
export {
  StructuralMarkdownTextSplitter,
  type StructuralMarkdownTextSplitterParams,
} from "./splitters/markdown.js";
export {
  StructuralHTMLTextSplitter,
  type StructuralHTMLTextSplitterParams,
} from "./splitters/html.js";
export {
  TableTextSplitter,
  type TableTextSplitterParams,
} from "./splitters/table.js";
export {
  CodeTextSplitter,
  type CodeTextSplitterParams,
} from "./splitters/code.js";
export { supportedLanguages } from "./parse/languages.js";
export { type Grammar } from "./parse/grammars.js";
export {
  RecursiveTokenTextSplitter,
  type RecursiveTokenTextSplitterParams,
} from "./splitters/recursive-token.js";
export {
  FixedTokenTextSplitter,
  type FixedTokenTextSplitterParams,
} from "./splitters/fixed-token.js";
export {
  DialogueTextSplitter,
  type DialogueTextSplitterParams,
} from "./splitters/dialogue.js";
export {
  PageTextSplitter,
  type PageTextSplitterParams,
} from "./splitters/pages.js";
export {
  RoutingTextSplitter,
  type RoutingTextSplitterParams,
} from "./splitters/routing.js";
export {
  type RoutedDocument,
  type RoutingRule,
} from "./splitters/routing-rules.js";
export {
  presets,
  type DocumentType,
  type Preset,
} from "./splitters/presets.js";
export {
  SemanticTextSplitter,
  type SemanticTextSplitterParams,
} from "./splitters/semantic.js";
export {
  type Breakpoint,
  type BreakpointType,
} from "./semantic/breakpoints.js";
export { type EmbeddingProgress } from "./semantic/embedding.js";
export {
  PropositionTextSplitter,
  type PropositionProgress,
  type PropositionTextSplitterParams,
} from "./splitters/proposition.js";
export { type StructuredOutputModel } from "./propositions/ask.js";

// Tables as data: to a database, the text around them to a vector store.
export {
  extractTables,
  withoutTables,
  type ExtractedTable,
  type WithoutTablesOptions,
} from "./tables/extract.js";
export { tableToCsv, tableToJson, type TableData } from "./tables/data.js";
export { type TableSource } from "./tables/read.js";
export { type TableFormat } from "./parse/table-format.js";
export { type TableSerialization } from "./tables/render.js";

// Filters of sources, to run before a splitter.
export {
  HtmlMainContent,
  type HtmlMainContentParams,
} from "./enrich/html-main-content.js";
export {
  RepeatedLines,
  type RepeatedLinesParams,
} from "./enrich/repeated-lines.js";
export { QuotedReplies } from "./enrich/quoted-replies.js";

// Context: what a chunk is about, put in front of it.
export { ContextualPrefix } from "./enrich/contextual-prefix.js";
export {
  type ContextualPrefixParams,
  type DescribeChunk,
  type PrefixReport,
} from "./enrich/prefix-options.js";
export { type DescribingModel } from "./enrich/describe-by-model.js";
export { type Description } from "./enrich/fit-prefix.js";
export { removePrefix } from "./enrich/prefix.js";
export {
  prefixDilution,
  type DilutionQuestion,
  type DilutionRetrieval,
  type PrefixDilution,
  type PrefixDilutionOptions,
} from "./enrich/prefix-dilution.js";

// Budgets: what fits into a prompt, and what is put into it.
export {
  assertContextBudget,
  planContextBudget,
  type BudgetLine,
  type ContextBudget,
} from "./retrieve/context-budget.js";
export {
  type BudgetStage,
  type ContextBudgetOptions,
} from "./retrieve/budget-options.js";
export {
  packContext,
  type PackContextOptions,
  type PackedContext,
} from "./retrieve/pack-context.js";
export { type ContextPacker } from "./retrieve/context-packer.js";
export { type ContextMarks, type ParagraphRange } from "./retrieve/marks.js";
export { type ReducedDocument } from "./retrieve/reduced.js";
export {
  chunkStats,
  type ChunkStats,
  type ChunkStatsOptions,
} from "./retrieve/chunk-stats.js";
export { formatChunkStats } from "./retrieve/format-chunk-stats.js";

// Small chunks are found, what is around them is returned.
export { ParentChildRetriever } from "./retrieve/parent-child.js";
export {
  type ParentChildMode,
  type ParentChildRetrieverInput,
} from "./retrieve/parent-child-options.js";
export {
  splitFamilies,
  type Families,
  type SplitFamiliesOptions,
} from "./retrieve/families.js";
export { type DocumentStore, type KeyValueStore } from "./retrieve/records.js";
export { type WriteResult } from "./retrieve/write.js";
export {
  LateChunkingEmbeddings,
  type ChunksEmbedder,
  type LateChunkingEmbeddingsParams,
  type TokenEmbedder,
} from "./retrieve/late-chunking.js";
export { type TokenEmbeddings } from "./retrieve/token-windows.js";
export {
  lateChunkingApi,
  transformersTokens,
  type FeatureExtractor,
  type LateChunkingApiOptions,
} from "./retrieve/late-models.js";

// To write a splitter of one's own: a format is one function to an outline.
export { SeamTextSplitter } from "./splitters/base.js";
export type { SeamTextSplitterParams } from "./splitters/params.js";
export {
  Strength,
  type Chunk,
  type Head,
  type HeadKind,
  type Outline,
  type Seam,
  type Span,
} from "./outline.js";

// Lengths.
export { tokenCounter, type LengthFunction } from "./measure/index.js";
