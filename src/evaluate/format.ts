import { count, plural } from "../format/numbers.js";
import { renderTable, type Column } from "../format/table.js";
import {
  METRICS,
  type MetricName,
  type PairedDifference,
} from "./metric-types.js";
import type { EvaluationReport, SplitterReport } from "./types.js";
import { METRIC_NAMES, percent, spread } from "./words.js";

const MOST_PROBLEMS = 10;

const signed = (share: number): string =>
  `${share > 0 ? "+" : ""}${percent(share)}`;

const right = (title: string): Column => ({ title, align: "right" });

const NAME: Column = { title: "Splitter", share: 1 };

/** How a report is shown as text. */
export interface FormatOptions {
  /** The most columns of a line. Default: 100. */
  width?: number;
}

/** A report as text tables; shares in percent, after ± half an interval. */
export function formatReport(
  report: EvaluationReport,
  { width = 100 }: FormatOptions = {}
): string {
  const parts = [
    headLines(report),
    qualityTable(report, width),
    budgetTable(report, width),
    missTable(report, width),
    differenceTable(report, width),
    problemLines(report),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function headLines({ title, settings, questions, corpora }: EvaluationReport) {
  const { retriever, scope, budgetTokens, encoding } = settings;
  const where = scope === "set" ? "all documents" : "the question's document";
  return [
    `${title}: ${plural(questions.length, "question")}, ` +
      plural(corpora.length, "document"),
    `${retriever} over ${where}, ${count(budgetTokens)} tokens of ` +
      `context (${encoding}), 95 % intervals`,
  ].join("\n");
}

/** The metrics of a splitter at the budget of the settings. */
export function mainMetrics(
  { budgets }: SplitterReport,
  { settings }: EvaluationReport
) {
  const found = budgets.find(
    ({ budgetTokens }) => budgetTokens === settings.budgetTokens
  );
  if (found === undefined) {
    throw new RangeError(
      "Expected `report.splitters[].budgets` to hold " +
        `${settings.budgetTokens}, got another`
    );
  }
  return found;
}

function qualityTable(report: EvaluationReport, width: number): string {
  const columns = [
    NAME,
    ...["Chunks", "Mean", "Recall", "Hit", "Joint", "Prec.", "IoU", "MRR"].map(
      right
    ),
    right("Prec.Ω"),
  ];
  const rows = report.splitters.map((splitter) => {
    const metrics = mainMetrics(splitter, report);
    return [
      splitter.name,
      count(splitter.totals.chunks),
      count(Math.round(splitter.sizes.mean)),
      spread(metrics.recall),
      spread(metrics.hit),
      percent(metrics.joint.mean),
      percent(metrics.precision.mean),
      percent(metrics.iou.mean),
      percent(splitter.mrr.mean),
      percent(splitter.precisionOmega.mean),
    ];
  });
  return renderTable(columns, rows, width);
}

function budgetTable(
  { splitters, settings }: EvaluationReport,
  width: number
): string {
  const columns = [
    { ...NAME, title: "Recall at" },
    ...settings.budgets.map((budget) => right(`${count(budget)} tok`)),
    ...settings.topK.map((k) => right(`top ${k}`)),
  ];
  const rows = splitters.map(({ name, budgets, topK }) => [
    name,
    ...budgets.map(({ recall }) => percent(recall.mean)),
    ...topK.map(({ recall }) => percent(recall.mean)),
  ]);
  return renderTable(columns, rows, width);
}

function missTable({ splitters }: EvaluationReport, width: number): string {
  const columns = [
    { ...NAME, title: "Misses and costs" },
    ...["Absent", "Cut", "Not found", "Of", "Tokens", "Split s"].map(right),
    right("Embed calls"),
  ];
  const rows = splitters.map(({ name, missCounts, totals, references }) => [
    name,
    count(missCounts.absent),
    count(missCounts.cut),
    count(missCounts.notRetrieved),
    count(references),
    count(totals.tokensIndexed),
    (totals.splitMs / 1000).toFixed(2),
    count(totals.embedCalls),
  ]);
  return renderTable(columns, rows, width);
}

function differenceTable(
  { differences, settings }: EvaluationReport,
  width: number
): string {
  const { baseline, budgetTokens } = settings;
  if (baseline === null || differences.length === 0) return "";
  const names = [...new Set(differences.map(({ splitter }) => splitter))];
  const cell = ({ difference, significant }: PairedDifference): string => {
    const { mean, low, high } = difference;
    const interval = `${signed(low)}…${signed(high)}`;
    return `${signed(mean)} (${interval})${significant ? " *" : ""}`;
  };
  const shown = METRICS.filter(
    (metric) => metric === "recall" || metric === "hit" || metric === "joint"
  );
  const columns = [
    { ...NAME, title: `Minus ${baseline}` },
    ...shown.map((metric) => right(METRIC_NAMES[metric])),
  ];
  const at = (splitter: string, metric: MetricName) =>
    differences.find(
      (one) =>
        one.splitter === splitter &&
        one.metric === metric &&
        one.budgetTokens === budgetTokens
    );
  const rows = names.map((name) => [
    name,
    ...shown.map((metric) => {
      const found = at(name, metric);
      return found === undefined ? "" : cell(found);
    }),
  ]);
  const smallest = shown.map((metric) => {
    const found = names.map(
      (name) => at(name, metric)?.smallestDetectable ?? 0
    );
    return `${METRIC_NAMES[metric].toLowerCase()} ${percent(Math.max(...found))}`;
  });
  return [
    renderTable(columns, rows, width),
    "  * The interval leaves out 0. Smallest difference that these questions " +
      "show:",
    `  ${smallest.join(", ")} points (power 80 %).`,
  ].join("\n");
}

function problemLines({ problems }: EvaluationReport): string {
  const shown = problems
    .slice(0, MOST_PROBLEMS)
    .map(({ message }) => `! ${message.replace(/\s+/g, " ")}`);
  const more = problems.length - shown.length;
  if (more > 0) shown.push(`! and ${count(more)} more problems`);
  return shown.join("\n");
}
