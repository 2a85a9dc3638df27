/** A language of code, and where its grammar is found. */
export interface CodeLanguage {
  /** LangChain's name for it, where it has one. */
  name: string;
  /** Other names, `.` and the extension of files included. */
  aliases: readonly string[];
  /** How packages name its grammar; none: read by lines or by its own parser. */
  grammar?: string;
  /** The package to install for it, next to `web-tree-sitter`. */
  install?: string;
}

const BUNDLE = "@cursorless/tree-sitter-wasms";
const OTHER_BUNDLE = "@repomix/tree-sitter-wasms";

/** Name, aliases (extensions with a dot), grammar, package to install. */
const TABLE: readonly (readonly [string, string, string?, string?])[] = [
  [
    "cpp",
    "c++ cc cxx h hpp .h .cpp .cc .cxx .c++ .hpp .hh .hxx .ipp .h++",
    "cpp",
  ],
  ["go", "golang .go", "go"],
  ["java", ".java", "java"],
  ["js", "javascript node .js .mjs .cjs", "javascript"],
  ["php", ".php .phtml", "php"],
  ["proto", "protobuf .proto"],
  ["python", "py python3 .py .pyi .pyw", "python"],
  ["rst", "restructuredtext .rst .rest"],
  ["ruby", "rb .rb .rake .gemspec", "ruby"],
  ["rust", "rs .rs", "rust"],
  ["scala", ".scala .sc .sbt", "scala"],
  ["swift", ".swift", "swift"],
  ["markdown", "md mdx .md .markdown .mdx"],
  ["latex", "tex .tex .sty .cls", "latex"],
  ["html", "htm xhtml .html .htm .xhtml"],
  ["sol", "solidity .sol", "solidity", OTHER_BUNDLE],
  ["ts", "typescript mts cts .ts .mts .cts", "typescript"],
  ["tsx", ".tsx", "tsx"],
  ["jsx", ".jsx", "javascript"],
  ["c", ".c", "c"],
  ["csharp", "c# cs c_sharp dotnet .cs .csx", "c_sharp"],
  ["kotlin", "kt kts .kt .kts", "kotlin"],
  ["bash", "sh shell zsh .sh .bash .zsh", "bash"],
  ["sql", "mysql postgresql postgres plpgsql tsql sqlite .sql .ddl .dml"],
  ["lua", ".lua", "lua"],
  ["elixir", "ex exs .ex .exs", "elixir"],
  ["zig", ".zig", "zig"],
  ["dart", ".dart", "dart"],
  ["css", ".css", "css"],
  ["vue", ".vue"],
  ["haskell", "hs .hs", "haskell"],
  ["r", ".r", "r"],
  ["julia", "jl .jl", "julia", "tree-sitter-julia"],
  ["ocaml", "ml .ml", "ocaml", "tree-sitter-ocaml"],
  ["objc", "objective-c objectivec obj-c .m .mm", "objc", "tree-sitter-objc"],
];

const LANGUAGES: readonly CodeLanguage[] = TABLE.map(
  ([name, aliases, grammar, install = BUNDLE]) => ({
    name,
    aliases: aliases.split(" "),
    ...(grammar !== undefined && { grammar, install }),
  })
);

const BY_NAME = new Map(
  LANGUAGES.flatMap((language) =>
    [...language.aliases, language.name].map((name) => [name, language])
  )
);

/** The names of all languages that `CodeTextSplitter` knows. */
export const supportedLanguages: readonly string[] = LANGUAGES.map(
  ({ name }) => name
);

/** The language of a name, an alias or an extension (`.rs`), in any case. */
export const languageNamed = (name: string): CodeLanguage | undefined =>
  BY_NAME.get(name.toLowerCase());

/** The language of a file, by the extension of its path or address. */
export function languageOfFile(path: unknown): CodeLanguage | undefined {
  if (typeof path !== "string") return undefined;
  const extension = /\.[\w+]+(?=$|[?#])/.exec(path)?.[0];
  return extension === undefined ? undefined : languageNamed(extension);
}
