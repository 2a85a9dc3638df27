// Splitters: each stands where RecursiveCharacterTextSplitter stood.
export {
  StructuralMarkdownTextSplitter,
  type StructuralMarkdownTextSplitterParams,
} from "./splitters/markdown.js";
export {
  RecursiveTokenTextSplitter,
  type RecursiveTokenTextSplitterParams,
} from "./splitters/recursive-token.js";
export {
  FixedTokenTextSplitter,
  type FixedTokenTextSplitterParams,
} from "./splitters/fixed-token.js";

// To write a splitter of one's own: a format is one function to an outline.
export {
  SeamTextSplitter,
  type SeamTextSplitterParams,
} from "./splitters/base.js";
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
