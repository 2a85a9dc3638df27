import { Document } from "@langchain/core/documents";
import { FixedTokenTextSplitter } from "langchain-seams";
import type { Locator, Page } from "playwright-core";
import { renderReportPage } from "../src/evaluate/html/index.js";
import {
  evaluateSplitters,
  METRICS,
  type EvaluationReport,
} from "../src/evaluate/index.js";
import {
  describeInBrowser,
  HOSTILE,
  PHONE,
  seriousViolations,
} from "./support/browser.js";

const EVIDENCE = "The lamp turns green when the battery holds its full charge.";

const document = (source: string, pageContent: string) =>
  new Document({ pageContent, metadata: { source } });

const filler = (word: string) => `A sentence about ${word}. `.repeat(40);

const splitters = {
  "fixed 25": new FixedTokenTextSplitter({ chunkSize: 25, chunkOverlap: 5 }),
  "fixed 8": new FixedTokenTextSplitter({ chunkSize: 8, chunkOverlap: 0 }),
  '<b>"big"</b>': new FixedTokenTextSplitter({ chunkSize: 90 }),
};

/** Some evidence is found, some is cut, and some is nowhere. */
function evaluate(): Promise<EvaluationReport> {
  return evaluateSplitters({
    documents: [
      document("lamp.md", `${filler("cables")}${EVIDENCE} ${filler("doors")}`),
      document("hostile.md", `${filler("x")}${HOSTILE}${filler("y")}`),
    ],
    questions: [
      {
        question: "When does the lamp turn green?",
        corpus: "lamp.md",
        gold: EVIDENCE,
      },
      { question: HOSTILE, corpus: "hostile.md", gold: HOSTILE },
      {
        question: "Where is the key?",
        corpus: "lamp.md",
        gold: "<script>window.ran = 9</script> is nowhere",
      },
    ],
    splitters,
    baseline: "fixed 25",
    budgetTokens: 60,
    budgets: [60, 200],
    topK: [1, 5],
    title: "Lamps & <i>keys</i>",
  });
}

let report: EvaluationReport;
let html: string;

beforeAll(async () => {
  report = await evaluate();
  html = renderReportPage(report);
});

const evidenceIn = async (miss: Locator): Promise<string> =>
  (await miss.locator("mark").allTextContents()).join("");

const select = (page: Page, name: string, value: string) =>
  page.locator(`select[name=${name}]`).selectOption(value);

describeInBrowser("the report page", (open) => {
  test("clicking a miss shows its evidence and the chunks", async () => {
    const { page, problems } = await open(html);
    const misses = page.locator(".miss");
    await expect(misses.count()).resolves.toBe(report.misses.length);
    const index = report.misses.findIndex(
      ({ splitter, question }) => splitter === "fixed 8" && question === 0
    );
    const { class: kind, chunks } = report.misses[index];
    expect(kind).toBe("cut");
    const miss = misses.nth(index);
    const excerpt = miss.locator(".excerpt");
    await expect(excerpt.isVisible()).resolves.toBe(false);
    await miss.locator("summary").click();
    await expect(excerpt.isVisible()).resolves.toBe(true);
    await expect(evidenceIn(miss)).resolves.toBe(EVIDENCE);
    const shown = miss.locator(".chunk");
    await expect(shown.count()).resolves.toBe(chunks.length);
    const marked = await shown.filter({ has: page.locator("mark") }).count();
    expect(marked).toBeGreaterThan(1);
    await expect(shown.first().innerText()).resolves.toContain("tokens");
    // With the keyboard too.
    await miss.locator("summary").press("Enter");
    await expect(excerpt.isVisible()).resolves.toBe(false);
    expect(problems).toEqual([]);
  });

  test("misses are filtered by splitter and kind", async () => {
    const { page } = await open(html);
    const count = async () => {
      const said = await page.locator(".filters output").innerText();
      const visible = await page.locator(".miss:visible").count();
      expect(said).toMatch(new RegExp(`^${visible} reference`));
      return visible;
    };
    await expect(count()).resolves.toBe(report.misses.length);
    for (const [index, { name, missCounts }] of report.splitters.entries()) {
      await select(page, "splitter", String(index));
      await select(page, "kind", "");
      const all = report.misses.filter(({ splitter }) => splitter === name);
      await expect(count()).resolves.toBe(all.length);
      await select(page, "kind", "absent");
      await expect(count()).resolves.toBe(missCounts.absent);
    }
  });

  test("tables have the numbers of the context chosen", async () => {
    const { page, problems } = await open(html);
    const recall = () =>
      page
        .locator("[data-group=context]:not([hidden]) tbody tr")
        .first()
        .locator("td")
        .first()
        .innerText();
    const { budgets, topK } = report.splitters[0];
    const shown = ({ recall }: (typeof budgets)[0] | (typeof topK)[0]) =>
      (recall.mean * 100).toFixed(1);
    expect(await recall()).toContain(shown(budgets[0]));
    await page.getByLabel("200 tokens", { exact: true }).check();
    expect(await recall()).toContain(shown(budgets[1]));
    await page.keyboard.press("ArrowRight");
    expect(await recall()).toContain(shown(topK[0]));
    expect(problems).toEqual([]);
  });

  test("charts show every estimate with its interval", async () => {
    const { page } = await open(html);
    for (const metric of METRICS) {
      await page.locator(`input[value=${metric}]`).check();
      const chart = page.locator("[data-group=metric]:not([hidden]) .chart");
      const points = report.splitters.length * report.settings.topK.length;
      await expect(chart.locator(".dot").count()).resolves.toBe(points);
      await expect(chart.locator(".whisker").count()).resolves.toBe(points);
    }
    const curve = report.splitters.flatMap((splitter) => splitter.curve);
    const dots = page.locator("figure:has(.band) .dot");
    await expect(dots.count()).resolves.toBe(curve.length);
    const paths = await page
      .locator(".chart path")
      .evaluateAll((all) => all.map((path) => path.getAttribute("d")));
    for (const path of paths) expect(path).not.toMatch(/NaN|Infinity/);
  });

  test("the histograms count every chunk", async () => {
    const { page } = await open(html);
    for (const [index, { totals }] of report.splitters.entries()) {
      const titles = await page
        .locator(".sizes")
        .nth(index)
        .locator(".bar title")
        .allTextContents();
      const counts = titles.map((title) => /([\d,]+) chunk/.exec(title)?.[1]);
      const sum = counts.reduce((all, n) => all + Number(n), 0);
      expect(sum).toBe(totals.chunks);
    }
  });

  test("hostile text is text, and nothing runs", async () => {
    const { page, problems } = await open(html);
    for (const summary of await page.locator(".miss summary").all()) {
      await summary.click();
    }
    await expect(page.evaluate("window.ran")).resolves.toBeUndefined();
    expect(problems).toEqual([]);
    await expect(page.locator("h1").innerText()).resolves.toBe(
      "Lamps & <i>keys</i>"
    );
    await expect(page.locator("script").count()).resolves.toBe(1);
    await expect(
      page.locator("main b, main i, main img").count()
    ).resolves.toBe(0);
    const nowhere = page.locator(".miss", { hasText: "Where is the key?" });
    await expect(evidenceIn(nowhere.first())).resolves.toBe(
      "<script>window.ran = 9</script> is nowhere"
    );
    const problemsListed = page.locator(".problems li");
    await expect(problemsListed.count()).resolves.toBe(report.problems.length);
  });

  test.each(["light", "dark"] as const)(
    "no serious violation of accessibility, %s",
    async (colorScheme) => {
      const { page } = await open(html, { colorScheme });
      await page.locator(".miss summary").first().click();
      expect(await seriousViolations(page)).toEqual([]);
    }
  );

  test("a phone shows it without scrolling sideways", async () => {
    const { page } = await open(html, PHONE);
    await page.locator(".miss summary").first().tap();
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width).toBe(390);
  });

  test("a sweep of sizes adds its plot", async () => {
    const estimate = { y: 0.5, low: 0.4, high: 0.6 };
    const points = [200, 400].map((x) => ({ x, ...estimate }));
    const series = [{ label: "overlap 0 %", points }];
    const plot = { xLabel: "chunkSize (tokens)", yLabel: "hit", series };
    const suggested = { name: "200 tokens" };
    const { page } = await open(renderReportPage(report, { plot, suggested }));
    const section = page.locator("section").first();
    await expect(section.innerText()).resolves.toContain(
      "Suggested: 200 tokens"
    );
    await expect(section.locator(".chart .dot").count()).resolves.toBe(2);
  });
});

test("one file: nothing is loaded from elsewhere", () => {
  expect(html).not.toMatch(
    /<(script|link|img|iframe)[^>]*\s(src|href)="(?!data:)/
  );
  expect(html).not.toMatch(/@import|url\(/);
});
