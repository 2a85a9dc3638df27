/** The invariants of each splitter in each measure, as properties. */
import fc, { type Arbitrary } from "fast-check";
import { fail } from "./chunks.js";
import { anyDocument, sizeAndOverlap } from "./documents.js";
import { OUTPUTS, anyHtml, checkHtml, type Output } from "./html.js";
import { checkInvariants } from "./invariants.js";
import { rulers, subjects, type Ruler, type Subject } from "./splitters.js";

/** A document, and how it is split. */
export interface Sample {
  source: string;
  chunkSize: number;
  chunkOverlap: number;
}

export interface Property {
  splitter: string;
  ruler: string;
  documents: Arbitrary<string>;
  sizes: Arbitrary<Omit<Sample, "source">>;
  /** Splits a document and throws an error at the first fault. */
  check(sample: Sample): Promise<void>;
}

/** Of splitters whose chunks are slices of the source. */
function ofSlices(subject: Subject, ruler: Ruler): Property {
  const { name, grain, make, documents = anyDocument } = subject;
  const { lengthFunction, length } = ruler;
  return {
    splitter: name,
    ruler: ruler.name,
    documents,
    sizes: sizeAndOverlap,
    async check({ source, ...options }) {
      const splitter = make(
        lengthFunction === undefined ? options : { ...options, lengthFunction }
      );
      await checkInvariants(splitter, source, { ...options, length, grain });
    },
  };
}

/** Of HTML, which is mostly rendered: what its checks can't hold to slices. */
const ofHtml = (output: Output, ruler: Ruler): Property => ({
  splitter: `StructuralHTMLTextSplitter, output "${output}"`,
  ruler: ruler.name,
  documents: anyHtml,
  sizes: fc.record({
    chunkSize: fc.integer({ min: 12, max: 200 }),
    chunkOverlap: fc.constant(0),
  }),
  async check({ source, chunkSize }) {
    const first = await checkHtml(source, chunkSize, output, ruler);
    const second = await checkHtml(source, chunkSize, output, ruler);
    if (JSON.stringify(first) !== JSON.stringify(second)) {
      fail("pure", "another result the second time");
    }
  },
});

export const properties: readonly Property[] = [
  ...subjects.flatMap((subject) =>
    rulers.map((ruler) => ofSlices(subject, ruler))
  ),
  ...OUTPUTS.flatMap((output) => rulers.map((ruler) => ofHtml(output, ruler))),
];

/** For `fc.assert` and `fc.check`. */
export const asProperty = ({ documents, sizes, check }: Property) =>
  fc.asyncProperty(documents, sizes, (source, size) =>
    check({ source, ...size })
  );
