/** Reported faults about headings and comments in Markdown. */
import { StructuralMarkdownTextSplitter } from "langchain-seams";
import { locOf } from "../support/chunks.js";
import { lineEnds, withLineEnds } from "../support/documents.js";
import { characters } from "../support/splitters.js";
import {
  bodies,
  contents,
  headingsOf,
  paths,
  splitMarkdown,
} from "../support/split.js";

describe("# inside a fenced block is no heading", () => {
  const marks = ["~~~", "```", "~~~~~", "````"];
  const infos = ["sh", "", "python {title=x}"];
  const cases = marks.flatMap((mark) => infos.map((info) => [mark, info]));
  it.each(cases)("between %s%s", async (mark, info) => {
    for (const [, end] of lineEnds) {
      const block = `${mark}${info}\n# instalar\nnpm i\n${mark}`;
      const text = withLineEnds(`# Guía\n\n${block}\n\n# Fin\nListo.`, end);
      expect(headingsOf(text)).toEqual([
        [1, "Guía"],
        [1, "Fin"],
      ]);
      const first = withLineEnds(`# Guía\n\n${block}`, end);
      const documents = await splitMarkdown(text, first.length);
      expect(bodies(text, documents)).toEqual([
        first,
        withLineEnds("# Fin\nListo.", end),
      ]);
      expect(paths(documents)).toEqual([["Guía"], ["Fin"]]);
    }
  });

  it.each([
    ["a list", "- x\n\n  ```sh\n  # no\n  ```"],
    ["a quote", "> ```sh\n> # no\n> ```"],
    ["a list in a quote", "> - x\n>\n>   ~~~\n>   # no\n>   ~~~"],
    ["indented code", "    # no\n    x = 1"],
    ["a <pre> block", "<pre>\n# no\n</pre>"],
    ["math", "$$\n# no\n$$"],
  ])("in %s", (_, block) => {
    expect(headingsOf(`# A\n\n${block}\n\n## B\nb`)).toEqual([
      [1, "A"],
      [2, "B"],
    ]);
  });
});

describe("fences close by the rules of CommonMark 4.5", () => {
  it.each([
    ["a longer closer", "# A\n```\n# no\n`````\n# B", ["A", "B"]],
    [
      "a shorter run inside",
      "# A\n````md\n```\n# no\n```\n````\n# B",
      ["A", "B"],
    ],
    ["the other marker inside", "# A\n```\n~~~\n# no\n```\n# B", ["A", "B"]],
    ["a closer with an info string", "# A\n```\n```js\n# no", ["A"]],
    ["unclosed", "# A\n```\n# no", ["A"]],
    ["unclosed, with tildes", "# A\n~~~\n# no\n```\n# no", ["A"]],
    ["three spaces in front", "# A\n   ```\n# no\n   ```\n# B", ["A", "B"]],
    ["four spaces: no fence", "# A\n\n    ```\n\n# B", ["A", "B"]],
    [
      "a closer with four spaces",
      "# A\n```\n    ```\n# no\n```\n# B",
      ["A", "B"],
    ],
    ["a backtick in the info string", "# A\n``` a`b\n# B", ["A", "B"]],
    ["the end of its quote", "# A\n> ```\n> # no\n# B", ["A", "B"]],
    ["the end of its item", "# A\n- ```\n  # no\n# B", ["A", "B"]],
  ])("%s", (_, text, titles) => {
    for (const [, end] of lineEnds) {
      const found = headingsOf(withLineEnds(text, end));
      expect(found.map(([, title]) => title)).toEqual(titles);
    }
  });
});

describe("the path of a section", () => {
  /** One chunk a section: the paths of all sections. */
  const sectionsOf = async (text: string) => {
    const longest = Math.max(
      ...text.split(/(?=^#)/m).map((section) => section.trimEnd().length)
    );
    const documents = await splitMarkdown(text, longest);
    return new Map(
      documents.map(({ pageContent, metadata }) => [
        pageContent,
        [metadata.section, metadata.loc.headings],
      ])
    );
  };

  it("has siblings under skipped levels", async () => {
    const sections = await sectionsOf("# A\n\n### B\nb\n\n### C\nc");
    expect(sections.get("### C\nc")).toEqual(["A > C", ["A", "C"]]);
    for (const [, [section]] of sections)
      expect(section).not.toContain("B > C");
  });

  it("forgets a deeper heading after going back up", async () => {
    const sections = await sectionsOf("# A\n## B\n### C\nc\n## D\nd");
    expect(sections.get("## D\nd")).toEqual(["A > D", ["A", "D"]]);
  });

  it.each([
    ["up two levels", "# A\n#### B\nb\n## C\nc\n", ["A", "C"], "## C\nc"],
    ["to the same level", "## A\na\n## B\nb\n", ["B"], "## B\nb"],
    ["above the first", "### A\na\n# B\nb\n", ["B"], "# B\nb"],
    [
      "six levels",
      "# 1\n## 2\n### 3\n#### 4\n##### 5\n###### 6\nx\n# 7\ny",
      ["7"],
      "# 7\ny",
    ],
  ])("goes %s", async (_, text, path, body) => {
    const documents = await splitMarkdown(text, 100);
    if (documents.length > 1) {
      expect(documents.at(-1)!.pageContent).toBe(body);
    }
    const small = await splitMarkdown(text, body.length);
    const last = small.at(-1)!;
    expect(last.pageContent).toBe(body);
    expect(locOf(last).headings).toEqual(path);
  });

  it.each(["# A", "# **A** `b`", "# [A](u) <b>x</b>"])(
    "has plain words: %s",
    async (heading) => {
      const [document] = await splitMarkdown(`${heading}\n\ntexto`, 100);
      expect(locOf(document).headings).toEqual([
        { "# A": "A", "# **A** `b`": "A b" }[heading] ?? "A x",
      ]);
      expect(document.pageContent).toBe(`${heading}\n\ntexto`);
    }
  );

  it("joins titles with a separator of the caller's", async () => {
    const splitter = new StructuralMarkdownTextSplitter({
      chunkSize: 50,
      lengthFunction: characters,
      sectionSeparator: " / ",
    });
    const [document] = await splitter.createDocuments(["# A\n## B\nb"]);
    expect(document.metadata.section).toBe("A / B");
  });
});

describe("setext headings", () => {
  it.each(lineEnds)("are seen where they are, with %s", async (_, end) => {
    const text = withLineEnds(
      "Título\n======\nuno\n\nSub\n---\ndos\n\ntexto\n\n---\n\ntres",
      end
    );
    expect(headingsOf(text)).toEqual([
      [1, "Título"],
      [2, "Sub"],
    ]);
    const documents = await splitMarkdown(
      text,
      withLineEnds("Sub\n---\ndos", end).length
    );
    const last = documents.at(-1)!;
    expect(last.pageContent).toContain("tres");
    expect(last.metadata.section).toBe("Título > Sub");
  });

  it.each([
    ["a table", "| a |\n|---|"],
    ["a list", "- x\n---"],
    ["a rule after a blank line", "x\n\n---"],
    ["a quote", "> x\n---"],
    ["indented code", "    x\n---"],
    ["an indented underline", "x\n    ---"],
    ["a rule with spaces", "x\n- - -"],
  ])("are not seen in %s", (_, text) => {
    expect(headingsOf(text)).toEqual([]);
  });

  it("may have two lines", () => {
    expect(headingsOf("uno\ndos\n===\nx")).toEqual([[1, "uno dos"]]);
  });
});

describe("HTML comments", () => {
  it.each(lineEnds)("hide headings, with %s", (_, end) => {
    const text = withLineEnds(
      "# A\n<!--\n# borrador\n-->\n## B <!-- TODO -->\nb",
      end
    );
    expect(headingsOf(text)).toEqual([
      [1, "A"],
      [2, "B"],
    ]);
  });

  it.each([
    "<!--\n\n# no\n\n-->",
    "<!-- # no -->",
    "<!--\n# no, never closed",
    "texto <!--\n# sí: a heading ends a paragraph -->",
  ])("%j", (comment) => {
    const isHeading = comment.startsWith("texto");
    const titles = headingsOf(`# A\n\n${comment}`).map(([, title]) => title);
    expect(titles).toHaveLength(isHeading ? 2 : 1);
  });

  it("are not cut when they fit", async () => {
    const comment = "<!--\n# borrador\n\notra línea\n-->";
    const text = `Una frase.\n\n${comment}\n\nOtra frase.`;
    const documents = await splitMarkdown(text, comment.length);
    expect(bodies(text, documents)).toContain(comment);
  });
});

describe("no orphan headings", () => {
  const text = "# A\n## B\n### C\ntexto largo";

  it("one chunk when all fits", async () => {
    const documents = await splitMarkdown(text, text.length);
    expect(contents(documents)).toEqual([text]);
    expect(locOf(documents[0]).headings).toEqual(["A", "B", "C"]);
  });

  it("at every limit (the invariant is checked)", async () => {
    for (let size = 1; size <= text.length; size += 1) {
      const documents = await splitMarkdown(text, size);
      const needed = "# A\n## B\n### C\ntexto".length;
      if (size >= needed) {
        expect(documents[0].pageContent).toContain("texto");
      }
    }
  });

  it("a document of headings gives one chunk", async () => {
    for (const headings of ["# A", "# A\n\n## B\n", "A\n=\n\n\nB\n-"]) {
      const documents = await splitMarkdown(headings, 100);
      expect(contents(documents)).toEqual([headings.trimEnd()]);
    }
  });

  it.each([
    ["a fence", "```\nuno\ndos\ntres\ncuatro\n```"],
    ["a table", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |"],
    ["a list", "- uno dos\n- tres cuatro\n- cinco seis\n- siete ocho"],
    ["a quote", "> uno dos\n>\n> tres cuatro cinco\n>\n> seis"],
    ["a comment", "<!-- uno dos tres cuatro cinco -->"],
  ])("stays with the first part of %s that is cut", async (_, block) => {
    const source = `Un párrafo.\n\n## Título\n\n${block}`;
    for (const size of [36, 40, 44]) {
      const documents = await splitMarkdown(source, size);
      const titled = contents(documents).filter((each) =>
        each.includes("## Título")
      );
      expect(titled).toHaveLength(1);
      expect(titled[0].trimEnd()).not.toMatch(/## Título$/);
    }
  });
});

describe("a line of bold words alone", () => {
  it.each([
    ["a paragraph", "Texto que sigue a la negrita."],
    ["a list", "- uno dos tres\n- cuatro cinco"],
    ["a table", "| a | b |\n|---|---|\n| 1 | 2 |"],
  ])("stays with %s that fits", async (_, block) => {
    const bold = "**Cambios**";
    const source = `Un párrafo entero.\n\n${bold}\n\n${block}\n\nFin.`;
    const needed = `${bold}\n\n${block}`.length;
    for (let size = needed; size < source.length; size += 1) {
      const found = contents(await splitMarkdown(source, size)).find((each) =>
        each.includes(bold)
      );
      expect(found).toContain(`${bold}\n\n${block}`);
    }
  });
});

test.each([
  ["Código", "    npm install\n    npm start"],
  ["Una cita", "> Uno dos tres."],
  ["Una fórmula", "$$\na = b\n$$"],
])("%s: stays with the words that announce it", async (words, block) => {
  const announced = `${words}:\n\n${block}`;
  const source = `Un párrafo entero.\n\n${announced}\n\nFin.`;
  for (let size = announced.length; size < source.length; size += 1) {
    const all = contents(await splitMarkdown(source, size));
    expect(all.some((each) => each.includes(announced))).toBe(true);
  }
});

test.each(["{#ancla .clase}", "{: #ancla}", "{.unnumbered}", "{-}", "{#a.b}"])(
  "attributes %s are no words of a heading",
  async (attributes) => {
    // The checker of `splitMarkdown` knows CommonMark only.
    const splitter = new StructuralMarkdownTextSplitter();
    const source = `# Uso {ok} ${attributes}\n\nx`;
    const [document] = await splitter.createDocuments([source]);
    expect(locOf(document).headings).toEqual(["Uso {ok}"]);
  }
);

describe("headings of HTML in Markdown", () => {
  it.each([
    ["alone", '<h1 align="center">Uno &amp; dos</h1>\n\ntexto', ["Uno & dos"]],
    ["on lines", "<h2>\n  Uno <b>dos</b>\n</h2>\ntexto", ["Uno dos"]],
    ["in what places it", "<div>\n    <h1>A</h1>\n    b\n</div>", ["A"]],
    ["two of them", "<h1>A</h1>\n<h2>B</h2>\ntexto", ["A", "B"]],
    ["a picture", '<h1><img src="a.png" alt="Logo"></h1>\n\nt', ["Logo"]],
  ])("%s", (_, text, titles) => {
    for (const [, end] of lineEnds) {
      const headings = headingsOf(withLineEnds(text, end));
      expect(headings.map(([, title]) => title)).toEqual(titles);
    }
  });

  it.each([
    ["a picture without words", '<h1><img src="a.png"></h1>\n\nt'],
    ["in code", "```html\n<h1>A</h1>\n```\n\n    <h1>B</h1>"],
    ["in a comment", "<!--\n<h1>A</h1>\n-->"],
    ["in an item or a quote", "- <h1>A</h1>\n\n> <h1>B</h1>"],
    ["behind words", "<div>words <h1>A</h1></div>"],
    ["never closed", "<h1>A\n\nb"],
  ])("not %s", (_, text) => {
    expect(headingsOf(text)).toEqual([]);
  });

  it("name the path, and stay with their text", async () => {
    const text =
      '<h1 align="center">Guía</h1>\n\nHola.\n\n## Uno\n\nTexto.\n\n' +
      "<h2>Dos</h2>\n\nMás texto.";
    const documents = await splitMarkdown(text, 38);
    expect(contents(documents)).toEqual([
      '<h1 align="center">Guía</h1>\n\nHola.',
      "## Uno\n\nTexto.",
      "<h2>Dos</h2>\n\nMás texto.",
    ]);
    expect(paths(documents)).toEqual([
      ["Guía"],
      ["Guía", "Uno"],
      ["Guía", "Dos"],
    ]);
  });
});
