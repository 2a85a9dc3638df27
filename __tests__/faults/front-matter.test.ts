/** Reported faults about front matter in Markdown. */
import { StructuralMarkdownTextSplitter } from "langchain-seams";
import { locOf } from "../support/chunks.js";
import { lineEnds, withLineEnds } from "../support/documents.js";
import {
  bodies,
  contents,
  headingsOf,
  splitMarkdown,
} from "../support/split.js";

describe("front matter", () => {
  const front = "---\ntitle: Guía\ntags:\n- x\n---";

  it.each(lineEnds)("is alone in chunk 0, with %s", async (_, end) => {
    const text = withLineEnds(`${front}\n\n# Inicio\nHola`, end);
    expect(headingsOf(text)).toEqual([[1, "Inicio"]]);
    const documents = await splitMarkdown(text, 500);
    expect(bodies(text, documents)).toEqual([
      withLineEnds(front, end),
      withLineEnds("# Inicio\nHola", end),
    ]);
    const [meta, body] = documents;
    expect(meta.metadata.kind).toBe("frontmatter");
    expect(body.metadata.kind).toBe("text");
    expect(locOf(body).lines).toEqual({ from: 7, to: 8 });
    for (const document of documents) {
      expect(document.metadata.title).toBe("Guía");
      expect(document.metadata.tags).toBeUndefined();
      expect(locOf(document).frontMatter).toEqual({
        title: "Guía",
        tags: ["x"],
      });
    }
  });

  it("leaves the caller's keys as they are", async () => {
    const splitter = new StructuralMarkdownTextSplitter();
    const documents = await splitter.createDocuments(
      [`${front}\n\nHola`],
      [{ title: "Mío", loc: { pageNumber: 2 } }]
    );
    for (const document of documents) {
      expect(document.metadata.title).toBe("Mío");
      expect(locOf(document).pageNumber).toBe(2);
      expect(locOf(document).frontMatter).toMatchObject({ title: "Guía" });
    }
  });

  it("does not overwrite what the splitter says itself", async () => {
    const splitter = new StructuralMarkdownTextSplitter();
    const text = "---\nkind: mine\nsection: s\nloc: here\n---\n\n# A\n\nHola";
    const documents = await splitter.createDocuments([text]);
    const last = documents.at(-1)!;
    expect(last.metadata.kind).toBe("text");
    expect(last.metadata.section).toBe("A");
    expect(locOf(last).frontMatter).toEqual({
      kind: "mine",
      section: "s",
      loc: "here",
    });
    expect(locOf(last).lines.from).toBe(7);
  });

  it.each([
    ["without its end", "---\ntitle: x\n\n# I\n\ntexto", [[1, "I"]]],
    ["after a blank line", "\n---\ntitle: x\n---\n", [[2, "title: x"]]],
    ["with four dashes", "----\ntitle: x\n---\n", [[2, "title: x"]]],
    [
      "in the middle",
      "# A\n\n---\ntitle: x\n---\n",
      [
        [1, "A"],
        [2, "title: x"],
      ],
    ],
  ])("is none %s", async (_, text, headings) => {
    expect(headingsOf(text)).toEqual(headings);
    const documents = await splitMarkdown(text, 200);
    for (const { metadata } of documents) {
      expect(metadata.kind).not.toBe("frontmatter");
      expect(metadata.title).toBeUndefined();
    }
  });

  it("that is no YAML is kept as text, without an error", async () => {
    const text = "---\na: [1\nb: }{\n---\n\n# A\n\ntexto";
    const documents = await splitMarkdown(text, 200);
    expect(bodies(text, documents).join("")).toContain("b: }{");
    expect(documents.at(-1)!.pageContent).toContain("texto");
  });

  it("that is longer than the limit is cut at its lines", async () => {
    const lines = Array.from({ length: 9 }, (_, n) => `key${n}: value`);
    const text = `---\n${lines.join("\n")}\n---\n\nHola.`;
    const documents = await splitMarkdown(text, 40);
    const own = documents.filter(
      ({ metadata }) => metadata.kind === "frontmatter"
    );
    expect(own.length).toBeGreaterThan(1);
    for (const line of lines) {
      expect(contents(own).some((each) => each.includes(line))).toBe(true);
    }
    expect(documents.at(-1)!.pageContent).toBe("Hola.");
  });
});
