import { SingleBar } from "cli-progress";

/** Work from which a bar is worth its noise. */
const MANY_FILES = 5;
const MANY_BYTES = 1_000_000;

/** Shows how far the work is; does nothing when nobody would see it. */
export interface Progress {
  /** Says which file is being split. */
  show(name: string): void;
  /** Takes the bar away until the next file, for other output. */
  hide(): void;
  /** Counts the bytes of a file that is done. */
  done(bytes: number): void;
}

/** A bar on standard error; its line says the `name` of what is done. */
export const createBar = (): SingleBar =>
  new SingleBar({
    format: "{bar} {percentage} %  {name}",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 24,
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
    linewrap: null,
  });

const SILENT: Progress = { show: () => {}, hide: () => {}, done: () => {} };

/** A bar on standard error, if that is a terminal and the work is long. */
export function startProgress(files: number, bytes: number): Progress {
  const isLong = files >= MANY_FILES || bytes >= MANY_BYTES;
  if (!process.stderr.isTTY || !isLong) return SILENT;
  const bar = createBar();
  let value = 0;
  return {
    show(name) {
      const payload = { name: name.slice(-40) };
      // A bar goes back to where it started when it stops, so that it cannot
      // go on when other output has moved it.
      if (bar.isActive) bar.update(payload);
      else bar.start(bytes, value, payload);
    },
    hide: () => bar.stop(),
    done(count) {
      value += count;
      if (bar.isActive) bar.update(value);
    },
  };
}
