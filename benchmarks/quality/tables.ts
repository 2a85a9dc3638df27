import type {
  EvaluationReport,
  MetricName,
  SplitterReport,
} from "langchain-seams/evaluate";
import { table } from "../figures.js";

const percent = (share: number): string => (share * 100).toFixed(1);

const signed = (share: number): string =>
  `${share > 0 ? "+" : ""}${percent(share)}`;

const namesOf = (reports: readonly EvaluationReport[]): string[] =>
  reports[0].splitters.map(({ name }) => name);

function splitterOf(report: EvaluationReport, name: string): SplitterReport {
  const found = report.splitters.find((splitter) => splitter.name === name);
  if (found === undefined) throw new RangeError(`no splitter ${name}`);
  return found;
}

/** Mean size, recall, hit, joint and recall in 500 tokens, for each set. */
export function qualityTable(reports: readonly EvaluationReport[]): string {
  const head = [
    "splitter",
    ...reports.map(
      ({ title }) => `${title}: mean; recall / hit / joint; recall@500`
    ),
  ];
  const rows = namesOf(reports).map((name) => [
    name,
    ...reports.map((report) => {
      const { sizes, budgets } = splitterOf(report, name);
      const [small] = budgets;
      const { recall, hit, joint } = budgets[budgets.length - 1];
      const main = [recall, hit, joint].map(({ mean }) => percent(mean));
      return `${sizes.mean.toFixed(0)}; ${main.join(" / ")}; ${percent(
        small.recall.mean
      )}`;
    }),
  ]);
  return table(head, rows);
}

/** Differences to the baseline at the largest budget, with 95 % intervals. */
export function differenceTable(
  reports: readonly EvaluationReport[],
  metric: MetricName
): string {
  const { baseline, budgetTokens } = reports[0].settings;
  const at = (report: EvaluationReport, name: string) =>
    report.differences.find(
      (one) =>
        one.splitter === name &&
        one.metric === metric &&
        one.budgetTokens === budgetTokens
    );
  const head = [
    `${metric}, minus ${baseline}`,
    ...reports.map(({ title }) => title),
  ];
  const rows = namesOf(reports)
    .filter((name) => name !== baseline)
    .map((name) => [
      name,
      ...reports.map((report) => {
        const found = at(report, name);
        if (found === undefined) return "";
        const { difference, significant } = found;
        const { mean, low, high } = difference;
        const shown = `${signed(mean)} (${signed(low)} to ${signed(high)})`;
        return significant ? `**${shown}**` : shown;
      }),
    ]);
  const smallest = reports.map((report) => {
    const all = report.differences.filter(
      (one) => one.metric === metric && one.budgetTokens === budgetTokens
    );
    const values = all.map((one) => one.smallestDetectable);
    return percent(values.sort((a, b) => a - b)[values.length >> 1] ?? 0);
  });
  return table(head, [...rows, ["smallest detectable, median", ...smallest]]);
}
