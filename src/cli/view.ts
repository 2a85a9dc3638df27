import { watch } from "node:fs";
import { basename, dirname, extname, resolve } from "node:path";
import type { Document } from "@langchain/core/documents";
import type { TextSplitter } from "@langchain/textsplitters";
import { Command, Option } from "commander";
import { tokenCounter } from "langchain-seams";
import { renderView, type View } from "langchain-seams/view";
import { plural } from "../format/numbers.js";
import { readText, writeText } from "./files.js";
import { openFile } from "./open.js";
import {
  OWN_NAMES,
  makeSplitter,
  type SplitterName,
  type SplitterOptions,
  withSplitterOptions,
} from "./splitters.js";
import { messageOf, print, problem } from "./terminal.js";

interface ViewCommandOptions extends SplitterOptions {
  compare?: SplitterName;
  out?: string;
  open?: boolean;
  watch?: boolean;
}

/** A splitter and what to call it in the page. */
interface NamedSplitter {
  name: string;
  splitter: TextSplitter;
}

function namedSplitter(
  kind: SplitterName,
  options: SplitterOptions
): NamedSplitter {
  const splitter = makeSplitter({ ...options, splitter: kind });
  const { chunkSize, chunkOverlap } = splitter;
  const overlap = chunkOverlap > 0 ? `, overlap ${chunkOverlap}` : "";
  return { name: `${kind}, ${chunkSize} tokens${overlap}`, splitter };
}

/** The chunks of a text, each with its tokens. */
async function split(
  text: string,
  source: string,
  splitter: TextSplitter,
  count: (text: string) => Promise<number> | number
): Promise<Document[]> {
  const documents = await splitter.createDocuments([text], [{ source }]);
  for (const { metadata, pageContent } of documents) {
    metadata.n_tokens ??= await count(pageContent);
  }
  return documents;
}

async function viewFile(
  file: string,
  options: ViewCommandOptions
): Promise<void> {
  const { compare, splitter, encoding } = options;
  const title = basename(file);
  const out =
    options.out ?? `${basename(file, extname(file)) || "text"}.view.html`;
  if (resolve(out) === resolve(file)) {
    throw new Error(`${out}: is the file itself; give another --out`);
  }
  const splitters = [splitter, ...(compare === undefined ? [] : [compare])].map(
    (kind) => namedSplitter(kind, options)
  );
  const write = async () => {
    const named = (error: unknown): never => {
      throw new Error(`${file}: ${messageOf(error)}`, { cause: error });
    };
    const text = await readText(file).catch(named);
    const views: View[] = [];
    for (const { name, splitter } of splitters) {
      const count = tokenCounter(encoding);
      const documents = await split(text, file, splitter, count).catch(named);
      views.push({ name, documents, limit: splitter.chunkSize });
    }
    await writeText(out, renderView({ text, views, title }));
    const [first, ...rest] = views.map(({ documents }) => documents.length);
    const chunks = [first, ...rest].join(" and ");
    const all = rest.length > 0 ? `${chunks} chunks` : plural(first, "chunk");
    await print(`${out}: ${all} of ${file}`);
  };
  await write();
  if (options.open) await openFile(resolve(out));
  if (options.watch) await watchFile(file, write);
}

/** How long a file has to be quiet before it is read again, in ms. */
const QUIET = 100;

/** Calls `write` whenever the file has changed; one call at a time. */
async function watchFile(file: string, write: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const rewrite = () =>
    write().catch((error: unknown) => problem(messageOf(error)));
  // The folder, for editors put a new file in the place of the old one.
  watch(dirname(resolve(file)), (_event, name) => {
    if (name !== null && name !== basename(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(rewrite);
    }, QUIET);
  });
  await print(`Watching ${file}; Ctrl+C ends it.`);
}

/** `langchain-seams view`: a page that shows where a file is cut. */
export function viewCommand(): Command {
  return withSplitterOptions(new Command("view"))
    .description("write a page that shows where a file is cut")
    .argument("<file>", "a text file")
    .addOption(
      new Option(
        "--compare <name>",
        "show a second splitter beside it"
      ).choices([...OWN_NAMES, "langchain"])
    )
    .option("--out <file.html>", "where to (default: FILE.view.html, here)")
    .option("--open", "open the page")
    .option("--watch", "write the page anew whenever the file changes")
    .action(viewFile);
}
