/** Pages in headless Chromium, opened from files as a reader would. */
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";

/** Where Chromium is. */
export const CHROMIUM = process.env.SEAMS_CHROMIUM ?? "/usr/bin/chromium";

const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A page, and what it must not do. */
export interface OpenPage {
  page: Page;
  /** Errors and warnings of the console, errors of scripts, requests. */
  problems: string[];
}

export interface OpenOptions extends BrowserContextOptions {
  /** Runs in the page before its own script. */
  before?: string;
}

/** Opens HTML from a file. */
export type Open = (html: string, options?: OpenOptions) => Promise<OpenPage>;

/** Narrow, and touched with a finger. */
export const PHONE: OpenOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/**
 * Tests that need Chromium. Where there is none they are skipped, and say so;
 * with CI=true they fail.
 */
export function describeInBrowser(
  name: string,
  define: (open: Open) => void
): void {
  if (!existsSync(CHROMIUM) && process.env.CI !== "true") {
    process.stderr.write(
      `\n*** SKIPPED: ${name}: no Chromium at ${CHROMIUM}; ` +
        "set SEAMS_CHROMIUM to where it is ***\n\n"
    );
    describe.skip(name, () => define(() => Promise.reject(new Error(name))));
    return;
  }
  describe(name, () => {
    let browser: Browser;
    let folder: string;
    let pages = 0;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "seams-pages-"));
      browser = await chromium.launch({
        executablePath: CHROMIUM,
        args: ARGS,
      });
    });
    afterAll(async () => {
      await browser?.close();
      await rm(folder, { recursive: true, force: true });
    });
    define(async (html, { before, ...options } = {}) => {
      const file = join(folder, `page-${(pages += 1)}.html`);
      await writeFile(file, html);
      const context = await browser.newContext(options);
      if (before !== undefined) await context.addInitScript(before);
      const page = await context.newPage();
      const problems = watch(page);
      await page.goto(pathToFileURL(file).href);
      return { page, problems };
    });
  });
}

function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      problems.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  let loaded = false;
  page.on("request", (request) => {
    const url = request.url();
    // The page itself, once.
    if (!loaded && url.startsWith("file:")) loaded = true;
    else if (!url.startsWith("data:")) problems.push(`request: ${url}`);
  });
  return problems;
}

/** What axe-core finds that is serious or critical, a line each. */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    "axe.run(document, { resultTypes: ['violations'] })"
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
}

/** Text that breaks out of pages that do not escape, and worse. */
export const HOSTILE = [
  "<script>window.ran = 1; alert(1)</script>",
  '<img src=x onerror="window.ran = 2">',
  "</script></style></textarea></title></svg><script>window.ran = 3</script>",
  "\"><svg onload='window.ran = 4'>' onfocus='window.ran = 5' autofocus='",
  "&lt;b&gt; &amp;amp; &#0; &notanentity; ]]> --> <!-- ${ran} `ran`",
  "RTL: \u202Eevil\u202C שלום עולם مرحبا \u2066isolated",
  "NUL \0, ESC \u001b[31m, FF \f, lone \uD800 and \uDC00, DEL \u007f",
  "separators \u2028 and \u2029, CR LF\r\nlone CR \r end, \uFEFF, emoji 👩‍👩‍👧‍👦",
].join("\n\n");
