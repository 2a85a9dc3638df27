import type { AsyncCaller } from "@langchain/core/utils/async_caller";

/** Calls a model, and again what may go well the next time. */
export async function callModel<T>(
  caller: AsyncCaller,
  run: () => Promise<T>,
  signal?: AbortSignal
): Promise<T> {
  signal?.throwIfAborted();
  const attempt = async (): Promise<{ value: T } | { error: unknown }> => {
    try {
      return { value: await run() };
    } catch (error) {
      if (signal?.aborted || isFinal(error)) return { error };
      throw error;
    }
  };
  const done = await caller.callWithOptions({ signal }, attempt);
  if ("error" in done) throw done.error;
  return done.value;
}

/** Whether an HTTP API would answer the same again: 4xx, but for waiting. */
function isFinal(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: number };
  if (status === undefined || [408, 425, 429].includes(status)) return false;
  return status >= 400 && status < 500;
}
