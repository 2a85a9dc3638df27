/**
 * How long a prefix may be: retrieval with prefixes of other shares of the
 * chunk's own tokens. See "Prefixes by their share" in README.md.
 *
 *     npx tsx benchmarks/prefixes.ts bm25|embeddings SIZE FOLDER [FILE...]
 *
 * The folder holds corpora/* and questions.jsonl; with files, only those of
 * corpora are read.
 */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Document } from "@langchain/core/documents";
import type { Embeddings } from "@langchain/core/embeddings";
import {
  ContextualPrefix,
  StructuralMarkdownTextSplitter,
  chunkStats,
  prefixDilution,
  type DescribeChunk,
} from "langchain-seams";
import {
  embeddingRetriever,
  evaluateSplitters,
  type EvaluationData,
} from "langchain-seams/evaluate";
import { LocalEmbeddings } from "./quality/local-embeddings.js";
import { differenceTable } from "./quality/tables.js";

const SHARES: readonly [name: string, share: number][] = [
  ["0", 0],
  ["1/6", 1 / 6],
  ["1/3", 1 / 3],
  ["2/3", 2 / 3],
  ["1", 1],
];
const BASELINE = "share 1/3";
const BUDGET = 500;

/** Splits, and puts prefixes in front. */
class PrefixingSplitter extends StructuralMarkdownTextSplitter {
  constructor(
    chunkSize: number,
    private readonly prefix: ContextualPrefix
  ) {
    super({ chunkSize });
  }

  override async splitDocuments(documents: Document[]): Promise<Document[]> {
    const chunks = await super.splitDocuments(documents);
    return this.prefix.transformDocuments(chunks) as Promise<Document[]>;
  }
}

const outlines = new WeakMap<Document, string>();

/**
 * What a careless prompt makes of every chunk: what the whole document is
 * about, here its headings, or its beginning where there are none.
 */
const describeDocument: DescribeChunk = (document) => {
  let outline = outlines.get(document);
  if (outline === undefined) {
    const { pageContent } = document;
    const headings = [...pageContent.matchAll(/^#+ (.+)$/gm)].slice(0, 40);
    outline =
      headings.length > 0
        ? headings.map(([, heading]) => `${heading}.`).join(" ")
        : pageContent.slice(0, 2000);
    outlines.set(document, outline);
  }
  return outline;
};

const KINDS: Record<string, DescribeChunk | undefined> = {
  "the path of headings": undefined,
  "what the document is about": describeDocument,
};

async function load(folder: string, files: string[]): Promise<EvaluationData> {
  if (files.length === 0) return { folder };
  const lines = await readFile(join(folder, "questions.jsonl"), "utf8");
  const questions = lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .filter(({ corpus }) => files.includes(corpus));
  const documents = await Promise.all(
    files.map(
      async (source) =>
        new Document({
          pageContent: await readFile(join(folder, "corpora", source), "utf8"),
          metadata: { source },
        })
    )
  );
  return { documents, questions };
}

const percent = (share: number): string => (share * 100).toFixed(1);

async function run(
  kind: string,
  data: EvaluationData,
  chunkSize: number,
  embeddings: Embeddings | undefined
): Promise<void> {
  const splitters: Record<string, PrefixingSplitter> = {};
  const made = new Map<string, Document[]>();
  for (const [name, maxShare] of SHARES) {
    const describe = KINDS[kind];
    const prefix = new ContextualPrefix({
      maxShare,
      ...(describe && { describe }),
    });
    const splitter = new PrefixingSplitter(chunkSize, prefix);
    splitters[`share ${name}`] = splitter;
    made.set(`share ${name}`, []);
    const split = splitter.splitDocuments.bind(splitter);
    splitter.splitDocuments = async (documents) => {
      const chunks = await split(documents);
      made.get(`share ${name}`)?.push(...chunks);
      return chunks;
    };
  }
  const report = await evaluateSplitters({
    ...data,
    title: basename(folder),
    splitters,
    baseline: BASELINE,
    budgetTokens: BUDGET,
    maxMisses: 0,
    ...(embeddings && { retriever: embeddingRetriever(embeddings) }),
    onProgress: ({ splitter, phase, done, total }) => {
      if (done === total) process.stderr.write(`${splitter}: ${phase}\n`);
    },
  });
  const rows = await Promise.all(
    report.splitters.map(async ({ name, budgets, topK, mrr }) => {
      const chunks = made.get(name) ?? [];
      const { tokens } = await chunkStats(chunks);
      const small = budgets.find(({ budgetTokens }) => budgetTokens === BUDGET);
      const five = topK.find(({ k }) => k === 5);
      const cosine =
        embeddings && (await prefixDilution(chunks, embeddings)).cosine;
      return [
        name,
        tokens.mean.toFixed(0),
        ...(cosine ? [cosine.after.toFixed(3)] : []),
        percent(five?.hit.mean ?? 0),
        percent(small?.recall.mean ?? 0),
        percent(small?.hit.mean ?? 0),
        mrr.mean.toFixed(3),
      ];
    })
  );
  const titles = [
    kind,
    "mean tokens",
    ...(embeddings ? ["cosine within a document"] : []),
    "hit in 5 chunks",
    `recall@${BUDGET}`,
    `hit@${BUDGET}`,
    "MRR",
  ];
  const line = (cells: string[]): string => `| ${cells.join(" | ")} |\n`;
  process.stdout.write(
    line(titles) +
      line(titles.map((_, k) => (k === 0 ? "---" : "--:"))) +
      rows.map(line).join("") +
      `\n${differenceTable([report], "recall")}\n` +
      `\n${differenceTable([report], "hit")}\n\n`
  );
}

const [retriever, size, folder, ...files] = process.argv.slice(2);
const data = await load(folder, files);
const embeddings =
  retriever === "embeddings"
    ? new LocalEmbeddings(join(import.meta.dirname, "../.cache/vectors"))
    : undefined;
process.stdout.write(
  `### ${basename(folder)}, ${retriever}, chunks of ${size}\n\n`
);
for (const kind of Object.keys(KINDS)) {
  await run(kind, data, Number(size), embeddings);
}
