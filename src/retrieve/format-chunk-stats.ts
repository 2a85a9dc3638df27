import type { ChunkStats } from "./chunk-stats.js";

const number = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const cost = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });
const percent = (share: number): string => `${number.format(share * 100)} %`;

/** Statistics as a table of two columns in plain text. */
export function formatChunkStats(stats: ChunkStats): string {
  const { tokens, zone, flagged, vectors, embeddingCost } = stats;
  const share = tokens.total === 0 ? 0 : stats.duplicatedTokens / tokens.total;
  const rows: [string, string][] = [
    ["chunks", number.format(stats.count)],
    ["documents", number.format(stats.documents)],
    ["tokens, total", number.format(tokens.total)],
    ["tokens, mean", number.format(tokens.mean)],
    [
      "tokens, min / p5 / p50 / p95 / max",
      [tokens.min, tokens.p5, tokens.p50, tokens.p95, tokens.max]
        .map((size) => number.format(size))
        .join(" / "),
    ],
    [`in ${zone.from}-${zone.to} tokens`, percent(zone.share)],
    ["flagged", percent(flagged.share)],
    ["  oversize", percent(flagged.oversize)],
    ["  header_omitted", percent(flagged.header_omitted)],
    ["  part", percent(flagged.part)],
    [
      "tokens repeated by overlap",
      `${number.format(stats.duplicatedTokens)} (${percent(share)})`,
    ],
    [
      "vectors",
      `${number.format(vectors.count)} of ${vectors.dimensions} dimensions, ` +
        `${number.format(vectors.bytes)} bytes`,
    ],
  ];
  if (embeddingCost !== undefined) {
    rows.push(["embedding cost", cost.format(embeddingCost)]);
  }
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows
    .map(([name, value]) => `${name.padEnd(width)}  ${value}`)
    .join("\n");
}
