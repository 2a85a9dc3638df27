import { loadGrammar, type Grammar } from "./grammars.js";
import { parseIndented } from "./indented.js";
import type { CodeLanguage } from "./languages.js";
import { readTree } from "./tree.js";
import type { CodeOutline, ShareOf } from "./units.js";

/** How long to parse a text unless told otherwise, in milliseconds. */
export const PARSE_TIMEOUT = 5_000;

export interface CodeOptions {
  shareOf: ShareOf;
  /** How long to parse, in milliseconds. */
  timeout: number;
  grammar?: Grammar;
  /** How deep the code stands in something else. Default: 0. */
  depth?: number;
}

/**
 * The outline of code by the grammar of its language: functions, classes and
 * statements, each looked into only if it is over the limit. What the grammar
 * does not understand in time is read by lines and their indentation.
 *
 * @throws MissingGrammarError when no grammar is installed.
 */
export async function parseCode(
  text: string,
  language: CodeLanguage,
  options: CodeOptions
): Promise<CodeOutline> {
  const { parser, language: grammar } = await loadGrammar(
    language,
    options.grammar
  );
  const deadline = performance.now() + options.timeout;
  let outline: CodeOutline | undefined;
  parser.setLanguage(grammar);
  // The callback stops the parser, whatever its declared type says.
  const tree = parser.parse(text, null, {
    progressCallback: () => performance.now() > deadline,
  });
  if (tree === null) parser.reset();
  else {
    try {
      outline = readTree(text, tree.rootNode, { ...options, deadline });
    } finally {
      tree.delete();
    }
  }
  return outline ?? parseIndented(text, options);
}
