import {
  Parser,
  defaultTreeAdapter,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type Token,
  type TreeAdapter,
} from "parse5";

/** What is needed of a place; lines, columns and attributes are not. */
const offsetsOf = <T extends Token.Location>(place: T): T =>
  ({ startOffset: place.startOffset, endOffset: place.endOffset }) as T;

/** Keeps offsets only, which takes a third less time and memory. */
const adapter: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  setNodeSourceCodeLocation(node, place) {
    if (!place) return;
    const kept: Token.ElementLocation = offsetsOf(place);
    if ("startTag" in place && place.startTag) {
      kept.startTag = offsetsOf(place.startTag);
    }
    node.sourceCodeLocation = kept;
  },
  updateNodeSourceCodeLocation(node, place) {
    const kept: Partial<Token.ElementLocation> | null | undefined =
      node.sourceCodeLocation;
    if (!kept) return;
    if (place.endOffset !== undefined) kept.endOffset = place.endOffset;
    if ("endTag" in place && place.endTag) {
      kept.endTag = offsetsOf(place.endTag);
    }
  },
};

/**
 * How deep elements may nest before a further start tag opens nothing: at many
 * tags the parser looks through all open elements, so that without a bound it
 * takes quadratic time. Chromium stops at 512.
 */
const MAX_DEPTH = 256;

/** Tables are what is looked for: they may stand deeper. */
const MAX_TABLE_DEPTH = 2_048;
const TABLE_TAGS = new Set(
  "table caption colgroup thead tbody tfoot tr td th".split(" ")
);

const maxDepthOf = (tagName: string): number =>
  TABLE_TAGS.has(tagName) ? MAX_TABLE_DEPTH : MAX_DEPTH;

/** Tags behind which the tokenizer reads on in another way: always opened. */
const SWITCHES = new Set(
  "script style title textarea xmp iframe noembed noframes plaintext".split(" ")
);

class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  /** How many tags of each name were left unopened. */
  private readonly unopened = new Map<string, number>();

  override onStartTag(token: Token.TagToken): void {
    const { tagName } = token;
    const isShallow = this.openElements.stackTop < maxDepthOf(tagName);
    if (isShallow || SWITCHES.has(tagName)) {
      super.onStartTag(token);
      return;
    }
    this.unopened.set(tagName, (this.unopened.get(tagName) ?? 0) + 1);
  }

  override onEndTag(token: Token.TagToken): void {
    const count = this.unopened.get(token.tagName) ?? 0;
    if (count === 0) super.onEndTag(token);
    else this.unopened.set(token.tagName, count - 1);
  }
}

/**
 * The tree of a text of HTML: never throws, knows where everything stands. The
 * text of elements nested more than 256 deep belongs to the last one opened.
 */
export const parseTree = (text: string): DefaultTreeAdapterTypes.Document =>
  BoundedParser.parse(text, {
    sourceCodeLocationInfo: true,
    treeAdapter: adapter,
  });
