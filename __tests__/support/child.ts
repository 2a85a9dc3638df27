import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

/** The root of the repository. */
export const root = resolve(__dirname, "../..");

/** What a child process left behind. */
export interface ChildResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface ChildOptions {
  cwd?: string;
  /** Close its standard output after this many bytes, like `| head`. */
  closeAfter?: number;
  /** What is piped in. Default: nothing. */
  input?: string;
  env?: NodeJS.ProcessEnv;
}

/** Runs a command without a terminal, until it ends. */
export function run(
  command: string,
  args: string[],
  { cwd = root, closeAfter = Infinity, input, env = {} }: ChildOptions = {}
): Promise<ChildResult> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, NO_COLOR: "1", ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.end(input);
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (data: string) => {
      stdout += data;
      if (stdout.length >= closeAfter) child.stdout.destroy();
    });
    child.stderr.setEncoding("utf8").on("data", (data: string) => {
      stderr += data;
    });
    child.on("error", fail);
    child.on("close", (code) => done({ code, stdout, stderr }));
  });
}

/** What a child left behind, if it ended well. */
export function succeeded(result: ChildResult): ChildResult {
  if (result.code !== 0) throw new Error(result.stderr || result.stdout);
  return result;
}

/** Runs a TypeScript file of the repository, from its source. */
export function runSource(
  file: string,
  args: string[] = [],
  options: ChildOptions = {}
): Promise<ChildResult> {
  const tsx = pathToFileURL(require.resolve("tsx")).href;
  return run(
    process.execPath,
    ["--import", tsx, resolve(root, file), ...args],
    {
      ...options,
      // Paths of the configuration hold wherever the child works.
      env: {
        TSX_TSCONFIG_PATH: resolve(root, "tsconfig.json"),
        ...options.env,
      },
    }
  );
}
