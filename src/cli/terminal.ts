import { once } from "node:events";

/** Columns when the output is not a terminal. */
const DEFAULT_WIDTH = 100;
const MIN_WIDTH = 60;

/** The width of the terminal, or one that reads well in a file. */
export function terminalWidth(): number {
  return Math.max(MIN_WIDTH, process.stdout.columns ?? DEFAULT_WIDTH);
}

function styled(code: number, text: string): string {
  const { stdout } = process;
  // `hasColors` is there on terminals only, and knows about NO_COLOR.
  const colors = stdout.isTTY && stdout.hasColors();
  return colors ? `\u001b[${code}m${text}\u001b[0m` : text;
}

export const bold = (text: string) => styled(1, text);
export const dim = (text: string) => styled(2, text);

/** Writes to standard output, and waits when the reader is slow. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, "drain");
}

/**
 * Tells what went wrong in one line, and makes the command end with code 1:
 * later files are still done.
 */
export function problem(message: string): void {
  process.stderr.write(`langchain-seams: ${message}\n`);
  process.exitCode = 1;
}

/** The message of whatever was thrown, on one line. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s+/g, " ");
}

/** A reader that has seen enough (`| head`) is no error. */
export function endQuietlyOnBrokenPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    throw error;
  });
}
