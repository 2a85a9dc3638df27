/**
 * The pages of a PDF, as LangChain's PDFLoader gives them: one document a page,
 * none for an empty one. Each chunk knows on which pages it stands.
 */
import { Document } from "@langchain/core/documents";
import { PageTextSplitter } from "langchain-seams";

const pages = [
  "1. Installation\nMount the meter on the rail and",
  "connect the antenna. Then switch it on.",
  "2. Alarms\nE311 means that there is no coverage.",
];

// Page 3 was empty, so that the loader left it out.
const documents = pages.map(
  (pageContent, index) =>
    new Document({
      pageContent,
      metadata: {
        source: "manual.pdf",
        loc: { pageNumber: [1, 2, 4][index] },
      },
    })
);

async function show(title: string, splitter: PageTextSplitter): Promise<void> {
  console.log(`== ${title}`);
  for (const { pageContent, metadata } of await splitter.invoke(documents)) {
    const { pageNumber, pageEnd } = metadata.loc;
    console.log(`${pageNumber}-${pageEnd} ${JSON.stringify(pageContent)}`);
  }
}

await show("a page is a chunk", new PageTextSplitter());
await show(
  "sentences that go over a border stay whole",
  new PageTextSplitter({ joinAcrossPages: true })
);
await show("two pages a chunk", new PageTextSplitter({ maxPagesPerChunk: 2 }));
