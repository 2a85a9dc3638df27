/** What a browser does with elements by their names and attributes. */
import type { HtmlElement } from "./html-tree.js";

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "));

const INLINE = names(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd " +
    "label mark meter nobr output progress q rb rt rtc ruby s samp slot small " +
    "span strike strong sub sup time tt u var picture svg math img wbr button"
);

/** Whether an element stands within a line of text. */
export const isInline = (name: string): boolean =>
  INLINE.has(name) || name.includes("-");

const HIDDEN = names(
  "head script style template noscript noframes noembed iframe object " +
    "video audio canvas datalist rp annotation annotation-xml param title " +
    "desc metadata"
);

/** Whether a browser shows nothing of an element. */
export function isHidden({ tagName, attrs }: HtmlElement): boolean {
  if (HIDDEN.has(tagName)) return true;
  let isOpen = tagName !== "dialog";
  for (const { name, value } of attrs) {
    if (name === "hidden" && value !== "until-found") return true;
    if (name === "style" && /(?:^|;)\s*display\s*:\s*none/i.test(value)) {
      return true;
    }
    isOpen ||= name === "open";
  }
  return !isOpen;
}

/** Elements whose white space is shown as it is. */
export const EXACT = names("pre listing xmp plaintext textarea");

export const LISTS = names("ul ol menu dir");

/** The sections of a page that may have headings of their own. */
export const SECTIONS = names("section article aside nav");

const APART = names(
  "p h1 h2 h3 h4 h5 h6 ul ol dl menu dir pre listing xmp plaintext table " +
    "blockquote section article aside nav header footer main figure details " +
    "form fieldset hr"
);

/** Whether a blank line stands between a block and what is around it. */
export const isApart = (name: string): boolean => APART.has(name);

/** The level of a heading, 0 for any other element. */
export const headingLevel = (name: string): number =>
  name.length === 2 && /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
