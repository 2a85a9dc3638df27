import { Document } from "@langchain/core/documents";
import { RecursiveCharacterTextSplitter } from "@langchain/textsplitters";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  FixedTokenTextSplitter,
  RecursiveTokenTextSplitter,
  StructuralMarkdownTextSplitter,
} from "langchain-seams";
import type { Page } from "playwright-core";
import { renderView, type View } from "../../src/view/index.js";
import {
  describeInBrowser,
  HOSTILE,
  PHONE,
  seriousViolations,
} from "../support/browser.js";
import { root } from "../support/child.js";

const MANUAL = readFileSync(join(root, "examples/docs/manual.es.md"), "utf8");

const SPLITTERS = {
  markdown: new StructuralMarkdownTextSplitter({ chunkSize: 200 }),
  recursive: new RecursiveTokenTextSplitter({ chunkSize: 200 }),
  fixed: new FixedTokenTextSplitter({ chunkSize: 200 }),
  langchain: new RecursiveCharacterTextSplitter({
    chunkSize: 800,
    chunkOverlap: 100,
  }),
};

type Name = keyof typeof SPLITTERS;

async function viewOf(text: string, name: Name): Promise<View> {
  return { name, documents: await SPLITTERS[name].createDocuments([text]) };
}

async function pageOf(text: string, ...names: Name[]): Promise<string> {
  const views = await Promise.all(names.map((name) => viewOf(text, name)));
  return renderView({ text, views, title: "manual.es.md" });
}

/** The text of the source as the page shows it, by pane. */
const shownText = (page: Page, pane = 0): Promise<string> =>
  page.evaluate((index) => {
    const root = document.querySelectorAll(".pane")[index];
    return Array.from(root.querySelectorAll("[data-from]"))
      .map((part) => part.textContent)
      .join("");
  }, pane);

const squeeze = (text: string): string => text.replace(/\s+/g, "");

/** How far below the top of its pane each pane shows a piece of text. */
const placesOf = (page: Page, words: string): Promise<number[]> =>
  page.evaluate((needle) => {
    return Array.from(document.querySelectorAll(".pane .scroll")).map(
      (pane) => {
        const walker = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const at = (node.nodeValue ?? "").indexOf(needle);
          if (at === -1 || !node.parentElement?.dataset.from) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const top = pane.getBoundingClientRect().top;
          return range.getBoundingClientRect().top - top;
        }
        return NaN;
      }
    );
  }, words);

const details = (page: Page): Promise<string> =>
  page.locator(".details .about").innerText();

describeInBrowser("the view of chunks", (open) => {
  test.each(Object.keys(SPLITTERS) as Name[])(
    "%s: every chunk and the whole source are shown",
    async (name) => {
      const { documents } = await viewOf(MANUAL, name);
      const { page, problems } = await open(await pageOf(MANUAL, name));
      const expected = `${documents.length} chunks`;
      await expect(page.locator(".chunks").innerText()).resolves.toBe(expected);
      await expect(page.locator(".chunk").count()).resolves.toBe(
        documents.length
      );
      expect(squeeze(await shownText(page))).toBe(squeeze(MANUAL));
      await expect(page.locator(".gap").count()).resolves.toBe(0);
      const bars = await page
        .locator(".histogram .bar title")
        .allTextContents();
      const counted = bars.map((bar) => Number(/(\d+) chunk/.exec(bar)?.[1]));
      expect(counted.reduce((sum, n) => sum + n, 0)).toBe(documents.length);
      expect(problems).toEqual([]);
    }
  );

  test("hovering a chunk shows its path, tokens, lines and id", async () => {
    const { documents } = await viewOf(MANUAL, "markdown");
    const { page } = await open(await pageOf(MANUAL, "markdown"));
    const { metadata, id } = documents[3];
    await page.locator(".chunk").nth(3).locator(".own").hover();
    const text = await details(page);
    for (const heading of metadata.loc.headings)
      expect(text).toContain(heading);
    const { from, to } = metadata.loc.lines;
    expect(text).toContain(`${from}–${to}`);
    expect(text).toContain(String(metadata.n_tokens));
    expect(text).toContain(id);
    await page.locator("h1").hover();
    expect(await details(page)).toContain("Point at a chunk");
  });

  test("keys reach every chunk", async () => {
    const { page } = await open(await pageOf(MANUAL, "markdown"));
    const current = () =>
      page.evaluate(() =>
        document.activeElement?.getAttribute("aria-posinset")
      );
    for (let k = 0; k < 5 && (await current()) === null; k += 1) {
      await page.keyboard.press("Tab");
    }
    await expect(current()).resolves.toBe("1");
    expect(await details(page)).toContain("1 of ");
    await page.keyboard.press("PageDown");
    await page.keyboard.press("PageDown");
    await page.keyboard.press("PageUp");
    await expect(current()).resolves.toBe("2");
    expect(await details(page)).toContain("2 of ");
    const count = await page.locator(".chunk").count();
    for (let k = 0; k < count; k += 1) await page.keyboard.press("PageDown");
    await expect(current()).resolves.toBe(String(count));
    const box = await page
      .locator(".chunk")
      .nth(count - 1)
      .boundingBox();
    expect(box?.y).toBeLessThan(720);
    await page.keyboard.press("Escape");
    expect(await details(page)).toContain("Point at a chunk");
  });

  test("a tap shows the details, and the arrows go on from there", async () => {
    const { page, problems } = await open(
      await pageOf(MANUAL, "markdown"),
      PHONE
    );
    await page.locator(".chunk .own").first().tap();
    expect(await details(page)).toMatch(/1 of \d+/);
    await page.locator(".next").tap();
    expect(await details(page)).toMatch(/2 of \d+/);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width).toBe(390);
    expect(problems).toEqual([]);
  });

  test("what is added to a chunk is not shown as source", async () => {
    const table = "| A | B |\n| - | - |\n" + "| one | two |\n".repeat(40);
    const splitter = new StructuralMarkdownTextSplitter({ chunkSize: 60 });
    const documents = await splitter.createDocuments([table]);
    documents[0].metadata.prefix = "Where it is from\n\n";
    documents[0].pageContent = `Where it is from\n\n${documents[0].pageContent}`;
    const views = [{ name: "markdown", documents }];
    const { page } = await open(renderView({ text: table, views, title: "t" }));
    const added = await page.locator(".added:not(.swatch)").allInnerTexts();
    expect(added[0]).toBe("Prefix\n\nWhere it is from");
    expect(added).toHaveLength(documents.length);
    for (const head of added.slice(1)) {
      expect(head).toBe("Repeated head\n\n| A | B |\n| - | - |");
    }
    expect(squeeze(await shownText(page))).toBe(squeeze(table));
  });

  test("overlap is hatched, and lit with the chunks that share it", async () => {
    const documents = await SPLITTERS.fixed.createDocuments([MANUAL]);
    const { page } = await open(await pageOf(MANUAL, "fixed"));
    const overlaps = page.locator(".chunk .over");
    await expect(overlaps.count()).resolves.toBe(documents.length - 1);
    const { start } = documents[1].metadata.loc;
    const { end } = documents[0].metadata.loc;
    expect(await overlaps.first().textContent()).toBe(MANUAL.slice(start, end));
    await page.locator(".chunk .own").first().hover();
    await expect(overlaps.first().getAttribute("class")).resolves.toMatch(/on/);
  });

  test("text in no chunk, and chunks that are in no text, are said", async () => {
    const text = "One.\n\nTwo.\n\nThree.\n";
    const documents = ["One.", "Elsewhere.", "Three."].map(
      (pageContent) => new Document({ pageContent })
    );
    const views = [{ name: "mine", documents }];
    const { page } = await open(renderView({ text, views, title: "t" }));
    await expect(page.locator(".gap").innerText()).resolves.toBe(
      "In no chunk\n\nTwo."
    );
    await expect(page.locator(".chunk .added").innerText()).resolves.toBe(
      "Not found in the source\n\nElsewhere."
    );
    await expect(page.locator(".chunk").count()).resolves.toBe(3);
  });

  test("panes scroll together, line by line of the source", async () => {
    const { page, problems } = await open(
      await pageOf(MANUAL, "markdown", "langchain")
    );
    const words = "## 5. Mantenimiento";
    for (const pane of [0, 1, 0]) {
      await page.evaluate((index) => {
        document.querySelectorAll(".scroll")[index].scrollTop = 0;
      }, pane);
      await page.waitForTimeout(400);
      const far = (await placesOf(page, words))[pane];
      const scroll = page.locator(".pane .scroll").nth(pane);
      await scroll.hover();
      await page.mouse.wheel(0, far - 5);
      await page.waitForTimeout(500);
      await page.mouse.wheel(0, (await placesOf(page, words))[pane] - 5);
      await page.waitForTimeout(500);
      const [left, right] = await placesOf(page, words);
      expect(Math.abs([left, right][pane] - 5)).toBeLessThan(60);
      expect(Math.abs(left - right)).toBeLessThan(3);
    }
    expect(problems).toEqual([]);
  });

  test.each(["light", "dark"] as const)(
    "no serious violation of accessibility, %s",
    async (colorScheme) => {
      const html = await pageOf(MANUAL, "markdown", "fixed");
      const { page } = await open(html, { colorScheme });
      await page.locator(".chunk .own").nth(2).hover();
      expect(await seriousViolations(page)).toEqual([]);
    }
  );

  test("hostile text is text, and nothing runs", async () => {
    const text = `# ${HOSTILE}\n\n${HOSTILE}\n\n| ${HOSTILE.split("\n")[0]} |\n| - |\n| x |\n`;
    const views = await Promise.all([
      viewOf(text, "markdown"),
      viewOf(text, "langchain"),
    ]);
    for (const document of views[1].documents) {
      document.metadata.section = HOSTILE;
      document.id = HOSTILE;
    }
    const html = renderView({ text, views, title: HOSTILE });
    const { page, problems } = await open(html);
    for (const chunk of await page.locator(".chunk .own").all()) {
      await chunk.hover();
    }
    await expect(page.evaluate("window.ran")).resolves.toBeUndefined();
    expect(problems).toEqual([]);
    const pictures = text
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, (control) =>
        String.fromCharCode(0x2400 + control.charCodeAt(0))
      )
      .replace(/\x7f/g, "\u2421")
      .replace(/\p{Surrogate}/gu, "\ufffd");
    expect(squeeze(await shownText(page))).toBe(squeeze(pictures));
    await expect(page.locator("script").count()).resolves.toBe(1);
    await expect(page.locator("img").count()).resolves.toBe(0);
  });

  test("an empty text has no chunks and no errors", async () => {
    const { page, problems } = await open(await pageOf("", "markdown"));
    await expect(page.locator(".chunks").innerText()).resolves.toBe("0 chunks");
    await page.locator(".next").click();
    await page.locator(".pane").hover();
    expect(problems).toEqual([]);
  });

  test("a file of 1 MB loads and scrolls", async () => {
    const text = MANUAL.repeat(Math.ceil(1_000_000 / MANUAL.length));
    const html = await pageOf(text, "recursive", "langchain");
    const { page, problems } = await open(html);
    const load = await page.evaluate(
      () => performance.getEntriesByType("navigation")[0].duration
    );
    expect(load).toBeLessThan(15_000);
    await page.evaluate(() => {
      const scroll = document.querySelector(".scroll");
      if (scroll) scroll.scrollTop = scroll.scrollHeight;
    });
    await page.waitForTimeout(1000);
    for (const pane of [0, 1]) {
      const seen = await page.evaluate((index) => {
        const scroll = document.querySelectorAll(".scroll")[index];
        const { left, bottom, width } = scroll.getBoundingClientRect();
        const x = left + width / 2;
        const shown = document.elementFromPoint(x, bottom - 120);
        return Number(
          shown?.closest(".chunk")?.getAttribute("aria-posinset") ?? 0
        );
      }, pane);
      const count = await page
        .locator(".pane")
        .nth(pane)
        .locator(".chunk")
        .count();
      expect(seen).toBeGreaterThan(count - 10);
    }
    expect(problems).toEqual([]);
  });
});
