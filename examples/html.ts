/**
 * HTML: the same page as text, as Markdown and as slices of the source, and
 * without what is around its content. Places always point into the page.
 */
import { Document } from "@langchain/core/documents";
import { HtmlMainContent, StructuralHTMLTextSplitter } from "langchain-seams";

const page = `<!doctype html><title>Plans</title>
<nav><a href="/">Home</a> <a href="/plans">Plans</a></nav>
<main><h1>Plans</h1>
<p>Prices are per month &amp; without tax.<br>Ask for an <a href="/offer">offer</a>.
<section><h2>Prices</h2>
<table><thead><tr><th>plan<th>users<th>price</thead>
<tr><td>Basic<td>5<td>10 €
<tr><td>Team<td>25<td>40 €
<tr><td>Plus<td>100<td>120 €
<tr><td>Enterprise<td>1,000<td>900 €
</table></section>
<section><h2>Set up</h2><ol><li>Install<pre><code class="language-sh">npm install plans
npm start</code></pre><li>Log in</ol></section></main>
<div class="cookie-banner">We use cookies.</div><footer>© Plans</footer>
<script>track()</script>`;

const documents = [
  new Document({ pageContent: page, metadata: { source: "plans.html" } }),
];

for (const output of ["text", "markdown", "source"] as const) {
  const splitter = new StructuralHTMLTextSplitter({ output, chunkSize: 60 });
  const chunks = await new HtmlMainContent().pipe(splitter).invoke(documents);
  console.log(`--- ${output}: ${chunks.length} chunks`);
  for (const { pageContent, metadata } of chunks) {
    const { lines, removed } = metadata.loc;
    console.log(`[${metadata.section}, lines ${lines.from}-${lines.to}]`);
    console.log(`${pageContent}\n`);
    if (metadata.loc.index === 0) {
      console.log(`(taken out: ${JSON.stringify(removed)})\n`);
    }
  }
}
