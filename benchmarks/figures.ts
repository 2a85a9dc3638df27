/** What all benchmarks measure and write with. */

/** Seconds of processor time, so that a busy machine does not count. */
export async function cpuSeconds(task: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** The upper one of two in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1];

/** The exponent of growth: least squares over the logarithms of both. */
export function growthExponent(
  sizes: readonly number[],
  seconds: readonly number[]
): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = sizes.map(Math.log);
  const y = seconds.map(Math.log);
  const [meanX, meanY] = [mean(x), mean(y)];
  const shared = x.reduce(
    (sum, at, n) => sum + (at - meanX) * (y[n] - meanY),
    0
  );
  const spread = x.reduce((sum, at) => sum + (at - meanX) ** 2, 0);
  return shared / spread;
}

/** A table in Markdown, the first column to the left. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[]
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(head),
    line(head.map((_, index) => (index === 0 ? "---" : "--:"))),
    ...rows.map(line),
  ].join("\n");
}
