/**
 * Each document to the splitter that is right for it: by what its metadata say
 * of its type, or by its file; rules of one's own come first.
 */
import { Document } from "@langchain/core/documents";
import { RoutingTextSplitter, presets } from "langchain-seams";

const documents = [
  new Document({
    pageContent: "sku,price\nA1,10\nB2,20",
    metadata: { source: "prices.csv" },
  }),
  new Document({
    pageContent:
      "¿Cuánto tarda el envío?\nTres días.\n\n¿Y si no llega?\nLlámenos.",
    metadata: { source: "faq.txt", doc_type: "faq" },
  }),
  new Document({
    pageContent:
      "CLÁUSULA PRIMERA. OBJETO\n\n1.1 Alcance\n\nEl contrato regula el servicio.\n\n" +
      "CLÁUSULA SEGUNDA. PLAZO\n\nTreinta días.",
    metadata: { source: "contract.txt", doc_type: "legalContract" },
  }),
  new Document({
    pageContent: "[00:12] ANA: Shall we start?\n[00:15] LUIS: Yes: let us.",
    metadata: { source: "call.log" },
  }),
  new Document({
    pageContent: "Nothing is known of this one.",
    metadata: {},
  }),
];

const splitter = new RoutingTextSplitter({
  rules: [
    { extension: "log", splitter: "meetingTranscript" },
    {
      // Small chunks, so that each clause is one.
      docType: "legalContract",
      splitter: presets.legalContract.create({ chunkSize: 30 }),
    },
  ],
});

for (const { pageContent, metadata } of await splitter.invoke(documents)) {
  const { source = "?", section, speakers = "" } = metadata;
  console.log(`== ${source} ${section}${speakers}`.trimEnd());
  console.log(`${pageContent}\n`);
}
