/**
 * Everything that goes into a page passes through `markup`, which escapes what
 * is not markup already. No other module of this package escapes.
 */

/** A piece of a page that is markup already. */
export class Html {
  constructor(readonly source: string) {}

  toString(): string {
    return this.source;
  }
}

/** What may stand in a template: `false` and `undefined` leave no trace. */
export type HtmlValue =
  string | number | Html | false | undefined | readonly HtmlValue[];

// Controls but for tab and line feed: a parser drops or changes them, or the
// screen shows nothing. Lone surrogates have no form in UTF-8.
const SPECIAL = /[&<>"'\u0000-\u0008\u000b-\u001f\u007f]|\p{Surrogate}/gu;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // A parser makes line feeds of these, unless they are spelled out.
  "\r": "&#13;",
  "\u007f": "\u2421",
};

function escapeOne(special: string): string {
  const entity = ENTITIES[special];
  if (entity !== undefined) return entity;
  const code = special.charCodeAt(0);
  // The picture of a control, such as U+2400 for NUL.
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\uFFFD";
}

/**
 * The text as content of an element or of a quoted attribute. Every UTF-16
 * unit of the text is one unit of the page's text: offsets stay what they are.
 */
function escape(text: string): string {
  return text.replace(SPECIAL, escapeOne);
}

function sourceOf(value: HtmlValue): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.source;
  if (typeof value === "string") return escape(value);
  if (typeof value === "number") return String(value);
  return value.map(sourceOf).join("");
}

/**
 * A template of HTML: values are escaped, unless they came out of a template
 * themselves. Attributes have to be quoted.
 *
 * It is not called `html`, for formatters then move the white space.
 */
export function markup(
  strings: TemplateStringsArray,
  ...values: HtmlValue[]
): Html {
  let source = strings[0];
  values.forEach((value, index) => {
    source += sourceOf(value) + strings[index + 1];
  });
  return new Html(source);
}
