import { build, type BuildOptions, type BuildResult } from "esbuild";

const options = (folder: string, contents: string) =>
  ({
    stdin: { contents, resolveDir: folder },
    absWorkingDir: folder,
    bundle: true,
    platform: "browser",
    format: "esm",
    minify: true,
    metafile: true,
    write: false,
    outdir: "out",
    logLevel: "error",
  }) satisfies BuildOptions;

/** One file for a browser, from a source in a project. */
export async function bundle(folder: string, contents: string) {
  const { outputFiles } = await build(options(folder, contents));
  return outputFiles[0].text;
}

/**
 * What a page loads before anything is called (`import()` is a file apart):
 * bytes, minified, by package.
 */
export async function loadedAtOnce(
  folder: string,
  contents: string
): Promise<Record<string, number>> {
  const result = await build({ ...options(folder, contents), splitting: true });
  const sizes: Record<string, number> = {};
  for (const { inputs } of loadedOf(result)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const name = packageOf(path);
      if (bytesInOutput > 0) sizes[name] = (sizes[name] ?? 0) + bytesInOutput;
    }
  }
  return sizes;
}

function loadedOf({ metafile }: BuildResult<{ metafile: true }>) {
  const { outputs } = metafile;
  const loaded = new Set([
    Object.keys(outputs).find(
      (path) => outputs[path].entryPoint === "<stdin>"
    ) as string,
  ]);
  // What is added on the way is gone through too.
  for (const path of loaded) {
    for (const { kind, path: next } of outputs[path].imports) {
      if (kind === "import-statement") loaded.add(next);
    }
  }
  return [...loaded].map((path) => outputs[path]);
}

const packageOf = (path: string): string =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;
