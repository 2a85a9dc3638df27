/**
 * Plain text: paragraphs stay whole while they fit, then lines, sentences and
 * words. Abbreviations do not end a sentence, in English or in Spanish.
 */
import { Document } from "@langchain/core/documents";
import { RecursiveTokenTextSplitter } from "langchain-seams";

const text = `Según el art. 28 del reglamento, el encargado responde ante el \
responsable. El Sr. Director y la Sra. Gerente de la S.A. firmaron el acuerdo \
núm. 14 en EE. UU. el año pasado. Desde entonces se revisa cada trimestre, \
p. ej. en marzo y en junio.

Dr. Smith et al. measured 3.5 kg, i.e. more than the 2.1 kg of Fig. 4. The \
difference is small. Nobody had asked for it before, and yet it matters.

合同自签署之日起生效，有效期为两年。任何一方可提前三十天书面通知终止。争议由法院管辖。`;

const splitter = new RecursiveTokenTextSplitter({
  chunkSize: 50,
  chunkOverlap: 0,
});
const chunks = await splitter.splitDocuments([
  new Document({ pageContent: text, metadata: { source: "note.txt" } }),
]);
for (const { pageContent, metadata } of chunks) {
  console.log(`[${metadata.n_tokens} tokens, line ${metadata.loc.lines.from}]`);
  console.log(`${pageContent.trim()}\n`);
}
