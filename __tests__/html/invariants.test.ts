import { readFile } from "node:fs/promises";
import { globSync } from "tinyglobby";
import { OUTPUTS, checkHtml, splitHtml } from "../support/html.js";
import { root } from "../support/child.js";

test("the same twice, and ids that text above does not change", async () => {
  const source = "<h1>A</h1><p>one</p><h2>B</h2><p>two words</p>";
  const before = await splitHtml(source, 12);
  expect(await splitHtml(source, 12)).toEqual(before);
  const after = await splitHtml(`<p>New on top</p>${source}`, 12);
  expect(after.map(({ id }) => id)).toEqual(
    expect.arrayContaining(before.map(({ id }) => id))
  );
});

test.each([
  ["nested div", "<div>".repeat(20_000) + "x"],
  ["div with text", "<div>a ".repeat(10_000) + "</div>".repeat(10_000)],
  ["nested lists", "<ul><li>x".repeat(3000)],
  ["formatting", "<b><p>x".repeat(2000)],
  ["tables", "<table><tr><td>x".repeat(2000)],
  ["text in a table", "<table>" + "a<b>c".repeat(2000)],
  ["headings", "<h1>a<h2>b".repeat(2000)],
  ["references", "&amp;".repeat(10_000)],
  ["columns", "<table>" + "<tr><td colspan=1000>a<td>b".repeat(1000)],
])("hostile: %s", async (_, source) => {
  for (const output of OUTPUTS) {
    const chunks = await checkHtml(source, 500, output);
    expect(chunks.length).toBeGreaterThan(0);
  }
});

test("HTML that installed packages ship", async () => {
  const files = globSync("node_modules/**/*.{html,htm}", {
    cwd: root,
    followSymbolicLinks: true,
  }).slice(0, 60);
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) {
    const source = await readFile(`${root}/${file}`, "utf8");
    if (source.length > 300_000) continue;
    for (const output of OUTPUTS) await checkHtml(source, 1200, output);
    await checkHtml(source, source.length + 1000, "text");
  }
});
