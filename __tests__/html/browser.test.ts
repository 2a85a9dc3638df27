import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { describeInBrowser } from "../support/browser.js";
import { root } from "../support/child.js";
import { contents } from "../support/split.js";
import { splitHtml } from "../support/html.js";

/**
 * Pages whose text must be what Chromium shows (`innerText`, scripts off).
 * What differs on purpose, and is not compared: alternative texts, contents of
 * `details` that are closed, and letters that only CSS hides or changes.
 */
const OWN: readonly [string, string][] = [
  [
    "blocks",
    "<h1>T</h1><p>one <b>two</b>three<br>four</p><div>a<div>b</div>c</div>" +
      "<ul><li>x<ul><li>y</ul><li>z</ul><pre> p\n  q</pre><hr>end",
  ],
  [
    "tables",
    "<table><caption>C</caption><thead><tr><th>a<th>b<tbody><tr><td>1<td>2" +
      "<tr><td colspan=2>3</table>after<table><tr><td><p>l<td><h2>r</h2></table>",
  ],
  [
    "references and hidden parts",
    "<p>&amp;lt; &copy &notit; x&nbsp;y &#x1F600;<script>s</script><style>t</style>" +
      "<template>u</template><p hidden>v</p><noscript>w</noscript>" +
      "<p style='display:none'>x2</p><dialog>d</dialog>",
  ],
  [
    "malformed",
    "<p>a<p>b</div></b>c<table>stray<tr><td>cell</p>more</table><b><p>d</b>e" +
      "<li>f<dd>g<a>h<a>i</zz>j<!-->k",
  ],
  [
    "inline",
    "<p>un<em>der</em>line <kbd>k</kbd> <a href=x>l<span>m</span></a>n " +
      "<my-tag>o</my-tag>p<wbr>q <ruby>r<rp>(</rp><rt>s</rt></ruby></p>",
  ],
];

const words = (text: string): string[] => text.trim().split(/[\s\u200b]+/);

describeInBrowser("text as a browser shows it", (open) => {
  const shown = async (html: string): Promise<string> => {
    const { page } = await open(html);
    const text = await page.evaluate("document.body.innerText");
    await page.context().close();
    return String(text);
  };

  test.each(OWN)("%s", async (_, body) => {
    const html = `<!doctype html><meta charset="utf-8"><body>${body}`;
    const text = contents(await splitHtml(html, 100_000)).join("\n");
    expect(words(text)).toEqual(words(await shown(html)));
  });

  test("pages that installed packages ship", async () => {
    const files = globSync("node_modules/**/*.html", {
      cwd: root,
      followSymbolicLinks: true,
    });
    let compared = 0;
    for (const file of files) {
      // Scripts would draw, and style sheets hide, what the HTML holds;
      // `innerText` leaves out the values of controls.
      const html = readFileSync(join(root, file), "utf8").replace(
        /<(script|style|textarea)\b[^]*?<\/\1\s*>|<link\b[^>]*>/gi,
        ""
      );
      if (html.length > 200_000) continue;
      const text = contents(await splitHtml(html, 300_000)).join("\n");
      expect([file, words(text)]).toEqual([file, words(await shown(html))]);
      if ((compared += 1) === 12) break;
    }
    expect(compared).toBeGreaterThanOrEqual(5);
  });
});
