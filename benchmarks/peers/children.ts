/**
 * Runs a job in a process of its own, by plain node, and stops it when it has
 * used so many seconds of processor time.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildSync } from "esbuild";
import type { Job, Result } from "./child.js";

const here = import.meta.dirname;
const program = join(here, "node_modules/.cache/child.mjs");

buildSync({
  entryPoints: [join(here, "child.ts")],
  outfile: program,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  external: [join(here, "../../dist/*")],
});

/** What became of a job: a result, or why there is none. */
export type Outcome = Partial<Result> & { failure?: string };

/** Runs one job; the start of the process is part of its seconds. */
export function runChild(job: Job, capSeconds: number): Outcome {
  const { status, stdout, stderr } = spawnSync(
    "/bin/sh",
    [
      "-c",
      `ulimit -t ${capSeconds}; exec "$0" "$1"`,
      process.execPath,
      program,
    ],
    {
      cwd: here,
      input: JSON.stringify(job),
      encoding: "utf8",
      maxBuffer: 2 ** 30,
    }
  );
  if (status === null) return { failure: "stopped" };
  if (status === 0) return JSON.parse(stdout) as Result;
  const [line] = /^.*Error: .*$|out of memory.*$/m.exec(stderr) ?? ["failed"];
  return { failure: line };
}
