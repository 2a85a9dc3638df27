import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import { run, succeeded } from "../../support/child.js";

/** Sources of this folder that projects use. */
const SOURCES = ["use", "page"];

/**
 * Makes a project that depends on packages, and installs them. Asks a few times:
 * the registry is somewhere else.
 */
export async function install(
  folder: string,
  dependencies: Readonly<Record<string, string>>
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const settings = { name: "project", private: true, dependencies };
  await writeFile(join(folder, "package.json"), JSON.stringify(settings));
  const options = "--no-audit --no-fund --ignore-scripts";
  const args = ["install", ...options.split(" "), "--fetch-retries=5"];
  for (let left = 2; ; left -= 1) {
    const result = await run("npm", args, { cwd: folder });
    if (result.code === 0) return;
    if (left === 0) succeeded(result);
  }
}

/** Puts the sources into a project: as they are, as modules, as CommonJS. */
export async function addSources(folder: string): Promise<void> {
  for (const name of SOURCES) {
    const file = join(__dirname, `${name}.ts`);
    for (const extension of ["mts", "cts", "ts"]) {
      await cp(file, join(folder, `${name}.${extension}`));
    }
    const source = await readFile(file, "utf8");
    for (const [extension, format] of [
      ["mjs", "esm"],
      ["cjs", "cjs"],
    ] as const) {
      const { code } = await transform(source, { loader: "ts", format });
      await writeFile(join(folder, `${name}.${extension}`), code);
    }
  }
}
