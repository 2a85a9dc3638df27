import { SingleBar } from "cli-progress";

/** Work from which a bar is worth its noise. */
const MANY_FILES = 5;
const MANY_BYTES = 1_000_000;

/** Shows how far the work is; does nothing when nobody would see it. */
export interface Progress {
  /** Says which file is being split. */
  start(name: string): void;
  /** Counts the bytes of a file that is done. */
  done(bytes: number): void;
  /** Takes the bar away, so that other output starts on a clean line. */
  clear(): void;
  stop(): void;
}

const SILENT: Progress = {
  start: () => {},
  done: () => {},
  clear: () => {},
  stop: () => {},
};

/** A bar on standard error, if that is a terminal and the work is long. */
export function startProgress(files: number, bytes: number): Progress {
  const { stderr } = process;
  const long = files >= MANY_FILES || bytes >= MANY_BYTES;
  if (!stderr.isTTY || !long) return SILENT;
  const bar = new SingleBar({
    format: "{bar} {percentage} %  {name}",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 24,
    stream: stderr,
    clearOnComplete: true,
    hideCursor: true,
    // Other lines are written between two drawings of the bar.
    linewrap: null,
    forceRedraw: true,
  });
  bar.start(bytes, 0, { name: "" });
  return {
    start: (name) => bar.update({ name: name.slice(-40) }),
    done: (count) => bar.increment(count),
    clear: () => stderr.write("\r\u001b[K"),
    stop: () => bar.stop(),
  };
}
