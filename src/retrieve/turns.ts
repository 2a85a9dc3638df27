const last = new WeakMap<object, Promise<unknown>>();

/** Runs a task once those before it on the same object have ended. */
export function inTurn<T>(on: object, task: () => Promise<T>): Promise<T> {
  const before = last.get(on) ?? Promise.resolve();
  const own = before.then(task, task);
  last.set(on, own);
  return own;
}
