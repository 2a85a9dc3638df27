import { count, plural } from "../../format/numbers.js";
import { markup, type Html } from "../../view/html.js";
import { renderPage } from "../../view/page.js";
import { CHUNK_STYLE } from "../../view/style.js";
import type { EvaluationReport } from "../types.js";
import { SCRIPT } from "./client.js";
import {
  qualitySection,
  sizesSection,
  sweepSection,
  type Sweep,
} from "./figures.js";
import { missesSection, problemsSection } from "./misses.js";
import { STYLE } from "./style.js";
import { metricsSection } from "./tables.js";

/**
 * The report of an evaluation as a page in one file: quality against tokens,
 * recall by budget, all numbers, chunk sizes, and the evidence that was missed
 * in the source that it is in. The result of `suggestSize` as `sweep` adds its
 * plot: `renderReportPage(suggestion.report, suggestion)`.
 */
export function renderReportPage(
  report: EvaluationReport,
  sweep?: Sweep
): string {
  const body = markup`${head(report)}
<main>
${sweep && sweepSection(sweep)}
${qualitySection(report)}
${metricsSection(report)}
${sizesSection(report)}
${missesSection(report)}
${problemsSection(report.problems)}
</main>`;
  return renderPage({
    title: `${report.title} · splitters compared`,
    style: CHUNK_STYLE + STYLE,
    script: SCRIPT,
    body,
  });
}

function head(report: EvaluationReport): Html {
  const { title, createdAt, settings, corpora, questions, splitters } = report;
  const tokens = corpora.reduce((sum, corpus) => sum + corpus.tokens, 0);
  const date = createdAt.slice(0, 16).replace("T", " ");
  const facts = [
    plural(questions.length, "question"),
    `${plural(corpora.length, "document")}, ${count(tokens)} tokens`,
    plural(splitters.length, "splitter"),
    `${settings.retriever}, ${
      settings.scope === "document"
        ? "in the document of the question"
        : "over all documents"
    }`,
    settings.transformed && "chunks transformed",
    `tokens of ${settings.encoding}`,
    `${count(settings.resamples)} resamples, seed ${settings.seed}`,
  ];
  return markup`<header class="top"><h1>${title}</h1>
<p><time datetime="${createdAt}">${date}</time></p>
<ul class="about">${facts.map((fact) => fact && markup`<li>${fact}</li>`)}</ul>
</header>`;
}
