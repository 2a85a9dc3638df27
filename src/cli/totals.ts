import { type Column, renderTable } from "./table.js";
import { dim, terminalWidth } from "./terminal.js";

/** The zone of chunk sizes, in tokens, that totals count. */
const ZONE = { min: 200, max: 600 } as const;

/** How the sizes of some chunks are spread. */
export interface Totals {
  chunks: number;
  min: number;
  median: number;
  max: number;
  /** Share of the chunks with a size in the zone, 0 to 1. */
  inZone: number;
}

export function totalsOf(tokens: number[]): Totals {
  const sorted = [...tokens].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const median =
    sorted.length % 2 === 1
      ? sorted[middle]
      : (sorted[middle - 1] + sorted[middle]) / 2;
  const inZone = sorted.filter((n) => n >= ZONE.min && n <= ZONE.max).length;
  return {
    chunks: sorted.length,
    min: sorted[0] ?? 0,
    median: sorted.length === 0 ? 0 : Math.round(median),
    max: sorted.at(-1) ?? 0,
    inZone: sorted.length === 0 ? 0 : inZone / sorted.length,
  };
}

const number = new Intl.NumberFormat("en-US");

const percent = (share: number) => `${Math.round(share * 100)} %`;

const plural = (count: number, word: string) =>
  `${number.format(count)} ${word}${count === 1 ? "" : "s"}`;

/** Totals as one line, for under a table of chunks. */
export function totalsLine(tokens: number[], files?: number): string {
  const { chunks, min, median, max, inZone } = totalsOf(tokens);
  const counted = [
    ...(files === undefined ? [] : [plural(files, "file")]),
    plural(chunks, "chunk"),
  ];
  if (chunks === 0) return counted.join(", ");
  return [
    counted.join(", "),
    `tokens min ${min}, median ${median}, max ${max}`,
    `${percent(inZone)} in ${ZONE.min}-${ZONE.max}`,
  ].join(" · ");
}

const COLUMNS: Column[] = [
  { title: "File", share: 1 },
  { title: "Chunks", align: "right" },
  { title: "Min", align: "right" },
  { title: "Median", align: "right" },
  { title: "Max", align: "right" },
  { title: `In ${ZONE.min}-${ZONE.max}`, align: "right" },
];

/** Totals of several files, a row each. */
export function totalsTable(
  files: { name: string; tokens: number[] }[]
): string {
  const rows = files.map(({ name, tokens }) => {
    const { chunks, min, median, max, inZone } = totalsOf(tokens);
    return [name, ...[chunks, min, median, max].map(String), percent(inZone)];
  });
  return renderTable(COLUMNS, rows, terminalWidth(), dim);
}
