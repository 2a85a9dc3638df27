/** How work goes on side by side, one after the other, or makes way. */

import type { MaybePromise } from "./measure/index.js";

/** Does some of the work at a time; results in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T, index: number) => Promise<R>
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    while (next < items.length && !hasFailed) {
      const index = next;
      next += 1;
      try {
        results[index] = await work(items[index], index);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const workers = Math.min(concurrency, items.length);
  await Promise.all(Array.from({ length: workers }, worker));
  return results;
}

/**
 * The results of some work on items, in the order of the items, so many at a
 * time. Items are taken as there is room for them, and nothing new is started
 * once one has failed.
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  concurrency: number,
  work: (item: T) => Promise<R>
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const result = work(item);
      // Whoever waits for it hears of an error; till then nobody does.
      result.catch(() => undefined);
      running.push(result);
      if (running.length >= concurrency)
        yield await (running.shift() as typeof result);
    }
    while (running.length > 0) yield await (running.shift() as Promise<R>);
  } finally {
    await Promise.allSettled(running);
  }
}

const last = new WeakMap<object, Promise<unknown>>();

/** Runs a task once those before it on the same object have ended. */
export function inTurn<T>(on: object, task: () => Promise<T>): Promise<T> {
  const before = last.get(on) ?? Promise.resolve();
  const own = before.then(task, task);
  last.set(on, own);
  return own;
}

/** Called now and then: gives way to others, throws to stop. */
export type Pace = () => MaybePromise<void>;

/** How long to work before others get a turn, in milliseconds. */
const TURN = 25;

/**
 * A function to call now and then in long work: once a turn is over it lets
 * timers and input through, and it throws the signal's reason once aborted.
 */
export function createPace(signal?: AbortSignal): Pace {
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

/** All items of batches, once the last has come. */
export async function collect<T>(batches: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) for (const item of batch) all.push(item);
  return all;
}

/** Parts of a list: stores open a file or send a parameter for each item. */
export function* inBatches<T>(items: readonly T[], size = 500): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) {
    yield items.slice(from, from + size);
  }
}
