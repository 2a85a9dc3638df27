import { pageStarts } from "../parse/pages.js";
import type { Source } from "./documents.js";
import { jsonOf, objectAt, type Metadata } from "./metadata.js";

/** The page that a loader says a document is. */
export function pageNumberOf({ metadata }: Source): number | undefined {
  const { pageNumber } = objectAt(metadata, "loc");
  return Number.isSafeInteger(pageNumber) ? (pageNumber as number) : undefined;
}

/** All that documents of one source have in common. */
const commonOf = (metadata: Metadata): string | undefined =>
  jsonOf({ ...metadata, loc: undefined });

/**
 * Joins the pages of a source that follow each other, a form feed for each
 * border, so that pages which a loader left out still count.
 */
export function joinPages(sources: Iterable<Source>): Source[] {
  const joined: Source[] = [];
  let previous: { common?: string; page?: number } = {};
  for (const source of sources) {
    const page = pageNumberOf(source);
    const common = page === undefined ? undefined : commonOf(source.metadata);
    const gap = (page ?? 0) - (previous.page ?? Infinity);
    if (common !== undefined && common === previous.common && gap > 0) {
      const last = joined[joined.length - 1];
      last.text += "\f".repeat(gap) + source.text;
      if (last.id !== source.id) last.id = undefined;
    } else {
      joined.push({ ...source });
    }
    const own = pageStarts(source.text).length;
    previous = { common, page: page === undefined ? page : page + own };
  }
  return joined;
}
