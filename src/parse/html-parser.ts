import {
  Parser,
  Token,
  defaultTreeAdapter,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type TreeAdapter,
} from "parse5";
import { isInline } from "./html-elements.js";

interface Adapter extends TreeAdapter<DefaultTreeAdapterMap> {
  /** Where the text starts that is inserted next. */
  textStart: number;
}

/** What is needed of a place; lines, columns and attributes are not. */
const offsetsOf = ({ startOffset, endOffset }: Token.Location) =>
  ({ startOffset, endOffset }) as Token.ElementLocation;

/** Elements whose tags are looked for. */
const TAGS_KEPT = new Set(
  "table code pre listing xmp plaintext textarea".split(" ")
);

/**
 * Keeps a text node for what stands together in the source, so that it has a
 * place of its own. Of places, only offsets are kept, and no more objects than
 * are read: the parser spends most of its time on them.
 */
const createAdapter = (): Adapter => ({
  ...defaultTreeAdapter,
  textStart: 0,
  // Nodes take less memory with a place from the start than if one is added.
  createElement(tagName, namespaceURI, attrs) {
    return {
      nodeName: tagName,
      tagName,
      attrs,
      namespaceURI,
      childNodes: [],
      parentNode: null,
      sourceCodeLocation: null,
    };
  },
  createTextNode: (value) => ({
    nodeName: "#text" as const,
    value,
    parentNode: null,
    sourceCodeLocation: null,
  }),
  appendChild(parent, node) {
    // An empty list that grows by one makes room for 17, and most hold one.
    if (parent.childNodes.length === 0) parent.childNodes = [node];
    else parent.childNodes.push(node);
    node.parentNode = parent;
  },
  insertText(parent, text) {
    const last = parent.childNodes[parent.childNodes.length - 1];
    const isNext = last?.sourceCodeLocation?.endOffset === this.textStart;
    if (isNext && "value" in last) last.value += text;
    else {
      const node = this.createTextNode(text);
      this.appendChild(parent, node);
    }
  },
  insertTextBefore(parent, text, reference) {
    const node = this.createTextNode(text);
    defaultTreeAdapter.insertBefore(parent, node, reference);
  },
  setNodeSourceCodeLocation(node, place) {
    if (place) node.sourceCodeLocation = offsetsOf(place);
  },
  updateNodeSourceCodeLocation(node, { endOffset }) {
    const kept = node.sourceCodeLocation;
    if (kept && endOffset !== undefined) kept.endOffset = endOffset;
  },
});

/**
 * How deep elements may nest before a further start tag only makes a border: at
 * many tags the parser looks through all open elements, so that without a bound
 * it takes quadratic time. Chromium stops at 512.
 */
const MAX_DEPTH = 256;

/** Tables are what is looked for: they may stand deeper. */
const MAX_TABLE_DEPTH = 2_048;
const TABLE_TAGS = new Set(
  "table caption colgroup thead tbody tfoot tr td th".split(" ")
);

const ROW_TAGS = new Set(["caption", "tr", "td", "th"]);

/** Tags that switch the tokenizer, or that open nothing: always read. */
const ALWAYS_OPENED = new Set(
  (
    "script style title textarea xmp iframe noembed noframes noscript " +
    "plaintext template br hr img input wbr meta link base area col embed " +
    "source track param html head body"
  ).split(" ")
);

/** The comment that stands for a tag beyond the bound; no source has NUL. */
export const BORDER = "\0border";

class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  /** How many tags of each name were left unopened. */
  private readonly unopened = new Map<string, number>();

  override onStartTag(token: Token.TagToken): void {
    const { tagName } = token;
    const bound = TABLE_TAGS.has(tagName) ? MAX_TABLE_DEPTH : MAX_DEPTH;
    if (this.openElements.stackTop < bound || ALWAYS_OPENED.has(tagName)) {
      super.onStartTag(token);
      // Rows and cells without a table open nothing: words stay apart.
      const isDropped = this.openElements.current?.nodeName !== tagName;
      if (isDropped && ROW_TAGS.has(tagName)) this.addBorder(token);
      return;
    }
    this.unopened.set(tagName, (this.unopened.get(tagName) ?? 0) + 1);
    this.addBorder(token);
  }

  override onEndTag(token: Token.TagToken): void {
    const count = this.unopened.get(token.tagName) ?? 0;
    if (count === 0) {
      super.onEndTag(token);
      return;
    }
    this.unopened.set(token.tagName, count - 1);
    this.addBorder(token);
  }

  override _insertCharacters(token: Token.CharacterToken): void {
    const adapter = this.treeAdapter as Adapter;
    adapter.textStart = token.location?.startOffset ?? -1;
    super._insertCharacters(token);
  }

  override _attachElementToTree(
    element: DefaultTreeAdapterTypes.Element,
    location: Token.Location | null
  ): void {
    super._attachElementToTree(element, null);
    if (location === null) return;
    const kept = offsetsOf(location);
    if (TAGS_KEPT.has(element.tagName)) kept.startTag = offsetsOf(location);
    element.sourceCodeLocation = kept;
  }

  /** The token is `null` at the end of the text. */
  override _setEndLocation(
    element: DefaultTreeAdapterTypes.Element,
    token: Token.Token | null
  ): void {
    const kept = element.sourceCodeLocation;
    if (!kept || !token?.location) return;
    const { startOffset, endOffset } = token.location;
    const isOwn =
      token.type === Token.TokenType.END_TAG &&
      token.tagName === element.tagName;
    kept.endOffset = isOwn ? endOffset : startOffset;
    if (isOwn && kept.startTag) kept.endTag = offsetsOf(token.location);
  }

  private addBorder({ tagName, location }: Token.TagToken): void {
    if (isInline(tagName)) return;
    const type = Token.TokenType.COMMENT;
    this.onComment({ type, data: BORDER, location });
  }
}

/**
 * The tree of a text of HTML as a browser reads it: never throws, knows where
 * everything stands. Text that is nested deeper than 256 elements belongs to
 * the last one that was opened.
 */
export function parseTree(html: string): DefaultTreeAdapterTypes.Document {
  const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = createAdapter();
  return BoundedParser.parse(html, {
    sourceCodeLocationInfo: true,
    treeAdapter,
  });
}
