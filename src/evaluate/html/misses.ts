import { count, plural } from "../../format/numbers.js";
import { markup, type Html, type HtmlValue } from "../../view/html.js";
import { MISS_CLASSES, type Miss } from "../miss-types.js";
import type { EvaluationReport, ReportProblem } from "../types.js";
import { MISS_MEANINGS, MISS_NAMES, missWords, percent } from "../words.js";
import { seriesMark } from "./chart.js";
import { excerptHtml } from "./excerpt.js";

/** The evidence that was missed: how much, and where the source was cut. */
export function missesSection(report: EvaluationReport): Html {
  const { misses, splitters, settings } = report;
  const total = splitters.reduce(
    (sum, { missCounts }) =>
      sum + MISS_CLASSES.reduce((all, name) => all + missCounts[name], 0),
    0
  );
  const shown =
    misses.length < total
      ? `The first ${count(misses.length)} of ${count(total)} are listed.`
      : "";
  return markup`<section aria-labelledby="misses">
<h2 id="misses">Missed evidence</h2>
<p class="note">References that are not whole in one chunk of a context of
${count(settings.budgetTokens)} tokens. ${shown}</p>
${countsTable(report)}
${misses.length > 0 && filters(report)}
<div class="misses">${misses.map((miss) => missHtml(miss, report))}</div>
</section>`;
}

function countsTable({ splitters }: EvaluationReport): Html {
  const rows = splitters.map(
    ({ name, missCounts, references }, index) => markup`<tr>
<th scope="row">${seriesMark(index)} ${name}</th>
${MISS_CLASSES.map((kind) => markup`<td>${count(missCounts[kind])}</td>`)}
<td>${count(references)}</td></tr>`
  );
  const heads = MISS_CLASSES.map(
    (kind) => markup`<th scope="col">${MISS_NAMES[kind]}</th>`
  );
  const meanings = MISS_CLASSES.map(
    (kind) => markup`<div><dt>${MISS_NAMES[kind]}</dt>
<dd>${MISS_MEANINGS[kind]}</dd></div>`
  );
  return markup`<div class="wide few" role="region" tabindex="0"
 aria-label="Missed references by splitter"><table>
<thead><tr><th scope="col">Splitter</th>${heads}<th scope="col">Of all</th></tr>
</thead><tbody>${rows}</tbody></table></div>
<dl class="meanings">${meanings}</dl>`;
}

function filters({ splitters, misses }: EvaluationReport): Html {
  const option = (value: string, name: string) =>
    markup`<option value="${value}">${name}</option>`;
  return markup`<form class="filters" aria-label="Which misses to list">
<label>Splitter <select name="splitter">${option("", "all")}
${splitters.map(({ name }, index) => option(String(index), name))}</select>
</label>
<label>Kind <select name="kind">${option("", "all")}
${MISS_CLASSES.map((kind) => option(kind, MISS_NAMES[kind]))}</select></label>
<output>${plural(misses.length, "reference")}</output>
</form>`;
}

function missHtml(miss: Miss, report: EvaluationReport): Html {
  const { splitters, questions } = report;
  const { question, references, corpus } = questions[miss.question];
  const index = splitters.findIndex(({ name }) => name === miss.splitter);
  const which =
    references.length > 1 &&
    `Reference ${miss.reference + 1} of ${references.length}`;
  const facts = [
    missWords(miss),
    which,
    miss.recall > 0 && `${percent(miss.recall)} % of it in the context`,
    corpus,
  ];
  return markup`<details class="miss" data-splitter="${index}"
 data-kind="${miss.class}"><summary><span class="question">${question}</span>
<span class="facts"><span>${seriesMark(index)} ${miss.splitter}</span>
${facts.map((fact) => fact && markup`<span>${fact}</span>`)}</span></summary>
${evidenceHtml(miss, report)}</details>
`;
}

function evidenceHtml(miss: Miss, report: EvaluationReport): HtmlValue {
  const { text, start, end } =
    report.questions[miss.question].references[miss.reference];
  const excerpt = miss.excerpt === null ? null : report.excerpts[miss.excerpt];
  if (excerpt === null || start === null || end === null) {
    return markup`<div class="excerpt"><div class="gap">
<p class="tag">In no document</p>
<div class="source"><mark>${text}</mark></div></div></div>`;
  }
  return excerptHtml(excerpt, miss.chunks, { start, end });
}

/** What could not be scored as it was meant. */
export function problemsSection(problems: readonly ReportProblem[]): HtmlValue {
  return (
    problems.length > 0 &&
    markup`<section aria-labelledby="problems">
<h2 id="problems">Problems in the data</h2>
<ul class="problems">${problems.map(
      ({ message }) => markup`<li>${message}</li>`
    )}</ul></section>`
  );
}
