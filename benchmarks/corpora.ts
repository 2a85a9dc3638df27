/**
 * What is split: texts that installed packages ship, and prose by the path in
 * SEAMS_SHARED. README.md says what each of them is.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";

/** How a text is written. */
export type Format = "prose" | "markdown" | "code";

const modules = join(import.meta.dirname, "../node_modules");
const shared = process.env.SEAMS_SHARED ?? "";

export interface Corpus {
  name: string;
  format: Format;
  /** One text a file. */
  files: string[];
}

/** Where these stand in a text, every peer that counts tokens throws. */
const SPECIAL = /<\|(?:endoftext|endofprompt|fim_\w+)\|>/;

function read(folder: string, patterns: string[], ignore: string[] = []) {
  const files = globSync(patterns, { cwd: folder, ignore }).sort();
  const texts = files
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .filter((text) => !SPECIAL.test(text));
  // Packages ship the same file often.
  return [...new Set(texts)];
}

function evaluationSet(name: string): string[] {
  const folder = join(shared, "eval", name, "corpora");
  return existsSync(folder) ? read(folder, ["*.md"]) : [];
}

/** The messages of TypeScript's compiler in Chinese, five to a paragraph. */
function chinese(): string[] {
  const file = "typescript/lib/zh-cn/diagnosticMessages.generated.json";
  const json = readFileSync(join(modules, file), "utf8");
  const messages = Object.values(JSON.parse(json) as Record<string, string>);
  const sentences = messages.map((one) =>
    /[。？]$/.test(one) ? one : `${one}。`
  );
  const paragraphs: string[] = [];
  for (let at = 0; at < sentences.length; at += 5) {
    paragraphs.push(sentences.slice(at, at + 5).join(""));
  }
  return [paragraphs.join("\n\n")];
}

/** Sentences in which every other word is a picture of several characters. */
function emoji(): string[] {
  const pictures = ["👨‍👩‍👧‍👦", "🏳️‍🌈", "🇪🇸", "👍🏽", "e\u0301", "❤️", "𝒜", "😀"];
  const words = "we saw them near the old river".split(" ");
  const sentences = Array.from({ length: 800 }, (_, n) =>
    words.map((word, at) => word + pictures[(n + at) % 8]).join(" ")
  );
  return [sentences.join(". ")];
}

const loaders: Record<string, [Format, () => string[]]> = {
  prose: ["prose", () => evaluationSet("chroma")],
  Markdown: ["markdown", () => read(modules, ["**/*.md"])],
  code: [
    "code",
    () =>
      read(
        modules,
        ["*/**/*.ts", "@*/*/**/*.ts"],
        ["**/node_modules/**", "**/*.d.ts"]
      ).filter((text) => text.length >= 2_000 && text.length <= 200_000),
  ],
  Spanish: ["prose", () => evaluationSet("xquad-es")],
  Chinese: ["prose", chinese],
  emoji: ["prose", emoji],
  tables: ["markdown", () => evaluationSet("fetaqa")],
};

/** Corpora by name; those that are not there are left out, loudly. */
export function loadCorpora(...names: string[]): Corpus[] {
  const corpora = names.map((name) => {
    const [format, load] = loaders[name];
    return { name, format, files: load() };
  });
  return corpora.filter(({ name, files }) => {
    if (files.length > 0) return true;
    console.error(`*** SEAMS_SHARED has no set for ${name}: left out ***`);
    return false;
  });
}

/** So many characters of a text, none of them half. */
export const clip = (text: string, size: number): string =>
  text.slice(0, size).replace(/[\uD800-\uDBFF]$/, "");

/** So many files at most, from one end to the other. */
export function sample({ files }: Corpus, most: number): string[] {
  const count = Math.min(most, files.length);
  return Array.from(
    { length: count },
    (_, n) => files[Math.floor((n * files.length) / count)]
  );
}

/** So many texts of at most so many characters, from one end to the other. */
export function slices({ files }: Corpus, count: number, size: number) {
  const text = files.join("\n\n");
  const step = Math.floor(text.length / count);
  return Array.from({ length: count }, (_, n) => {
    const start = text.indexOf("\n", n * step) + 1;
    return clip(text.slice(start), Math.min(size, step));
  });
}

/** So many characters of a corpus, over and over. */
export function textOf({ files }: Corpus, size: number): string {
  const text = files.join("\n\n");
  const times = Math.ceil(size / text.length);
  return clip(text.repeat(times), size);
}
