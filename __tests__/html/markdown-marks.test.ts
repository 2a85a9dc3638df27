/** Markdown of HTML, rendered again: the same words, and nothing made up. */
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { contents } from "../support/split.js";
import { splitHtml } from "../support/html.js";

const reader = new MarkdownIt("default", { html: true });

/** The words of HTML in lines, and the elements that are no marks of words. */
function read(html: string): { text: string; elements: string[] } {
  let text = "";
  const elements: string[] = [];
  const visit = (node: Tree.ChildNode): void => {
    if ("value" in node) text += node.value;
    if (!("tagName" in node)) return;
    const isMark = /^(?:b|i|strong|em|s|del|code|span)$/.test(node.tagName);
    if (!isMark) text += node.tagName === "a" ? "" : " ";
    if (!isMark) elements.push(node.tagName);
    node.childNodes.forEach(visit);
    if (!isMark && node.tagName !== "a") text += " ";
  };
  parseFragment(html).childNodes.forEach(visit);
  // Not `\s`: a blank that does not collapse is no blank of the layout.
  return { text: text.replace(/[ \t\r\n]+/g, " ").trim(), elements };
}

async function markdownOf(html: string): Promise<string> {
  return contents(await splitHtml(html, 100_000, "markdown")).join("\n\n");
}

test.each([
  ["<p>a <code>x`y</code> b</p>", "a ``x`y`` b"],
  ["<p><code>```</code> abre</p><h2>B</h2>", "```` ``` ```` abre\n\n## B"],
  ["<p><code>`</code></p><p>fin</p>", "`` ` ``\n\nfin"],
  ["<p><code>a`</code><code>`b</code></p>", "```a``b```"],
  ["<p><code>a</code><code>b</code></p>", "`ab`"],
  ["<p>¡Gratis!<a href=u>Ver</a></p>", "¡Gratis\\![Ver](u)"],
  ["<p><b>Nota:</b>texto</p>", "Nota:texto"],
  ["<p><b>Nota:</b> texto</p>", "**Nota:** texto"],
  ["<p>un<em>der</em>line</p>", "un*der*line"],
  ["<p><em>e</em><em>f</em></p>", "*ef*"],
  ["<p><b>a</b><b>b</b></p>", "**ab**"],
  ["<p><b>a<i>b</i></b><b><i>c</i></b></p>", "**abc**"],
  ["<p><b>a</b><i>b</i></p>", "**a**b"],
  ["<p>~~~a b~~~</p>", "\\~\\~~a b\\~\\~~"],
  ["<p>C:\\<b>x</b></p>", "C:\\\\**x**"],
  ["<p>1<span>.</span> x</p>", "1\\. x"],
  ["<p>-<span>-</span>-</p>", "\\---"],
  ["<p>[x]<span>(u)</span></p>", "[x\\](u)"],
  ["<p>&amp;<span>lt;</span></p>", "\\&lt;"],
  ["<p>&lt;<span>b></span></p>", "\\<b>"],
  ["<p><a href=u>a]</a> <a href=u>[1]</a></p>", "[a\\]](u) [\\[1\\]](u)"],
  ["<h1>C #</h1>", "# C \\#"],
  [
    "<p>| a | b |<br>|---|---|<br>| c | d |</p>",
    "| a | b |  \n\\|---|---|  \n| c | d |",
  ],
  ["<p>a | b<br>:-: | -</p>", "a | b  \n\\:-: | -"],
  ["<div><b>a<hr>b</b></div>", "**a**\n\n***\n\n**b**"],
])("%s", async (html, expected) => {
  const markdown = await markdownOf(html);
  expect(markdown).toBe(expected);
  expect(read(reader.render(markdown)).text).toBe(read(html).text);
});

test("in a cell a line break ends the marks around it", async () => {
  const markdown = await markdownOf(
    "<table><tr><th>a<th>b<tr><td><code>x<br>`y</code><td><b>z</b>w</table>"
  );
  expect(markdown).toContain("| `x`<br>`` `y `` | **z**w |");
});

test("any words with any marks", async () => {
  const word = fc.constantFrom(
    ..."a b1 . : ( ) [ ] ! | * ** _ ~ ~~ ` `` \\ < > & amp; lt; # - + = 1 ☂".split(
      " "
    ),
    ..." ",
    "á",
    "€",
    "🦊",
    ": ",
    "--",
    "---",
    "|--|",
    "\u00a0"
  );
  const text = fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((words) =>
      words.join("").replace(/&/g, "&amp;").replace(/</g, "&lt;")
    );
  const { line } = fc.letrec<{ node: string; line: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.constant("<br>"),
      fc
        .tuple(fc.constantFrom("b", "i", "s", "code", "span", "a"), tie("line"))
        .filter(([name, inner]) => name !== "a" || !inner.includes("<a"))
        .map(([name, inner]) =>
          name === "a"
            ? `<a href="u">${inner}</a>`
            : `<${name}>${inner}</${name}>`
        )
    ),
    line: fc
      .array(tie("node"), { minLength: 1, maxLength: 4 })
      .map((nodes) => nodes.join("")),
  }));
  const property = fc.asyncProperty(line, async (words) => {
    const html = `<p>x</p><p>${words}</p><p>y</p>`;
    const rendered = reader.render(await markdownOf(html));
    const [found, expected] = [read(rendered), read(html)];
    expect(found.text).toBe(expected.text);
    const blocks = found.elements.filter((name) => !/^(?:br|a)$/.test(name));
    expect(blocks.every((name) => name === "p")).toBe(true);
  });
  const numRuns = Number(process.env.SEAMS_RUNS ?? 2000);
  await fc.assert(property, { numRuns, seed: 6 });
});
