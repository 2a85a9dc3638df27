/**
 * What an installation weighs: the tarball, all that comes with it, and how many
 * packages that are. Each is installed into a fresh folder, from the registry.
 *
 *   npx tsx size.ts
 */
import { execFileSync } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { table } from "../figures.js";

const here = import.meta.dirname;
const { devDependencies } = JSON.parse(
  readFileSync(join(here, "package.json"), "utf8")
) as { devDependencies: Record<string, string> };
const versioned = (name: string) => `${name}@${devDependencies[name]}`;

/** The package, and what its users have to install beside it to count tokens. */
const INSTALLATIONS: [string, string[]][] = [
  [join(here, "../.."), ["@langchain/core", "@langchain/textsplitters"]],
  ["@langchain/textsplitters", ["@langchain/core", "js-tiktoken"]],
  ["@chonkiejs/core", ["js-tiktoken"]],
  ["@mastra/rag", ["js-tiktoken"]],
  ["@llamaindex/core", ["js-tiktoken"]],
  ["llm-splitter", ["js-tiktoken"]],
];

const npm = (folder: string, ...words: string[]): string =>
  execFileSync("npm", words, { cwd: folder, encoding: "utf8" });

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(2);

function weigh(name: string, beside: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "size-"));
  const spec = name in devDependencies ? versioned(name) : name;
  const packed = npm(folder, "pack", "--silent", "--ignore-scripts", spec);
  const tarball = join(folder, packed.trim());
  npm(folder, "init", "--yes");
  const words = ["install", "--ignore-scripts", "--prefer-offline"];
  npm(folder, ...words, tarball, ...beside.map(versioned));
  const modules = join(folder, "node_modules");
  const files = readdirSync(modules, { recursive: true, withFileTypes: true });
  const bytes = files
    .filter((file) => file.isFile())
    .map((file) => statSync(join(file.parentPath, file.name)).size)
    .reduce((sum, size) => sum + size, 0);
  const listed = npm(folder, "ls", "--all", "--parseable").trim().split("\n");
  const title = name in devDependencies ? name : "langchain-seams";
  const size = megabytes(statSync(tarball).size);
  rmSync(folder, { recursive: true });
  return [title, size, megabytes(bytes), String(listed.length - 1)];
}

const head = ["", "tarball, MB", "node_modules, MB", "packages"];
console.log(
  table(
    head,
    INSTALLATIONS.map((one) => weigh(...one))
  )
);
