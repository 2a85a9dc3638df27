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
