import { spawn } from "node:child_process";

const OPENERS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "open",
  win32: "explorer.exe",
};

/**
 * Opens a file with the program that the platform has for it. An error says
 * that there is no such program; what becomes of it is not waited for.
 */
export function openFile(path: string): Promise<void> {
  const opener = OPENERS[process.platform] ?? "xdg-open";
  return new Promise((done, fail) => {
    const child = spawn(opener, [path], { detached: true, stdio: "ignore" });
    child.on("error", () => fail(new Error(`cannot run ${opener}`)));
    child.on("spawn", () => {
      child.unref();
      done();
    });
  });
}
