import { count } from "../../format/numbers.js";
import { markup, type Html, type HtmlValue } from "../../view/html.js";
import { METRICS, type Estimate } from "../metric-types.js";
import type { EvaluationReport, SplitterReport } from "../types.js";
import {
  METRIC_NAMES,
  METRIC_MEANINGS,
  contextsOf,
  duration,
  percent,
  points,
  type ContextView,
} from "../words.js";
import { seriesMark } from "./chart.js";
import { choice, panel } from "./choice.js";

/** A table that scrolls sideways by itself where it is too wide. */
const table = (label: string, head: HtmlValue, rows: HtmlValue): Html =>
  markup`<div class="wide" role="region" tabindex="0" aria-label="${label}">
<table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;

const heading = (name: string, title = ""): Html =>
  markup`<th scope="col" title="${title}">${name}</th>`;

const cell = (value: string, range: HtmlValue = "", kind = ""): Html =>
  markup`<td class="${kind}">${value}${
    range !== "" && markup`<small>${range}</small>`
  }</td>`;

const estimate = (value: Estimate | undefined, best: number): Html => {
  if (value === undefined) return cell("–");
  const { mean, low, high } = value;
  const range = `${percent(low)}–${percent(high)}`;
  return cell(
    percent(mean),
    range,
    percent(mean) === percent(best) ? "best" : ""
  );
};

const splitterName = (index: number, name: string, baseline: boolean): Html =>
  markup`<th scope="row">${seriesMark(index)} ${name}${
    baseline && markup` <small>baseline</small>`
  }</th>`;

function metricsTable(report: EvaluationReport, context: ContextView): Html {
  const { splitters, settings } = report;
  const all = splitters.map(context.metricsOf);
  const best = METRICS.map((metric) =>
    Math.max(...all.map((metrics) => metrics?.[metric].mean ?? 0))
  );
  const head = [
    heading("Splitter"),
    METRICS.map((metric) =>
      heading(METRIC_NAMES[metric], METRIC_MEANINGS[metric])
    ),
    heading("Tokens", "Tokens in the context, mean"),
    heading("Chunks", "Chunks in the context, mean"),
  ];
  const rows = splitters.map(({ name }, index) => {
    const metrics = all[index];
    return markup`<tr>${splitterName(index, name, name === settings.baseline)}
${METRICS.map((metric, k) => estimate(metrics?.[metric], best[k]))}
${cell(metrics ? count(Math.round(metrics.tokens)) : "–")}
${cell(metrics ? metrics.chunks.toFixed(1) : "–")}</tr>`;
  });
  return table(`Metrics with ${context.name}`, head, rows);
}

function differencesTable(
  { differences, settings }: EvaluationReport,
  { budgetTokens, name }: ContextView
): HtmlValue {
  const here = differences.filter((one) => one.budgetTokens === budgetTokens);
  if (here.length === 0) return "";
  const names = [...new Set(here.map(({ splitter }) => splitter))];
  const head = [
    heading("Splitter"),
    METRICS.map((metric) => heading(METRIC_NAMES[metric])),
  ];
  const rows = names.map((splitter) => {
    const cells = METRICS.map((metric) => {
      const one = here.find(
        (each) => each.splitter === splitter && each.metric === metric
      );
      if (one === undefined) return cell("–");
      const { mean, low, high } = one.difference;
      const sign = mean > 0 ? "better" : "worse";
      return cell(
        points(mean),
        [
          `${points(low)} to ${points(high)}`,
          markup`<br>detectable from ${percent(one.smallestDetectable)}`,
        ],
        one.significant ? sign : "level"
      );
    });
    return markup`<tr><th scope="row">${splitter}</th>${cells}</tr>`;
  });
  const baseline = settings.baseline ?? "";
  return markup`<h3>Difference to ${baseline}, in points</h3>
<p class="note">Question by question, with 95 % intervals. Coloured where the
interval leaves out 0; “detectable from” is the smallest true difference
that this many questions show four times in five.</p>
${table(`Differences to ${baseline} with ${name}`, head, rows)}`;
}

/** The metrics of all splitters, and how far they are from the baseline. */
export function metricsSection(report: EvaluationReport): Html {
  const contexts = contextsOf(report);
  const first =
    contexts.find(
      ({ budgetTokens }) => budgetTokens === report.settings.budgetTokens
    ) ?? contexts[0];
  const panels = contexts.map((context) =>
    panel("context", context.key, first.key, [
      metricsTable(report, context),
      differencesTable(report, context),
    ])
  );
  return markup`<section aria-labelledby="numbers">
<h2 id="numbers">Numbers</h2>
<p class="note">Percent, with 95 % intervals; the best of each column is
bold.</p>
${choice(
  "context",
  "Context",
  contexts.map(({ key, name }) => [key, name]),
  first.key
)}
${panels}
${costTable(report)}
</section>`;
}

/** What a splitter costs, and what does not depend on a context. */
function costTable({ splitters, settings }: EvaluationReport): Html {
  const judged = splitters.some((splitter) => splitter.judged !== undefined);
  const embeds = splitters.some(({ totals }) => totals.embedCalls > 0);
  const best = (of: (splitter: SplitterReport) => number) =>
    Math.max(...splitters.map(of));
  const bestMrr = best(({ mrr }) => mrr.mean);
  const bestOmega = best(({ precisionOmega }) => precisionOmega.mean);
  const bestScore = best(({ judged: answers }) => answers?.score.mean ?? 0);
  const head = [
    heading("Splitter"),
    heading("Size", "Its chunkSize and chunkOverlap"),
    heading("Chunks"),
    heading("Tokens indexed", "And their share of the tokens of the source"),
    heading("MRR", "Mean reciprocal rank of the first chunk with a reference"),
    heading("Precision Ω", "Precision if exactly the right chunks are found"),
    judged && heading("Answers", "The judge's mean score"),
    heading("Split"),
    heading("Retrieve"),
    embeds && heading("Embed calls"),
  ];
  const rows = splitters.map((splitter, index) => {
    const { name, description, totals, mrr, precisionOmega } = splitter;
    const { chunkSize, chunkOverlap, className } = description;
    const { tokensIndexed, tokensOfSource } = totals;
    const share = Math.round((tokensIndexed / (tokensOfSource || 1)) * 100);
    const { judged: answers } = splitter;
    return markup`<tr>${splitterName(index, name, name === settings.baseline)}
${cell(`${count(chunkSize)} / ${count(chunkOverlap)}`, className)}
${cell(count(totals.chunks))}
${cell(count(tokensIndexed), `${share} % of the source`)}
${estimate(mrr, bestMrr)}${estimate(precisionOmega, bestOmega)}
${judged && (answers ? estimate(answers.score, bestScore) : cell("–"))}
${cell(duration(totals.splitMs))}${cell(duration(totals.retrieveMs))}
${embeds && cell(count(totals.embedCalls))}</tr>`;
  });
  return markup`<h3>Whatever the context</h3>
${table("Costs, ranks and bounds", head, rows)}`;
}
