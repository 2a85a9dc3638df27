/** How long to work before others get a turn, in milliseconds. */
const TURN = 25;

/**
 * A function to call now and then in long work: once a turn is over it lets
 * timers and input through, and it throws the signal's reason once aborted.
 */
export function createPace(signal?: AbortSignal): () => void | Promise<void> {
  let turnStart = performance.now();
  signal?.throwIfAborted();
  return () => {
    signal?.throwIfAborted();
    if (performance.now() - turnStart < TURN) return undefined;
    return new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      turnStart = performance.now();
      signal?.throwIfAborted();
    });
  };
}
