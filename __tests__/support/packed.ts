import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, run, succeeded } from "./child.js";

/** The package as npm would publish it. */
export interface Packed {
  /** The path of the tarball. */
  file: string;
  /** Paths in the tarball. */
  paths: string[];
}

/** Packs the build into a folder; makes the build if there is none. */
export async function packInto(folder: string): Promise<Packed> {
  if (!existsSync(join(root, "dist/index.cjs"))) {
    succeeded(await run("npm", ["run", "build"]));
  }
  const options = ["--json", "--ignore-scripts", "--pack-destination", folder];
  const { stdout } = succeeded(await run("npm", ["pack", ...options]));
  const [{ filename, files }] = JSON.parse(stdout) as [
    { filename: string; files: { path: string }[] },
  ];
  return {
    file: join(folder, filename),
    paths: files.map(({ path }) => path),
  };
}
