/**
 * What a project does that has installed the package: compiled to a module and
 * to CommonJS, and its types checked as both. Prints what came of it as JSON.
 */
import { FakeEmbeddings } from "@langchain/core/utils/testing";
import { TextSplitter } from "@langchain/textsplitters";
import {
  CodeTextSplitter,
  DialogueTextSplitter,
  FixedTokenTextSplitter,
  PageTextSplitter,
  RecursiveTokenTextSplitter,
  RoutingTextSplitter,
  SemanticTextSplitter,
  StructuralHTMLTextSplitter,
  StructuralMarkdownTextSplitter,
  TableTextSplitter,
  tokenCounter,
} from "langchain-seams";
import { evaluateSplitters, formatReport } from "langchain-seams/evaluate";
import { renderView } from "langchain-seams/view";

const text = `# Año\n\nUno dos tres.\n\n# Fin\n\n${"Y más. ".repeat(20)}`;
const sizes = { chunkSize: 20, chunkOverlap: 0 };

export const wrong: ConstructorParameters<typeof TableTextSplitter>[0] = {
  // @ts-expect-error: sizes are numbers
  chunkSize: "20",
};

/** Each is a splitter of LangChain, in the types too. */
const splitters: TextSplitter[] = [
  new CodeTextSplitter(sizes),
  new DialogueTextSplitter(sizes),
  new FixedTokenTextSplitter(sizes),
  new PageTextSplitter(sizes),
  new RecursiveTokenTextSplitter(sizes),
  new RoutingTextSplitter(sizes),
  new SemanticTextSplitter({ ...sizes, embeddings: new FakeEmbeddings() }),
  new StructuralHTMLTextSplitter({ ...sizes, output: "source" }),
  new StructuralMarkdownTextSplitter(sizes),
  new TableTextSplitter(sizes),
];

async function splitWith(splitter: TextSplitter) {
  const count: (text: string) => Promise<number> = tokenCounter("cl100k_base");
  const documents = await splitter.createDocuments([text]);
  const counts = documents.map(({ pageContent }) => count(pageContent));
  return {
    name: splitter.constructor.name,
    isTextSplitter: splitter instanceof TextSplitter,
    isCut: documents.length > 2,
    isBounded: Math.max(...(await Promise.all(counts))) <= sizes.chunkSize,
    isExact: documents.every(({ pageContent, metadata }) => {
      const { start, end } = metadata.loc;
      return pageContent.includes(text.slice(start, end));
    }),
  };
}

/** The chunks of a function that is cut, or why there are none. */
async function splitCode(): Promise<string[]> {
  const code = "def f(a):\n    return a\n\n\ndef g(b):\n    return b\n";
  const splitter = CodeTextSplitter.fromLanguage("python", { chunkSize: 12 });
  try {
    const documents = await splitter.createDocuments([code]);
    return documents.map(({ metadata }) => String(metadata.symbol));
  } catch (error) {
    return String(error).split("\n");
  }
}

async function main(): Promise<void> {
  const [splitter] = splitters;
  const report = await evaluateSplitters({
    documents: [{ pageContent: text, metadata: { source: "a.md" } }],
    questions: [
      { corpus: "a.md", question: "What is one?", gold: "Uno dos tres." },
    ],
    splitters: { splitter },
  });
  const documents = await splitter.createDocuments([text]);
  const views = [{ name: "one", documents }];
  const used = {
    splitters: await Promise.all(splitters.map(splitWith)),
    code: await splitCode(),
    report: formatReport(report).includes("splitter"),
    view: renderView({ text, views, title: "a" }).includes("Uno dos tres."),
  };
  process.stdout.write(JSON.stringify(used));
}

void main();
