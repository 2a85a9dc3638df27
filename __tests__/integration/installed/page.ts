/** The part of the package that runs in a browser too. */
import {
  ContextualPrefix,
  DialogueTextSplitter,
  FixedTokenTextSplitter,
  PageTextSplitter,
  RecursiveTokenTextSplitter,
  StructuralHTMLTextSplitter,
  StructuralMarkdownTextSplitter,
  TableTextSplitter,
  type SeamTextSplitter,
} from "langchain-seams";

const sizes = { chunkSize: 24, chunkOverlap: 0 };

const splitters: Record<string, SeamTextSplitter> = {
  dialogue: new DialogueTextSplitter(sizes),
  fixed: new FixedTokenTextSplitter(sizes),
  html: new StructuralHTMLTextSplitter(sizes),
  markdown: new StructuralMarkdownTextSplitter(sizes),
  newer: new RecursiveTokenTextSplitter({ ...sizes, encoding: "gpt-4o" }),
  pages: new PageTextSplitter(sizes),
  recursive: new RecursiveTokenTextSplitter(sizes),
  table: new TableTextSplitter(sizes),
};

/** The chunks of a text, with everything that is known of them, as JSON. */
export async function chunksOf(text: string): Promise<string> {
  const chunks: Record<string, unknown> = {};
  for (const [name, splitter] of Object.entries(splitters)) {
    const documents = await splitter.createDocuments([text], [{ source: "a" }]);
    chunks[name] = await new ContextualPrefix().transformDocuments(documents);
  }
  return JSON.stringify(chunks);
}
