import { StructuralHTMLTextSplitter } from "langchain-seams";
import { locOf } from "../support/chunks.js";
import { contents, paths } from "../support/split.js";
import { OUTPUTS, ownText, splitHtml } from "../support/html.js";

const text = async (html: string, size = 1000) =>
  contents(await splitHtml(html, size));
const markdown = async (html: string, size = 1000) =>
  contents(await splitHtml(html, size, "markdown"));

describe("order, headings and inline elements", () => {
  const html =
    "<main><h1>A</h1><section><h2>B</h2><p>uno <b>dos</b> tres " +
    '<a href="#x">cuatro</a>.</p></section></main>';

  test("words keep their order, headings make the path", async () => {
    const chunks = await splitHtml(html);
    expect(contents(chunks)).toEqual(["A\n\nB\n\nuno dos tres cuatro."]);
    expect(paths(chunks)).toEqual([["A", "B"]]);
    expect(chunks[0].metadata.section).toBe("A > B");
  });

  test("as Markdown and as source", async () => {
    expect(await markdown(html)).toEqual([
      "# A\n\n## B\n\nuno **dos** tres [cuatro](#x).",
    ]);
    const [chunk] = await splitHtml(html, 1000, "source");
    expect(chunk.pageContent).toBe(html);
  });

  test("twelve paragraphs stay twelve, in order", async () => {
    const html = Array.from({ length: 12 }, (_, n) => `<p>n${n + 1}</p>`).join(
      ""
    );
    const words = (await text(html)).join("\n\n").split(/\s+/);
    expect(words).toEqual(Array.from({ length: 12 }, (_, n) => `n${n + 1}`));
  });

  test.each([
    ["<tr><td>a</td><td>b</td></tr><tr><td>c</td></tr>", "a b c"],
    ["<caption>t</caption><tr><th>a<td>b", "t a b"],
    ["<p>x<td>y</td></p>", "x y"],
  ])(
    "rows and cells without a table keep words apart: %s",
    async (html, all) => {
      expect((await text(html)).join(" ").split(/\s+/).join(" ")).toBe(all);
    }
  );

  test("what follows a section belongs to what is around it", async () => {
    const chunks = await splitHtml(
      "<h1>A</h1><p>one</p><section><h2>B</h2><p>two</p></section><p>three</p>",
      12
    );
    expect(paths(chunks).map((path) => path.join(">"))).toEqual([
      "A",
      "A>B",
      "A",
    ]);
  });
});

describe("what is no prose", () => {
  const html =
    "<p>a<br>b</p><ul><li>c</li><li>d</li></ul><script>if(a<b){}</script>" +
    "<style>p{}</style><!-- # x --><pre>  k:\n    v</pre>" +
    "<p>x&nbsp;&amp;&lt;y\nz</p>";

  test("no script, style or comment; pre exact; entities once", async () => {
    expect(await text(html)).toEqual([
      "a\nb\n\nc\nd\n\n  k:\n    v\n\nx\u00a0&<y z",
    ]);
    expect(await markdown(html)).toEqual([
      "a  \nb\n\n- c\n- d\n\n```\n  k:\n    v\n```\n\nx\u00a0&<y z",
    ]);
  });

  test("source: exact slices, scripts between blocks in none", async () => {
    for (const chunk of await splitHtml(html, 1000, "source")) {
      expect(chunk.pageContent).toBe(ownText(html, chunk));
      expect(chunk.pageContent).not.toMatch(/<script|<style/);
    }
  });

  test.each([
    ["<template>t</template><p>a", "a"],
    ["<p hidden>t</p><p>a", "a"],
    ['<p style="color:red; display: none">t</p>a', "a"],
    ["<noscript>t</noscript>a", "a"],
    ["<head><title>t</title></head>a", "a"],
    ["<p>&amp;amp; &copy2 &notit; &#128512;", "&amp; ©2 ¬it; 😀"],
    ["<p>x &amp; y\r\n z&lt;", "x & y z<"],
    ["<p>a</zz>b <wbr>c", "ab c"],
    ["<p>a<", "a<"],
    ["a <", "a <"],
    ["<", "<"],
    ["a&", "a&"],
    ["&lt", "<"],
    ["<ul><li>a<li>b</ul><p>c<p>d", "a\nb\n\nc\n\nd"],
    ["<div>a</div><div>b</div>c", "a\nb\nc"],
    ["<pre>\n a\r\n  b</pre>", " a\n  b"],
    ["<dl><dt>t<dd>d<dt>u<dd>e</dl>", "t\nd\nu\ne"],
    ["<select><option>a<option>b</select>", "a\nb"],
    ["<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢kan"],
  ])("%s", async (html, expected) => {
    expect(await text(html)).toEqual([expected]);
  });

  test("nothing shown gives no chunk", async () => {
    for (const output of OUTPUTS) {
      for (const html of [
        "",
        " \n",
        "<script>x</script>",
        "<p></p>",
        "<!--x-->",
      ]) {
        expect(await splitHtml(html, 10, output)).toEqual([]);
      }
    }
  });
});

describe("tables", () => {
  const rows = ["A1", "B2", "C3", "D4"].map((sku) => `<tr><td>${sku}<td>10`);
  const html =
    "<h2>Prices</h2><table><caption>Table 1</caption><thead><tr><th>sku" +
    `<th>price</thead><tbody>${rows.join("")}</table><p>After`;

  test("the header in each chunk with rows, the caption in the first", async () => {
    const chunks = (await text(html, 34)).filter((chunk) => /\d0/.test(chunk));
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks) expect(chunk).toContain("sku\tprice\n");
    expect(chunks.join().match(/Table 1/g)).toHaveLength(1);
    for (const row of ["A1\t10", "B2\t10", "C3\t10", "D4\t10"]) {
      expect(chunks.join().split(row)).toHaveLength(2);
    }
  });

  test("as Markdown: a pipe table in each chunk", async () => {
    const chunks = (await markdown(html, 55)).filter((c) => /\d0/.test(c));
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks) {
      expect(chunk).toContain("| sku | price |\n| --- | --- |\n| ");
    }
  });

  test("as Markdown: several header rows are one, in each chunk", async () => {
    const grouped =
      "<table><thead><tr><th rowspan=2>Zone<th colspan=2>Sales<tr><th>2023" +
      "<th>2024</thead><tbody><tr><td>North<td>1<td>2<tr><td>South<td>3<td>4" +
      "<tr><td>East<td>5<td>6</table>";
    const header =
      "| Zone | Sales > 2023 | Sales > 2024 |\n| --- | --- | --- |\n";
    const chunks = await markdown(grouped, 85);
    expect(chunks).toEqual(
      ["| North | 1 | 2 |", "| South | 3 | 4 |", "| East | 5 | 6 |"].map(
        (row) => header + row
      )
    );
  });

  test("as source: the tags and the header again", async () => {
    const chunks = await splitHtml(html, 100, "source");
    const cut = chunks.filter(({ metadata }) => metadata.part);
    expect(cut.length).toBeGreaterThan(1);
    for (const { pageContent } of cut) {
      expect(pageContent).toMatch(/<table>[^]*<thead><tr><th>sku[^]*<\/table>/);
    }
  });

  test("as source, without a caption: the start tag once", async () => {
    const plain = html.replace(/<caption>.*<.caption>/, "");
    const chunks = await splitHtml(plain, 100, "source");
    const cut = chunks.filter(({ metadata }) => metadata.part);
    expect(cut.length).toBeGreaterThan(1);
    for (const { pageContent } of cut) {
      expect(pageContent.match(/<table>/g)).toHaveLength(1);
      expect(pageContent.match(/<th>sku/g)).toHaveLength(1);
    }
  });

  test("merged cells once, in their columns; pipes escaped", async () => {
    expect(
      await markdown(
        '<table><tr><th>a<th>b<tr><td colspan="2">todo<tr>' +
          "<td rowspan=2>x|y<td>2<tr><td>3<br>4</table>"
      )
    ).toEqual([
      "| a | b |\n| --- | --- |\n| todo |  |\n| x\\|y | 2 |\n| | 3<br>4 |",
    ]);
  });

  test("tables that lay out a page are blocks", async () => {
    const layout =
      "<table><tr><td><h1>T</h1><p>a<p>b<td><ul><li>c</ul></table>";
    expect(await text(layout)).toEqual(["T\n\na\n\nb\n\nc"]);
  });
});

test("positions: the slice of the source holds the words", async () => {
  const html = "<h1>T</h1>\n<p>one <i>two</i></p>\n\n<p>three&nbsp;four</p>";
  const chunks = await splitHtml(html, 16);
  expect(chunks.map((chunk) => ownText(html, chunk))).toEqual([
    "T</h1>\n<p>one <i>two",
    "three&nbsp;four",
  ]);
  expect(chunks.map((chunk) => locOf(chunk).lines)).toEqual([
    { from: 1, to: 2 },
    { from: 4, to: 4 },
  ]);
});

test("an output that there is not", () => {
  const make = () =>
    new StructuralHTMLTextSplitter({ output: "xml" as "text" });
  expect(make).toThrow(RangeError);
  expect(make).toThrow('`output` to be "text" or "markdown" or "source"');
});

describe("marks of Markdown in words", () => {
  test.each([
    ["a tag", "&lt;div&gt; y &lt;br/&gt;", "\\<div> y \\<br/>"],
    ["a tag with a blank", "x &lt;a href='b'&gt;", "x \\<a href='b'>"],
    ["a comment", "x &lt;!-- y --&gt;", "x \\<!-- y -->"],
    ["an entity", "x &amp;lt; &amp;#35;", "x \\&lt; \\&#35;"],
    ["no tag", "a&lt;b, c &lt;d &amp; e", "a<b, c <d & e"],
    ["the start of a block", "&lt;div class", "\\<div class"],
    ["tildes", "~~~", "\\~\\~~"],
  ])("%s, written with entities, is none", async (_, words, expected) => {
    expect(await markdown(`<p>${words}</p>`)).toEqual([expected]);
  });

  test("the title of a heading keeps them", async () => {
    const html = "<h1>List&lt;T&gt; &amp;amp; more</h1><p>x</p>";
    for (const output of ["text", "markdown", "source"] as const) {
      const [{ metadata }] = await splitHtml(html, 1000, output);
      expect(metadata.section).toBe("List<T> &amp; more");
    }
  });
});

test.each(["text", "markdown", "source"] as const)(
  "%s: permalinks are no words of a title",
  async (output) => {
    const html =
      '<h2><a href="#a">#</a> Uno</h2><p>x</p>' +
      '<h2>C# <a href="#b">¶</a></h2><p>y</p><h2><a href="#c">Tres</a></h2>z';
    const chunks = await splitHtml(html, output === "source" ? 42 : 12, output);
    const sections = chunks.map(({ metadata }) => metadata.section);
    expect([...new Set(sections)]).toEqual(["Uno", "C#", "Tres"]);
  }
);
