/**
 * Where the cells of a row of a pipe table start but for the first: at the
 * pipes that no backslash escapes (GFM 4.10), the one in front of all cells and
 * the one behind them left out.
 */
export function cellStarts(row: string): number[] {
  const pipes: number[] = [];
  for (let at = 0; at < row.length; at += 1) {
    if (row[at] === "\\") at += 1;
    else if (row[at] === "|") pipes.push(at);
  }
  return pipes.filter(
    (at) =>
      !/^[\s>*+-]*$/.test(row.slice(0, at)) && /\S/.test(row.slice(at + 1))
  );
}
