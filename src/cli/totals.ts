import {
  mean,
  percent,
  plural,
  spreadOf,
  type Spread,
} from "../format/numbers.js";
import { type Column, renderTable } from "../format/table.js";
import { dim, terminalWidth } from "./terminal.js";

/** The zone of chunk sizes, in tokens, that totals count. */
const ZONE = { min: 200, max: 600 } as const;

/** How the sizes of some chunks are spread. */
export interface Totals extends Omit<Spread, "total"> {
  chunks: number;
  /** Share of the chunks with a size in the zone, 0 to 1. */
  inZone: number;
}

export function totalsOf(tokens: number[]): Totals {
  const { min, median, max } = spreadOf(tokens);
  const isInZone = tokens.map((n) => (n >= ZONE.min && n <= ZONE.max ? 1 : 0));
  return { chunks: tokens.length, min, median, max, inZone: mean(isInZone) };
}

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
