/** Reported faults about code blocks and white space in Markdown. */
import { locOf } from "../support/chunks.js";
import { withLineEnds } from "../support/documents.js";
import { bodies, contents, splitMarkdown } from "../support/split.js";

const isFenceLine = (line: string): boolean =>
  /^[\s>*+-]*(?:`{3,}|~{3,})/.test(line);

/** Lines that open or close a fence, in one chunk. */
const fenceLines = (content: string): string[] =>
  content.split(/\r\n|\n|\r/).filter(isFenceLine);

describe("a size split never ends inside an open fence", () => {
  const inList =
    "- paso:\n\n  ```js\n  const a = 1;\n  const b = 2;\n  ```\n\n- fin";

  it("in a list item, chunkSize 30", async () => {
    const documents = await splitMarkdown(inList, 30);
    for (const content of contents(documents)) {
      expect(fenceLines(content).length % 2).toBe(0);
      expect(content.length).toBeLessThanOrEqual(30);
    }
    const code = contents(documents).filter((each) => each.includes("const"));
    expect(code).toHaveLength(2);
    for (const content of code) {
      expect(content).toContain("  ```js\n");
      expect(content.trimEnd()).toMatch(/\n {2}```$/);
    }
  });

  const marks = ["```", "~~~", "````", "~~~~"];
  const places: [string, string, string][] = [
    ["at the top", "", ""],
    ["in a list item", "- uno\n\n", "  "],
    ["in a numbered item", "10. uno\n\n", "    "],
    ["two lists deep", "- uno\n  - dos\n\n", "    "],
    ["in a quote", "> uno\n>\n", "> "],
    ["in a list in a quote", "> - uno\n>\n", ">   "],
  ];
  const cases = marks.flatMap((mark) =>
    places.map(([name, lead, prefix]) => [mark, name, lead, prefix] as const)
  );
  it.each(cases)("%s %s", async (mark, _, lead, prefix) => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const code = Array.from({ length: 12 }, (_, n) => `let v${n} = ${n};`);
      const lines = [`${mark}js`, ...code, mark].map((line) => prefix + line);
      const text = withLineEnds(
        `${lead}${lines.join("\n")}\n\nUn párrafo.`,
        end
      );
      for (const size of [44, 60, 90, 150]) {
        const documents = await splitMarkdown(text, size);
        expect(documents.length).toBeGreaterThan(1);
        for (const content of contents(documents)) {
          const fences = fenceLines(content);
          expect(fences.length % 2).toBe(0);
          const isCode = content.includes("let v");
          expect(fences.length > 0).toBe(isCode);
          if (isCode) expect(fences[0]).toBe(`${prefix}${mark}js`);
        }
        for (const line of code) {
          const holding = contents(documents).filter((each) =>
            each.includes(line)
          );
          expect(holding).toHaveLength(1);
        }
      }
    }
  });

  it("keeps a block that fits in one piece, with its heading", async () => {
    const block = "```py\n\nx = 1\n\n# nota\n\ny = 2\n```";
    const section = `## Uso\n\n${block}`;
    const text = `Primero esto.\n\n${section}\n\nLuego esto otro.`;
    const documents = await splitMarkdown(text, section.length);
    expect(contents(documents)).toContain(section);
  });

  it("cuts an unclosed block without an end to repeat", async () => {
    const code = Array.from({ length: 10 }, (_, n) => `linea ${n}`);
    const text = `\`\`\`\n${code.join("\n")}`;
    const documents = await splitMarkdown(text, 40);
    expect(documents.length).toBeGreaterThan(1);
    for (const line of code) {
      expect(contents(documents).join("\n")).toContain(line);
    }
  });

  it("prefers blank lines between the parts of a long block", async () => {
    const part = (n: number) => `def f${n}():\n    return ${n}`;
    const text = `\`\`\`py\n${[1, 2, 3].map(part).join("\n\n")}\n\`\`\``;
    const documents = await splitMarkdown(text, 50);
    for (const content of contents(documents)) {
      const defs = content.match(/def f/g)?.length ?? 0;
      expect(content.match(/return/g)?.length ?? 0).toBe(defs);
    }
  });
});

describe("white space that carries meaning is kept", () => {
  const kept = "- a\n\n    - b\n\n```yaml\nk:\n\tz: 1\n  v: 2\u00a0x\n```";

  it.each(["\n", "\r\n", "\r"])(
    "byte for byte, lines end in %j",
    async (end) => {
      const text = withLineEnds(`# H\n\n${kept}`, end);
      const documents = await splitMarkdown(text, text.length);
      expect(contents(documents)).toEqual([text]);
      const small = await splitMarkdown(text, withLineEnds(kept, end).length);
      for (const body of bodies(text, small)) expect(text).toContain(body);
      const all = contents(small).join("\n");
      for (const line of ["    - b", "\tz: 1", "  v: 2\u00a0x"]) {
        expect(all).toContain(line);
      }
    }
  );

  it.each([
    ["indented code", "    if x:\n        y = 1\n\n    z = 2"],
    ["a tab", "\tcode\n\t\tmore"],
    ["a nested list", "1. a\n   - b\n     - c\n       d"],
    ["trailing spaces", "line one  \nline two\\\nline three"],
    ["spaces inside", "a  b\u00a0\u00a0c\td"],
  ])("%s", async (_, block) => {
    const text = `Antes.\n\n${block}\n\nDespués.`;
    const documents = await splitMarkdown(text, block.length);
    expect(contents(documents)).toContain(block);
    const document = documents.find(({ pageContent }) => pageContent === block);
    expect(locOf(document!).start).toBe(text.indexOf(block));
  });

  it("keeps the indent of the first line of a chunk", async () => {
    const method = "    def f(self):\n        return 1";
    const other = "    def g(self):\n        return 2";
    const text = `~~~py\nclass A:\n${method}\n\n${other}\n~~~`;
    const documents = await splitMarkdown(text, 48);
    const second = contents(documents).find((each) => each.includes("def g"))!;
    expect(second).toContain(`\n${other}\n`);
  });
});

describe("blocks of other dialects stay whole when they fit", () => {
  it.each([
    ["math", "$$\na = b\n\nc = d\n$$"],
    ["a directive", ":::note\nUno.\n\nDos.\n:::"],
    ["a longer directive", "::::tip Título\nUno.\n\n:::\nDos.\n::::"],
    ["an admonition", '!!! note "T"\n    Uno.\n\n    Dos.'],
    [
      "a details block",
      "<details>\n<summary>S</summary>\n\nUno.\n\n</details>",
    ],
    ["JSX", "<Chart\n  year={2024}\n\n  color='red'\n/>"],
    ["JSX with children", "<Tabs>\n\n<Tab>\n\nUno.\n\n</Tab>\n\n</Tabs>"],
    ["imports", 'import a from "./a.js";\nimport b from "./b.js";'],
    ["a footnote", "[^1]: Uno.\n\n    Dos."],
    ["an item with a lead-in", "- Uno:\n\n  dos\n\n  - tres\n  - cuatro"],
    ["a quote", "> uno\n>\n> dos\n> - tres"],
  ])("%s", async (_, block) => {
    const around = "Una frase antes de esto.";
    const text = `${around}\n\n${block}\n\n${around}`;
    for (const size of [block.length, block.length + 10]) {
      const documents = await splitMarkdown(text, Math.max(size, 24));
      const whole = contents(documents).filter((each) => each.includes(block));
      expect(whole).toHaveLength(1);
    }
  });
});

test("the paragraphs of a footnote are cut between, not inside", async () => {
  for (const [chunkSize, blocks] of [
    [28, ["[^1]: Uno dos tres cuatro.", "    Cinco seis siete ocho."]],
    [48, ["[^1]: Primera línea.", "    Segundo párrafo de la nota al pie."]],
    [34, ["[^1]: Uno dos.", "    - Tres cuatro cinco.", "    - Seis siete."]],
  ] as const) {
    const text = blocks.join("\n\n");
    const documents = await splitMarkdown(text, chunkSize);
    expect(contents(documents).join("\n\n")).toBe(text);
    for (const { metadata } of documents) {
      expect(metadata.header_omitted).toBeUndefined();
    }
  }
});

describe("sentences and paragraphs in Markdown", () => {
  it("a sentence that goes over a line end is not cut there", async () => {
    const wrapped =
      "Esta frase es larga\ny sigue aquí. Otra frase es\nmás corta.";
    const documents = await splitMarkdown(wrapped, 40);
    expect(bodies(wrapped, documents)).toEqual([
      "Esta frase es larga\ny sigue aquí.",
      "Otra frase es\nmás corta.",
    ]);
  });

  it("repeats the lead-in of an item in front of its later parts", async () => {
    const items = Array.from({ length: 8 }, (_, n) => `  - parte número ${n}`);
    const text = `- Pasos para instalar:\n${items.join("\n")}`;
    const documents = await splitMarkdown(text, 90);
    expect(documents.length).toBeGreaterThan(1);
    for (const content of contents(documents)) {
      expect(content).toContain("- Pasos para instalar:");
    }
  });

  it("does not end with a tail of a few characters", async () => {
    // Two halves are better than one full chunk and a rest.
    const words = Array.from({ length: 6 }, (_, n) => `Frase número ${n}.`);
    const documents = await splitMarkdown(words.join(" "), 80);
    const lengths = contents(documents).map(({ length }) => length);
    expect(Math.min(...lengths)).toBeGreaterThan(30);
  });

  it("cuts at a section border that is near, not in a paragraph", async () => {
    const sentence = "El gato duerme en la silla.";
    const a = `# A\n\n${sentence} ${sentence}`;
    const b = `# B\n\n${sentence} ${sentence}`;
    const documents = await splitMarkdown(`${a}\n\n${b}`, 95);
    expect(contents(documents)).toEqual([a, b]);
  });
});
