import type { DocumentInterface } from "@langchain/core/documents";
import { tokenCounter } from "langchain-seams";

const count = tokenCounter("cl100k_base");

/**
 * Puts the path of its section in front of each chunk, within a third of the
 * chunk's own tokens; outer headings go first, and where not even the nearest
 * one fits, nothing is added.
 */
export async function withHeadings(
  chunks: DocumentInterface[]
): Promise<DocumentInterface[]> {
  const prefixed: DocumentInterface[] = [];
  for (const chunk of chunks) {
    const { pageContent, metadata } = chunk;
    const headings: string[] = [...(metadata.loc?.headings ?? [])];
    const room = (await count(pageContent)) / 3;
    let prefix = "";
    for (; headings.length > 0; headings.shift()) {
      prefix = `${headings.join(" > ")}\n`;
      if ((await count(prefix)) <= room) break;
      prefix = "";
    }
    prefixed.push({ ...chunk, pageContent: prefix + pageContent });
  }
  return prefixed;
}
