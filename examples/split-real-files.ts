/**
 * The main job, offline and without a key: splits real Markdown files, the
 * READMEs and changelogs of the packages that this one installs and two
 * Spanish documents, and prints what the chunks are like.
 *
 *   npm start             chunks of some files, totals of all
 *   npm start -- --all    chunks of every file
 */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Document } from "@langchain/core/documents";
import { StructuralMarkdownTextSplitter } from "langchain-seams";
import { chunkTokens, fileReport } from "../src/cli/chunks.js";
import { readText } from "../src/cli/files.js";
import { bold, endQuietlyOnBrokenPipe, print } from "../src/cli/terminal.js";
import { totalsLine, totalsTable } from "../src/cli/totals.js";

const root = fileURLToPath(new URL("../", import.meta.url));

const OWN = ["examples/docs/manual.es.md", "examples/docs/contrato.es.md"];
/** Installed files that are shown chunk by chunk, besides our own. */
const SHOWN = ["node_modules/yaml/README.md"];
const MAX_PACKAGES = 25;
const DOCUMENTATION = /^(readme|changelog|changes|history)\.md$/i;

/** README and changelog of the packages that `package.json` names. */
async function installedFiles(): Promise<string[]> {
  const manifest = JSON.parse(await readFile(`${root}package.json`, "utf8"));
  const folders = [
    ...Object.keys(manifest.dependencies).sort(),
    ...Object.keys(manifest.devDependencies).sort(),
  ]
    .map((name) => `node_modules/${name}`)
    .filter((folder) => existsSync(root + folder));
  const files: string[] = [];
  let packages = 0;
  for (const folder of folders) {
    const names = await readdir(root + folder);
    const found = names.filter((name) => DOCUMENTATION.test(name)).sort();
    files.push(...found.map((name) => `${folder}/${name}`));
    if (found.length > 0) packages += 1;
    if (packages === MAX_PACKAGES) break;
  }
  return files;
}

endQuietlyOnBrokenPipe();
const all = process.argv.includes("--all");
const chunkSize = 400;
const splitter = new StructuralMarkdownTextSplitter({ chunkSize });
await print(
  `StructuralMarkdownTextSplitter, at most ${chunkSize} tokens (cl100k_base)\n`
);

const files: { name: string; tokens: number[] }[] = [];
for (const name of [...OWN, ...(await installedFiles())]) {
  const pageContent = await readText(root + name);
  const chunks = await splitter.splitDocuments([
    new Document({ pageContent, metadata: { source: name } }),
  ]);
  files.push({ name, tokens: chunkTokens(chunks) });
  if (all || OWN.includes(name) || SHOWN.includes(name)) {
    await print(fileReport(name, pageContent, chunks));
  }
}

await print(bold("All files"));
await print(totalsTable(files));
const tokens = files.flatMap((file) => file.tokens);
await print(`\n${bold(totalsLine(tokens, files.length))}`);
