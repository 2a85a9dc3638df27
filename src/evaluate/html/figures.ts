import { histogram } from "../../view/histogram.js";
import { count, markup, plural, type Html, type HtmlValue } from "../../view/html.js";
import { METRICS, type EvaluationReport, type MetricName } from "../types.js";
import { lineChart, seriesMark, type ChartSeries } from "./chart.js";
import { choice, panel } from "./choice.js";
import { METRIC_MEANINGS, METRIC_NAMES, contextsOf } from "./words.js";

/** Which mark is which splitter. */
const legend = ({ splitters }: EvaluationReport): HtmlValue =>
  markup`<ul class="legend">${splitters.map(
    ({ name }, index) => markup`<li>${seriesMark(index)} ${name}</li>`
  )}</ul>`;

/** A metric against the tokens that a number of chunks takes. */
function qualitySeries(
  report: EvaluationReport,
  metric: MetricName
): ChartSeries[] {
  const contexts = contextsOf(report);
  const ranks = contexts.filter(({ budgetTokens }) => !budgetTokens);
  // Without numbers of chunks the budgets say what there is to say.
  const used = ranks.length > 0 ? ranks : contexts;
  return report.splitters.map((splitter) => ({
    name: splitter.name,
    points: used.flatMap((context) => {
      const metrics = context.metricsOf(splitter);
      if (metrics === undefined) return [];
      const { tokens, [metric]: y } = metrics;
      return [{ x: tokens, y, name: context.name }];
    }),
  }));
}

function qualityFigure(report: EvaluationReport): Html {
  const { topK } = report.settings;
  const where =
    topK.length > 0
      ? `the best ${topK.map(count).join(", ")} chunks`
      : "each budget";
  const panels = METRICS.map((metric) => {
    const name = METRIC_NAMES[metric];
    const chart = lineChart(qualitySeries(report, metric), {
      label: `${name} against tokens of context; the table has the numbers`,
      xLabel: "tokens of context, mean",
    });
    const meaning = markup`<p class="note">${METRIC_MEANINGS[metric]}</p>`;
    return panel("metric", metric, METRICS[0], [chart, meaning]);
  });
  return markup`<figure><figcaption><h3>Quality against tokens</h3>
<p class="note">With ${where}; lines show 95 % intervals.</p></figcaption>
${choice(
  "metric",
  "Metric",
  METRICS.map((metric) => [metric, METRIC_NAMES[metric]]),
  METRICS[0]
)}
${panels}</figure>`;
}

function recallFigure({ splitters }: EvaluationReport): Html {
  const series = splitters.map(
    ({ name, curve }): ChartSeries => ({
      name,
      band: true,
      points: curve.map(({ budgetTokens, recall }) => ({
        x: budgetTokens,
        y: recall,
        name: "budget",
      })),
    })
  );
  const chart = lineChart(series, {
    label: "Evidence recall by token budget; the table has the numbers",
    xLabel: "budget, tokens",
  });
  return markup`<figure><figcaption><h3>Recall by budget</h3>
<p class="note">Contexts filled to the budget; bands are 95 % intervals.</p>
</figcaption>${chart}</figure>`;
}

/** Quality and recall, side by side where there is room. */
export function qualitySection(report: EvaluationReport): Html {
  return markup`<section aria-labelledby="quality">
<h2 id="quality">Quality</h2>
${legend(report)}
<div class="figures">${qualityFigure(report)}${recallFigure(report)}</div>
</section>`;
}

/** The sizes of the chunks of each splitter, on one axis. */
export function sizesSection({ splitters }: EvaluationReport): Html {
  const ends = splitters.map(({ sizes }) => sizes.bins.at(-1)?.to ?? 0);
  const max = Math.max(1, ...ends);
  const figures = splitters.map(({ name, sizes, totals }, index) => {
    const { min, median, max: largest, bins, p25, p75, p95 } = sizes;
    const spread =
      `${count(min)} to ${count(largest)}, median ${count(median)}`;
    const label = `Sizes of ${plural(totals.chunks, "chunk")} in tokens`;
    return markup`<figure class="sizes">
<figcaption><h3>${seriesMark(index)} ${name}</h3>
<p class="note">${plural(totals.chunks, "chunk")}, ${spread};
half between ${count(p25)} and ${count(p75)}, 95 % up to ${count(p95)}.</p>
</figcaption>
${histogram(bins, { label: `${label}: ${spread}`, unit: "tokens", max })}
</figure>`;
  });
  return markup`<section aria-labelledby="sizes">
<h2 id="sizes">Chunk sizes</h2>
<div class="figures">${figures}</div>
</section>`;
}
