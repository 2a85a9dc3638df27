import MarkdownIt, { type Token } from "markdown-it";

const { State } = new MarkdownIt().block;

/**
 * The state of the parser, with tokens as plain objects: making those of
 * markdown-it takes a third of the time of reading blocks, and more memory.
 */
export class BlockState extends State {
  override push(type: string, tag: string, nesting: 1 | 0 | -1): Token {
    if (nesting < 0) this.level -= 1;
    // The methods of tokens are for what renders them.
    const token = {
      type,
      tag,
      attrs: null,
      map: null,
      nesting,
      level: this.level,
      children: null,
      content: "",
      markup: "",
      info: "",
      meta: null,
      block: true,
      hidden: false,
    } as unknown as Token;
    if (nesting > 0) this.level += 1;
    this.tokens.push(token);
    return token;
  }
}
