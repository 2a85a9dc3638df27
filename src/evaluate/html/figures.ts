import { count, plural } from "../../format/numbers.js";
import { histogram } from "../../view/histogram.js";
import { markup, type Html, type HtmlValue } from "../../view/html.js";
import { METRICS, type MetricName } from "../metric-types.js";
import type { SizeSuggestion } from "../suggest-size.js";
import type { EvaluationReport } from "../types.js";
import { METRIC_MEANINGS, METRIC_NAMES, contextsOf } from "../words.js";
import { colourOf, lineChart, seriesMark, type ChartSeries } from "./chart.js";
import { choice, panel } from "./choice.js";

/** What of the result of `suggestSize` is shown. */
export interface Sweep {
  plot: SizeSuggestion["plot"];
  suggested?: { name: string };
}

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
<p class="note">With ${where}; bars are 95 % intervals.</p></figcaption>
${panels}
${choice(
  "metric",
  "Metric",
  METRICS.map((metric) => [metric, METRIC_NAMES[metric]]),
  METRICS[0]
)}</figure>`;
}

function recallFigure({ splitters }: EvaluationReport): Html {
  const series = splitters.map(({ name, curve }): ChartSeries => ({
    name,
    band: true,
    points: curve.map(({ budgetTokens, recall }) => ({
      x: budgetTokens,
      y: recall,
      name: "budget",
    })),
  }));
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

/** How a metric depends on the size of chunks: a sweep of `suggestSize`. */
export function sweepSection({ plot, suggested }: Sweep): Html {
  const series = plot.series.map(({ label, points }): ChartSeries => ({
    name: label,
    points: points.map(({ x, y, low, high }) => ({
      x,
      y: { mean: y, low, high },
      name: plot.yLabel,
    })),
  }));
  const chart = lineChart(series, {
    label: `${plot.yLabel} by size; the table has the numbers`,
    xLabel: plot.xLabel,
  });
  const marks = series.map(
    ({ name }, index) => markup`<li>${seriesMark(index)} ${name}</li>`
  );
  return markup`<section aria-labelledby="sweep">
<h2 id="sweep">Which size</h2>
<p class="note">${suggested && `Suggested: ${suggested.name}. `}The chart
shows ${plot.yLabel}, with 95 % intervals.</p>
<ul class="legend">${marks}</ul>
<div class="figures"><figure>${chart}</figure></div>
</section>`;
}

/** The sizes of the chunks of each splitter, on one axis. */
export function sizesSection({ splitters }: EvaluationReport): Html {
  const ends = splitters.map(({ sizes }) => sizes.bins.at(-1)?.to ?? 0);
  const max = Math.max(1, ...ends);
  const figures = splitters.map(({ name, sizes, totals }, index) => {
    const [min, low, median, high, largest] = [
      sizes.min,
      sizes.p25,
      sizes.median,
      sizes.p75,
      sizes.max,
    ].map((size) => count(Math.round(size)));
    const words =
      `${plural(totals.chunks, "chunk")} of ${min} to ${largest} tokens, ` +
      `median ${median}, the middle half ${low} to ${high}`;
    const options = { label: `Sizes: ${words}`, unit: "tokens", max };
    return markup`<figure class="sizes ${colourOf(index)}">
<figcaption><h3>${seriesMark(index)} ${name}</h3>
<p class="note">${words}.</p></figcaption>
${histogram(sizes.bins, options)}</figure>`;
  });
  return markup`<section aria-labelledby="sizes">
<h2 id="sizes">Chunk sizes</h2>
<div class="figures">${figures}</div>
</section>`;
}
