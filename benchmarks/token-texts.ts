import { globSync } from "tinyglobby";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MODULES = fileURLToPath(new URL("../node_modules/", import.meta.url));
const SIZE = 200_000;

let missing: string | undefined;

function read(folder: string, patterns: readonly string[]): string {
  const files = globSync(patterns, { cwd: folder }).sort();
  return files
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n")
    .slice(0, SIZE);
}

/** Texts by name, from installed packages and from the evaluation corpora. */
export function loadTexts(): [string, string][] {
  const texts: [string, string][] = [
    ["Markdown", read(MODULES, ["{commander,yaml,zod,cac,jiti}/*.md"])],
    ["TypeScript", read(MODULES, ["typescript/lib/lib.es*.d.ts"])],
    [
      "Chinese",
      read(MODULES, ["typescript/lib/zh-cn/*.json"]).replace(
        /[^\u3000-\u9fff\uff00-\uffef]+/g,
        ""
      ),
    ],
  ];
  const shared = process.env.SEAMS_SHARED;
  if (shared !== undefined && existsSync(join(shared, "eval"))) {
    const corpora = join(shared, "eval");
    texts.unshift(
      ["English", read(corpora, ["chroma/corpora/{wikitexts,pubmed}.md"])],
      ["Spanish", read(corpora, ["xquad-es/corpora/*.md"])]
    );
  } else if (missing === undefined) {
    missing = "SEAMS_SHARED has no corpora: English and Spanish are left out";
    console.error(`*** ${missing} ***`);
  }
  return texts;
}

function fill(pattern: string): string {
  return pattern.repeat(Math.ceil(1e6 / pattern.length)).slice(0, 1e6);
}

function randomUnits(alphabet: string): string {
  const units = Array.from(
    { length: 1e6 },
    () => alphabet[Math.floor(Math.random() * alphabet.length)]
  );
  return units.join("");
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const HAN = Array.from({ length: 3000 }, (_, i) =>
  String.fromCharCode(0x4e00 + i)
).join("");

/** Inputs that make plain tokenizers quadratic. */
export const hostileInputs: readonly (readonly [string, () => string])[] = [
  ["one letter", () => fill("a")],
  ["a letter, seldom another", () => fill("a".repeat(999) + "b")],
  ["spaces", () => fill(" ")],
  ["200 spaces, a tab", () => fill(" ".repeat(200) + "\t")],
  ["line ends", () => fill("\n")],
  ["dashes", () => fill("-")],
  ["random Han, no punctuation", () => randomUnits(HAN)],
  [
    "base64",
    () => randomUnits(LETTERS + LETTERS.toUpperCase() + "0123456789+/"),
  ],
  ["random letters", () => randomUnits(LETTERS)],
  ["emoji", () => fill("😀")],
  ["digits", () => fill("0123456789")],
  ["5,000,000 times ж", () => "ж".repeat(5e6)],
];
