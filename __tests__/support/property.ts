/** The five invariants of one splitter in one measure, as a property. */
import fc from "fast-check";
import { anyDocument, sizeAndOverlap } from "./documents.js";
import { checkInvariants } from "./invariants.js";
import type { Ruler, Subject } from "./splitters.js";

/** A document, and how it is split. */
export interface Sample {
  source: string;
  chunkSize: number;
  chunkOverlap: number;
}

/** Splits a document and throws an error at the first fault. */
export async function checkSample(
  { grain, make }: Subject,
  { lengthFunction, length }: Ruler,
  { source, chunkSize, chunkOverlap }: Sample
): Promise<void> {
  const options = { chunkSize, chunkOverlap };
  const splitter = make(
    lengthFunction === undefined ? options : { ...options, lengthFunction }
  );
  await checkInvariants(splitter, source, { ...options, length, grain });
}

/** For `fc.assert` and `fc.check`. */
export const invariantsOf = (subject: Subject, ruler: Ruler) =>
  fc.asyncProperty(
    subject.documents ?? anyDocument,
    sizeAndOverlap,
    (source, size) => checkSample(subject, ruler, { source, ...size })
  );
