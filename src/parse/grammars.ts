import type { Language, Parser } from "web-tree-sitter";
import type { CodeLanguage } from "./languages.js";

type TreeSitter = typeof import("web-tree-sitter");

/** A `Language` of `web-tree-sitter`, as far as its type goes. */
export interface LoadedLanguage {
  readonly types: readonly string[];
  readonly abiVersion: number;
}

/** A grammar for `web-tree-sitter`: loaded, its bytes, or where they are. */
export type Grammar = LoadedLanguage | Uint8Array | URL | string;

/** What it takes to parse a language. */
export interface LoadedGrammar {
  parser: Parser;
  language: Language;
}

/** Thrown when a package that a language needs is not installed. */
export class MissingGrammarError extends Error {
  override name = "MissingGrammarError";
}

/** The packages that hold the grammars of many languages, and their folder. */
const BUNDLES = [
  ["@cursorless/tree-sitter-wasms", "out"],
  ["@repomix/tree-sitter-wasms", "out"],
  ["@vscode/tree-sitter-wasm", "wasm"],
];

interface LoadedParser extends TreeSitter {
  parser: Parser;
}

let treeSitter: Promise<LoadedParser> | undefined;
const byName = new Map<string, Promise<Language>>();
const byBytes = new WeakMap<object, Promise<Language>>();

/**
 * The grammar of a language: the one that is given, or else the first that an
 * installed package has. Each is loaded once; nothing is fetched but an
 * address that is given.
 *
 * @throws MissingGrammarError with the line to type when there is none.
 */
export async function loadGrammar(
  language: CodeLanguage,
  grammar?: Grammar
): Promise<LoadedGrammar> {
  const { parser, Language } = await loadParser(language);
  if (grammar instanceof Language) return { parser, language: grammar };
  const load = (): Promise<Language> =>
    grammar === undefined
      ? findInstalled(language, Language)
      : loadGiven(grammar, Language);
  const loaded =
    grammar instanceof Uint8Array
      ? once(byBytes, grammar, load)
      : once(byName, String(grammar ?? `:${language.grammar}`), load);
  return { parser, language: await loaded };
}

/** One parser does: each parse sets its language, and none is interrupted. */
function loadParser(language: CodeLanguage): Promise<LoadedParser> {
  treeSitter ??= (async () => {
    // Bundlers take what is tried for something that may be missing.
    try {
      const module = await import("web-tree-sitter");
      await module.Parser.init();
      return { ...module, parser: new module.Parser() };
    } catch (error) {
      treeSitter = undefined;
      throw missing(language, [error]);
    }
  })();
  return treeSitter;
}

/** A module of Node, by a name that bundlers for browsers do not look up. */
const fromNode = <Module>(name: string): Promise<Module> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ name);

const files = () =>
  fromNode<typeof import("node:fs/promises")>("node:fs/promises");
const paths = () => fromNode<typeof import("node:path")>("node:path");

/** Loads what a key stands for, again only if that fails. */
function once<K, V>(
  cache: {
    get(key: K): Promise<V> | undefined;
    set(key: K, value: Promise<V>): void;
    delete(key: K): void;
  },
  key: K,
  load: () => Promise<V>
): Promise<V> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const loading = load().catch((error: unknown) => {
    cache.delete(key);
    throw error;
  });
  cache.set(key, loading);
  return loading;
}

async function loadGiven(
  grammar: Grammar,
  loader: typeof Language
): Promise<Language> {
  if (grammar instanceof Uint8Array) return loader.load(grammar);
  if (typeof grammar !== "string" && !(grammar instanceof URL)) {
    throw new TypeError(
      "The `Language` given as `grammar` is of another copy of " +
        "web-tree-sitter (`import` and `require` each have one): give its bytes"
    );
  }
  if (!/^https?:/.test(String(grammar))) {
    const { readFile } = await files();
    return loader.load(await readFile(grammar));
  }
  const response = await fetch(grammar);
  if (!response.ok) throw new Error(`${grammar}: status ${response.status}`);
  return loader.load(new Uint8Array(await response.arrayBuffer()));
}

async function findInstalled(
  language: CodeLanguage,
  loader: typeof Language
): Promise<Language> {
  // A browser has none installed.
  const { readFile } = await files().catch((error: unknown) => {
    throw missing(language, [error]);
  });
  const { join } = await paths();
  const problems: unknown[] = [];
  for (const [name, path] of candidates(language)) {
    const folder = await packageFolder(name);
    if (folder === undefined) continue;
    try {
      return await loader.load(await readFile(join(folder, path)));
    } catch (error) {
      // It has no such grammar, or one that is too old: the next one may do.
      problems.push(error);
    }
  }
  throw missing(language, problems);
}

/** Packages and the paths in them at which a grammar may be, best first. */
function candidates({ grammar = "" }: CodeLanguage): [string, string][] {
  const hyphened = grammar.replace(/_/g, "-");
  const files = [...new Set([grammar, hyphened])].map(
    (name) => `tree-sitter-${name}.wasm`
  );
  const official = grammar === "tsx" ? "typescript" : hyphened;
  return [...BUNDLES, [`tree-sitter-${official}`, "."]].flatMap(
    ([name, folder]) =>
      files.map((file): [string, string] => [name, `${folder}/${file}`])
  );
}

/** Where a package is installed, seen from here or from the project. */
async function packageFolder(name: string): Promise<string | undefined> {
  const { createRequire } =
    await fromNode<typeof import("node:module")>("node:module");
  const { join } = await paths();
  const { access } = await files();
  for (const from of [import.meta.url, join(process.cwd(), "package.json")]) {
    for (const folder of createRequire(from).resolve.paths(name) ?? []) {
      const path = join(folder, name);
      if (
        await access(path).then(
          () => true,
          () => false
        )
      )
        return path;
    }
  }
  return undefined;
}

function missing(language: CodeLanguage, causes: unknown[]): Error {
  return new MissingGrammarError(
    `No grammar for "${language.name}" is installed. To split it, type:\n` +
      `npm install web-tree-sitter ${language.install}`,
    { cause: causes.length > 1 ? new AggregateError(causes) : causes[0] }
  );
}
