/** Prints what the mode "readability" keeps of the HTML in the argument. */
import { Document } from "@langchain/core/documents";
import { HtmlMainContent } from "langchain-seams";

const filter = new HtmlMainContent({ mode: "readability" });
const pageContent = process.argv[2];
filter.invoke([new Document({ pageContent })]).then(([page]) => {
  console.log(JSON.stringify(page));
});
