import { Document } from "@langchain/core/documents";
import { uuidOf } from "../documents/ids.js";
import { objectAt } from "../documents/metadata.js";
import type { Hit } from "./hits.js";
import type { ChildRecord, FamilyRecord } from "./records.js";

/** Children of one text that follow each other, the last included. */
interface Range {
  hit: Hit;
  record: FamilyRecord;
  first: number;
  last: number;
}

/** How far a range goes around the child at an index. */
export type Reach = (
  children: readonly ChildRecord[],
  index: number
) => { first: number; last: number };

/** So many neighbours on both sides. */
export const windowOf =
  (size: number): Reach =>
  (children, index) =>
    extend(children, index, (_child, distance) => distance <= size);

/** The neighbours under the same headings. */
export const sectionOf: Reach = (children, index) =>
  extend(children, index, ({ section }) => section === children[index].section);

function extend(
  children: readonly ChildRecord[],
  index: number,
  isIn: (child: ChildRecord, distance: number) => boolean
): { first: number; last: number } {
  const { text } = children[index];
  const go = (step: number): number => {
    let at = index;
    for (;;) {
      const next = children[at + step];
      if (next?.text !== text || !isIn(next, Math.abs(at + step - index))) {
        return at;
      }
      at += step;
    }
  };
  return { first: go(-1), last: go(1) };
}

/**
 * The texts around children, in the order of the best child of each: ranges
 * that share a child are one. A child without a record stands for itself.
 */
export function rangesAround(hits: readonly Hit[], reach: Reach): Document[] {
  const found: (Range | Document)[] = [];
  for (const hit of hits) {
    const { record, index, child } = hit;
    if (record === undefined || index < 0) {
      found.push(child);
      continue;
    }
    let range: Range = { hit, record, ...reach(record.children, index) };
    const overlapping = found.filter(
      (other): other is Range =>
        !(other instanceof Document) &&
        other.record === record &&
        other.first <= range.last &&
        range.first <= other.last
    );
    for (const other of overlapping) {
      const first = Math.min(range.first, other.first);
      const last = Math.max(range.last, other.last);
      range = { hit: range.hit, record, first, last };
    }
    const [best, ...others] = overlapping;
    if (best === undefined) found.push(range);
    else Object.assign(best, { first: range.first, last: range.last });
    for (const other of others) found.splice(found.indexOf(other), 1);
  }
  return found.map((each) =>
    each instanceof Document ? each : documentOf(each)
  );
}

/** The keys that say something of one chunk only. */
const OF_CHUNK = ["kind", "n_tokens", "part", "header_omitted", "oversize"];

function documentOf({ hit, record, first, last }: Range): Document {
  const { children, texts } = record;
  const [from, to] = [children[first], children[last]];
  if (first === last) return hit.child;
  const metadata = { ...hit.child.metadata };
  for (const key of OF_CHUNK) delete metadata[key];
  const loc = structuredClone(from.loc);
  for (const key of ["index", "total", "heads"]) delete loc[key];
  metadata.section = from.section;
  metadata.loc = {
    ...loc,
    end: to.loc.end,
    lines: { from: linesOf(from).from, to: linesOf(to).to },
  };
  return new Document({
    id: uuidOf(from.id, to.id),
    pageContent: texts[from.text].slice(from.start, to.end),
    metadata,
  });
}

const linesOf = ({ loc }: ChildRecord): Record<string, unknown> =>
  objectAt(loc, "lines");
