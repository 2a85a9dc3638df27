/** What may stand in front of a row: white space, quotes, a list marker. */
const PREFIX = /^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))[ \t]*)*/;

/** The pipes of a row that no backslash escapes (GFM 4.10). */
function pipesOf(row: string): number[] {
  const pipes: number[] = [];
  for (let at = 0; at < row.length; at += 1) {
    if (row[at] === "\\") at += 1;
    else if (row[at] === "|") pipes.push(at);
  }
  return pipes;
}

/**
 * Where the cells of a row of a pipe table start but for the first: at the
 * pipes that no backslash escapes (GFM 4.10), the one in front of all cells and
 * the one behind them left out.
 */
export function cellStarts(row: string): number[] {
  const first = row.search(/[^\s>*+-]/);
  const last = row.trimEnd().length - 1;
  return pipesOf(row).filter((at) => at > first && at < last);
}

/** How long the part of a line is that its list items and quotes put there. */
export const rowPrefix = (line: string): number =>
  PREFIX.exec(line)?.[0].length ?? 0;

/** The cells of a row of a pipe table, escaped pipes read as pipes. */
export function pipeCells(line: string): string[] {
  const row = line.slice(rowPrefix(line)).trimEnd();
  const pipes = pipesOf(row);
  const cells: string[] = [];
  let start = pipes[0] === 0 ? 1 : 0;
  for (const pipe of pipes.filter((at) => at >= start)) {
    cells.push(row.slice(start, pipe));
    start = pipe + 1;
  }
  if (start < row.length) cells.push(row.slice(start));
  return cells.map((cell) => cell.trim().replace(/\\\|/g, "|"));
}

/** A row of a pipe table with these cells, each on one line. */
export const pipeRow = (cells: readonly string[]): string => {
  const escaped = cells.map((cell) => cell.replace(/\|/g, "\\|"));
  return `| ${escaped.join(" | ")} |`;
};
