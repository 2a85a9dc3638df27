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

/** A row of a table in Markdown. */
export const tableRow = (cells: readonly string[]): string =>
  `| ${cells.join(" | ")} |`;

/** The two lines that open a table, its first column to the left. */
export const tableHead = (head: readonly string[]): string =>
  [head, head.map((_, index) => (index === 0 ? "---" : "--:"))]
    .map(tableRow)
    .join("\n");

/** A table in Markdown. */
export const table = (
  head: readonly string[],
  rows: readonly (readonly string[])[]
): string => [tableHead(head), ...rows.map(tableRow)].join("\n");
