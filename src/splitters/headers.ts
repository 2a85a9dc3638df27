import type { TextSplitterChunkHeaderOptions } from "@langchain/textsplitters";

/** What LangChain's options put in front of the chunks of a source, by index. */
export function headerOf({
  chunkHeader = "",
  chunkOverlapHeader = "(cont'd) ",
  appendChunkOverlapHeader = false,
}: TextSplitterChunkHeaderOptions): (index: number) => string {
  const continued = appendChunkOverlapHeader ? chunkOverlapHeader : "";
  return (index) => chunkHeader + (index > 0 ? continued : "");
}
