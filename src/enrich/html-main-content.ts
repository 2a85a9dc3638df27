import type { Document, DocumentInterface } from "@langchain/core/documents";
import type { Pace } from "../concurrency.js";
import { checkOneOf } from "../options.js";
import type { Span } from "../outline.js";
import { htmlText } from "../parse/html-text.js";
import { parseTree } from "../parse/html-parser.js";
import {
  attribute,
  placeOf,
  walkTree,
  type HtmlElement,
} from "../parse/html-tree.js";
import { SourceFilter } from "./filter.js";
import {
  keepRest,
  keepSpans,
  type RemovedCounts,
  type RemovedParts,
} from "./kept.js";
import { partsWithoutReadability } from "./readability.js";

/** The options of `HtmlMainContent`. */
export interface HtmlMainContentParams {
  /**
   * "landmarks": by elements and roles. "readability": by Mozilla's
   * Readability, for pages without landmarks; it asks for the packages
   * `@mozilla/readability` and `linkedom`. Default: "landmarks".
   */
  mode: "landmarks" | "readability";
}

/** What is around the content of a page, by element and by role. */
const KINDS: Record<string, string> = {
  nav: "nav",
  footer: "footer",
  aside: "aside",
  header: "header",
  navigation: "nav",
  menubar: "nav",
  contentinfo: "footer",
  complementary: "aside",
  banner: "header",
  search: "search",
};

const COOKIES = /(?:^|[\s_-])(?:cookies?|consent|gdpr|onetrust)(?:$|[\s_-])/i;
/** What tells a notice about cookies from a text about them. */
const NOTICE =
  /(?:^|[\s_-])(?:banner|bar|notice|popup|pop-up|modal|overlay|dialog|alert|prompt|toast|aviso|onetrust|cookies?[\s_-]consent)(?:$|[\s_-])/i;
const BOX = /^(?:div|section|aside|dialog|form|footer|p)$/;

/**
 * Keeps the content of an HTML page: `main` or else `article`, where there is
 * one, without `nav`, `footer`, `aside`, `header` (but the header of what is
 * kept) and, outside of both, cookie banners. What is left is HTML: exact slices of the source.
 *
 * `metadata.loc.removed` counts `nav`, `footer`, `aside`, `header`, `search`,
 * `cookies` and `characters` ("readability": `parts` and `characters`);
 * `metadata.loc.kept` lets splitters give `loc` in the original. A page of which
 * no text would be left stays whole.
 *
 * @example
 * ```ts
 * import { Document } from "@langchain/core/documents";
 * import { HtmlMainContent } from "langchain-seams";
 *
 * const pageContent = "<nav>Home</nav><main><p>Text.</p></main>";
 * const [page] = await new HtmlMainContent().invoke([
 *   new Document({ pageContent }),
 * ]);
 * console.log(page.pageContent); // "<main><p>Text.</p></main>"
 * ```
 *
 * @throws RangeError when `mode` is none of the two.
 * @throws Error when `mode` is "readability" and its packages are missing.
 */
export class HtmlMainContent
  extends SourceFilter
  implements HtmlMainContentParams
{
  static override lc_name(): string {
    return "HtmlMainContent";
  }

  mode: HtmlMainContentParams["mode"];

  constructor(fields: Partial<HtmlMainContentParams> = {}) {
    super(fields);
    const { mode = "landmarks" } = fields;
    checkOneOf("mode", mode, ["landmarks", "readability"]);
    this.mode = mode;
  }

  protected override async filter(
    documents: readonly DocumentInterface[],
    pace: Pace
  ): Promise<Document[]> {
    const filtered: Document[] = [];
    for (const document of documents) {
      await pace();
      const { pageContent: html } = document;
      const { spans, counts } =
        this.mode === "readability"
          ? await partsWithoutReadability(html)
          : partsAround(html);
      const kept = keepRest(html, spans);
      const text = kept
        .map(({ start, end }) => html.slice(start, end))
        .join("");
      filtered.push(
        htmlText(parseTree(text)) === ""
          ? keepSpans(document, [{ start: 0, end: html.length }], {})
          : keepSpans(document, kept, counts)
      );
    }
    return filtered;
  }
}

/** The parts of a page that are around its content, by their elements. */
function partsAround(html: string): RemovedParts {
  const tree = parseTree(html);
  const counts: RemovedCounts = {};
  const spans: Span[] = [];
  const mains: Span[] = [];
  const articles: Span[] = [];
  const roots: HtmlElement[] = [];
  walkTree(tree, {
    enter(element) {
      const span = placeOf(element);
      const isRoot = isMain(element) || element.tagName === "article";
      const kind = isRoot ? undefined : kindOf(element, roots.length > 0);
      if (kind !== undefined) {
        counts[kind] = (counts[kind] ?? 0) + 1;
        if (span) spans.push(span);
        return false;
      }
      if (isRoot) {
        if (span && isMain(element)) mains.push(span);
        else if (span && roots.length === 0) articles.push(span);
        roots.push(element);
      }
      return true;
    },
    leave(element) {
      if (roots[roots.length - 1] === element) roots.pop();
    },
    text() {},
    border() {},
  });
  const content = mains.length > 0 ? mains : articles;
  const outside = content.length > 0 ? keepRest(html, content) : [];
  return { spans: [...spans, ...outside], counts };
}

const isMain = (element: HtmlElement): boolean =>
  element.tagName === "main" || attribute(element, "role") === "main";

/** What an element is, if it is not content; `inContent`: of main, article. */
function kindOf(element: HtmlElement, inContent: boolean): string | undefined {
  const role = attribute(element, "role")?.trim().toLowerCase() ?? "";
  const kind = KINDS[role] ?? KINDS[element.tagName];
  // The header of an article holds its title.
  if (kind !== undefined && !(kind === "header" && inContent)) return kind;
  if (!BOX.test(element.tagName)) return undefined;
  const names = `${attribute(element, "id") ?? ""} ${
    attribute(element, "class") ?? ""
  }`;
  if (!COOKIES.test(names)) return undefined;
  const style = attribute(element, "style") ?? "";
  const isAbove =
    element.tagName === "dialog" ||
    /^(?:alert|alertdialog|dialog)$/.test(role) ||
    /(?:^|;)\s*position\s*:\s*(?:fixed|sticky)/i.test(style);
  // What is written about cookies has such names too.
  return isAbove || (!inContent && NOTICE.test(names)) ? "cookies" : undefined;
}
