import { existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { glob, isDynamicPattern } from "tinyglobby";
import { messageOf } from "./terminal.js";

/** As a path: what is piped in. */
const STANDARD_INPUT = "-";

/** A file to split, as the caller named it. */
export interface InputFile {
  path: string;
  bytes: number;
}

/** Called for what cannot be used; the rest goes on. */
export type OnProblem = (message: string) => void;

/** Reasons in words, for the codes that people meet. */
const REASONS: Record<string, string> = {
  ENOENT: "no such file",
  EACCES: "permission denied",
  EISDIR: "is a directory; give its files, or a glob in quotes",
  ENOTDIR: "no such file",
  ELOOP: "too many symbolic links",
};

function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return REASONS[code] ?? messageOf(error);
}

/**
 * The paths that an argument stands for, in a fixed order. A path that exists
 * is that file, even if it looks like a glob (`[id].md`).
 */
async function expand(argument: string): Promise<string[]> {
  if (existsSync(argument) || !isDynamicPattern(argument)) return [argument];
  const paths = await glob(argument, {
    expandDirectories: false,
    // Nobody means the packages by `**/*.md`; who does names the folder.
    ignore: argument.includes("node_modules") ? [] : ["**/node_modules/**"],
  });
  return paths.sort();
}

/** The files that paths and globs name, each once, in the order given. */
export async function findFiles(
  args: string[],
  onProblem: OnProblem
): Promise<InputFile[]> {
  const files = new Map<string, InputFile>();
  for (const argument of args) {
    if (argument === STANDARD_INPUT) {
      files.set(argument, { path: argument, bytes: 0 });
      continue;
    }
    const paths = await expand(argument);
    if (paths.length === 0) onProblem(`${argument}: no file matches`);
    for (const path of paths) {
      try {
        const stats = await stat(path);
        const file = { path, bytes: stats.size };
        if (stats.isDirectory()) onProblem(`${path}: ${REASONS.EISDIR}`);
        else if (!files.has(resolve(path))) files.set(resolve(path), file);
      } catch (error) {
        onProblem(`${path}: ${reason(error)}`);
      }
    }
  }
  return [...files.values()];
}

/** A text has a NUL now and then at most; UTF-16 and binary formats many. */
function isBinary(text: string): boolean {
  const nuls = text.split("\0").length - 1;
  return nuls * 100 > text.length;
}

/** Writes a file; an error with the path, and the reason in words. */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "no such folder" : messageOf(error);
    const words = code === "EISDIR" ? "is a directory" : why;
    throw new Error(`${path}: ${words}`, { cause: error });
  }
}

/** The text of a file, or of what is piped in; an error with the reason in words when it has none. */
export async function readText(path: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await (path === STANDARD_INPUT
      ? buffer(process.stdin)
      : readFile(path));
  } catch (error) {
    throw new Error(reason(error), { cause: error });
  }
  let text: string;
  try {
    // The byte order mark stays: offsets are those of the file.
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      bytes
    );
  } catch (error) {
    throw new Error("not a UTF-8 text file", { cause: error });
  }
  if (isBinary(text)) throw new Error("looks like a binary file");
  return text;
}
