/**
 * Fixed windows: every N tokens, with an exact overlap, for comparisons and
 * for text without any structure. A character is never broken, also where one
 * takes several tokens.
 */
import { FixedTokenTextSplitter } from "langchain-seams";

const text = `Los sensores del depósito miden el nivel cada minuto. 猫が好き👩‍🚀 \
The readings are kept for 45 days, and then they are thrown away. 温度超过阈值时发送警报。`;

const splitter = new FixedTokenTextSplitter({ chunkSize: 16, chunkOverlap: 4 });
const windows = await splitter.createDocuments([text]);
for (const { pageContent, metadata } of windows) {
  const { from, to } = metadata.loc.tokens;
  const range = `${from}-${to}`.padStart(7);
  console.log(`tokens ${range}  ${JSON.stringify(pageContent)}`);
}
const broken = windows.filter((window) =>
  window.pageContent.includes("\uFFFD")
);
console.log(`${windows.length} windows, ${broken.length} broken`);
