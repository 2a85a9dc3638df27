/**
 * Makes a PDF of the pages that a file holds as JSON (a list of lists of lines),
 * and writes the documents that LangChain's `PDFLoader` reads.
 */
import { readFile } from "node:fs/promises";
import { PDFLoader } from "@langchain/community/document_loaders/fs/pdf";
import { PDFDocument, StandardFonts } from "pdf-lib";

const pages = JSON.parse(await readFile(process.argv[2], "utf8")) as string[][];
const pdf = await PDFDocument.create();
const font = await pdf.embedFont(StandardFonts.Helvetica);
for (const lines of pages) {
  const page = pdf.addPage();
  for (const [index, line] of lines.entries()) {
    page.drawText(line, { x: 50, y: 780 - 16 * index, size: 11, font });
  }
}
const blob = new Blob([new Uint8Array(await pdf.save())]);
const documents = await new PDFLoader(blob).load();
console.log(JSON.stringify(documents));
