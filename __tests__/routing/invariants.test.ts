/** The invariants over what presets and routing make. */
import fc from "fast-check";
import {
  RoutingTextSplitter,
  presets,
  type SeamTextSplitter,
} from "langchain-seams";
import { readChunks, type Expectation } from "../support/chunks.js";
import {
  anyDocument,
  paragraph,
  sizeAndOverlap,
} from "../support/documents.js";
import {
  checkBounded,
  checkLossless,
  checkPure,
  checkStable,
  sourceMetadata,
} from "../support/invariants.js";
import { characters, type Options } from "../support/splitters.js";
import { checkGraphemes } from "../support/whole.js";

const numRuns = Number(process.env.SEAMS_RUNS ?? 300);

/** Lines that begin clauses and questions, and text under them. */
const labels = fc.constantFrom(
  "CLÁUSULA PRIMERA. OBJETO",
  "SEGUNDA.- Plazo",
  "Art. 5. Objeto",
  "ARTICLE IV\nCOVENANTS",
  "Section 4.1 Authority.",
  "5.2.1",
  "5.2 Precio",
  "ANEXO II",
  "## ¿Cuánto es?",
  "### Otros",
  "**¿Por qué?**",
  "- **Q: Why?**",
  "Q: When?",
  "P: ¿Qué es?",
  "¿Y ahora?",
  "A:",
  "```\n¿Qué?\n```"
);
const labelled = fc
  .array(
    fc.tuple(
      labels,
      fc.constantFrom("\n\n", "\n", " "),
      fc.oneof(paragraph, fc.constant("")),
      fc.constantFrom("\n\n", "\n\n", "\n")
    ),
    { minLength: 1, maxLength: 7 }
  )
  .map((parts) => parts.flat().join(""));

const documents = fc.oneof(
  { weight: 2, arbitrary: labelled },
  { weight: 1, arbitrary: anyDocument }
);

interface Made {
  name: string;
  make(options: Options): SeamTextSplitter;
}

const made: Made[] = [
  {
    name: "presets.faq",
    make: (options) => presets.faq.create({ chunkOverlap: 0, ...options }),
  },
  {
    name: "presets.legalContract",
    make: (options) => presets.legalContract.create(options),
  },
  {
    name: "RoutingTextSplitter",
    make: (options) =>
      new RoutingTextSplitter({
        rules: [{ matches: () => true, splitter: "legalContract" }],
        ...options,
      }),
  },
];

/**
 * All but "whole", whose check knows no headings of plain text: a sentence may
 * be cut so that its heading stays with it.
 */
test.each(made)(
  "$name",
  async ({ make }) => {
    const property = fc.asyncProperty(
      documents,
      sizeAndOverlap,
      async (source, size) => {
        const options = { ...size, lengthFunction: characters };
        const splitter = make(options);
        const expectation = { ...size, length: characters, grain: "prose" };
        const metadata = sourceMetadata();
        const split = await splitter.createDocuments([source], [metadata]);
        const chunks = readChunks(source, split);
        await checkLossless(source, chunks, expectation as Expectation);
        await checkBounded(source, chunks, expectation as Expectation);
        checkGraphemes(source, chunks);
        await checkPure(splitter, source, split);
        await checkStable(splitter, source, split);
      }
    );
    await fc.assert(property, { numRuns, seed: 3 });
  },
  900_000
);
