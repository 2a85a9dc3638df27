import { Document } from "@langchain/core/documents";
import fc from "fast-check";
import { RecursiveCharacterTextSplitter } from "@langchain/textsplitters";
import {
  FixedTokenTextSplitter,
  PageTextSplitter,
  RecursiveTokenTextSplitter,
  splitFamilies,
  StructuralMarkdownTextSplitter,
  TableTextSplitter,
  type SeamTextSplitter,
} from "langchain-seams";
import { manual } from "./support.js";

const RUNS = Number(process.env.SEAMS_RUNS ?? 300);

interface Loc {
  start: number;
  end: number;
  lines: { from: number; to: number };
}

const locOf = ({ metadata }: Document): Loc => metadata.loc as Loc;

const compact = (text: string): string => text.replace(/\s+/gu, "");

const block = fc.oneof(
  fc.constantFrom(
    "# A",
    "## B",
    "### C",
    "- one\n- two\n  - three",
    "```js\nlet a = 1;\n\nlet b = 2;\n```",
    "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |",
    "---\ntitle: x\n---",
    "\fPage",
    "> quoted words"
  ),
  fc
    .array(
      fc.constantFrom("uno", "dos.", "tres", "😀", "字字", "word,", "\tx"),
      {
        minLength: 1,
        maxLength: 30,
      }
    )
    .map((words) => words.join(" "))
);
const text = fc
  .array(fc.tuple(block, fc.constantFrom("\n\n", "\n", "\r\n\r\n")), {
    maxLength: 20,
  })
  .map((blocks) => blocks.flat().join(""));

const makers: Record<string, (chunkSize: number) => SeamTextSplitter> = {
  markdown: (chunkSize) => new StructuralMarkdownTextSplitter({ chunkSize }),
  recursive: (chunkSize) =>
    new RecursiveTokenTextSplitter({ chunkSize, chunkOverlap: 0 }),
  overlapping: (chunkSize) => new RecursiveTokenTextSplitter({ chunkSize }),
  fixed: (chunkSize) =>
    new FixedTokenTextSplitter({ chunkSize, chunkOverlap: 0 }),
  pages: (chunkSize) => new PageTextSplitter({ chunkSize }),
  table: (chunkSize) =>
    new TableTextSplitter({ chunkSize, format: "markdown" }),
};
const name = fc.constantFrom(...Object.keys(makers));

describe("families", () => {
  test("no child crosses a parent, and none is lost", async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        name,
        name,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 20 }),
        async (source, ofParents, ofChildren, most, less) => {
          const { parents, children } = await splitFamilies(
            [{ pageContent: source, metadata: { source: "s" } }],
            {
              parentSplitter: makers[ofParents](Math.max(most, less)),
              childSplitter: makers[ofChildren](less),
            }
          );
          const known = new Map(parents.map((parent) => [parent.id, parent]));
          expect(known.size).toBe(parents.length);
          expect(new Set(children.map(({ id }) => id)).size).toBe(
            children.length
          );
          for (const child of children) {
            const parent = known.get(child.metadata.parent_id);
            if (parent === undefined) throw new Error("a child without parent");
            const { start, end, lines } = locOf(child);
            // The fixed splitter trims nothing: what is not blank counts.
            const body = source.slice(start, end);
            const blank = body.length - body.trimStart().length;
            if (body.trim() !== "") {
              const own = locOf(parent);
              expect(start + blank).toBeGreaterThanOrEqual(own.start);
              expect(start + body.trimEnd().length).toBeLessThanOrEqual(
                own.end
              );
            }
            expect(child.pageContent).toContain(body);
            expect(source.slice(0, start).split(/\r\n|\n|\r/).length).toBe(
              lines.from
            );
            expect(child.metadata.loc.borders).toBeUndefined();
          }
          if (ofChildren !== "overlapping") {
            const bodies = children.map((child) =>
              source.slice(locOf(child).start, locOf(child).end)
            );
            expect(compact(bodies.join(""))).toBe(compact(source));
          }
        }
      ),
      { numRuns: RUNS, seed: 9 }
    );
  });

  test("a child has the section and the table header of the whole", async () => {
    const rows = Array.from({ length: 30 }, (_, n) => `| k${n} | v${n} |`);
    const source = `# Guide\n\n## Codes\n\n| key | value |\n|---|---|\n${rows.join("\n")}`;
    const { parents, children } = await splitFamilies(
      [{ pageContent: source, metadata: {} }],
      {
        parentSplitter: makers.markdown(150),
        childSplitter: makers.markdown(50),
      }
    );
    expect(parents.length).toBeGreaterThan(1);
    for (const child of children) {
      expect(child.metadata.section).toBe("Guide > Codes");
      expect(child.pageContent).toContain("| key | value |");
    }
  });

  test("ids given with several parents each", async () => {
    const document = new Document({
      id: "p1",
      pageContent: manual(3, 2),
      metadata: {},
    });
    const options = {
      parentSplitter: makers.markdown(200),
      childSplitter: makers.markdown(80),
    };
    const first = await splitFamilies([document], options);
    const second = await splitFamilies([document], options);
    expect(first.parents).toHaveLength(3);
    expect(second).toEqual(first);
    for (const { metadata, id } of first.parents) {
      expect(metadata.doc_id).toBe("p1");
      expect(metadata.parent_id).toBe(id);
    }
  });

  test("an edit changes the ids of what it touches", async () => {
    const options = {
      parentSplitter: makers.markdown(300),
      childSplitter: makers.markdown(80),
    };
    const idsOf = async (pageContent: string): Promise<Set<unknown>> => {
      const metadata = { source: "a.md" };
      const families = await splitFamilies(
        [{ pageContent, metadata }],
        options
      );
      return new Set(families.children.map(({ id }) => id));
    };
    const source = manual(4, 4);
    const before = await idsOf(source);
    const after = await idsOf(source.replace("w2x3x5", "changed"));
    const gone = [...before].filter((id) => !after.has(id));
    expect(gone).toHaveLength(1);
    const above = await idsOf(`Words in front.\n\n${source}`);
    expect([...before].filter((id) => !above.has(id)).length).toBeLessThan(3);
  });

  test("the same words in two documents are two children", async () => {
    const { children } = await splitFamilies(
      [
        { pageContent: "Hello.", metadata: {} },
        { pageContent: "Hello.", metadata: { source: "b" } },
        { pageContent: "Hello.", metadata: {} },
      ],
      { childSplitter: makers.markdown(50) }
    );
    // The third is the first again.
    expect(children).toHaveLength(2);
    expect(children[0].id).not.toBe(children[1].id);
  });

  test("rendered tables: children stand in the places of their rows", async () => {
    const rows = Array.from({ length: 12 }, (_, n) => `k${n},v${n}`);
    const source = `key,value\n${rows.join("\n")}\n`;
    const { parents, children } = await splitFamilies(
      [{ pageContent: source, metadata: {} }],
      {
        parentSplitter: new TableTextSplitter({ rowsPerChunk: 4 }),
        childSplitter: new TableTextSplitter({
          rowsPerChunk: 3,
          serialize: "records",
        }),
      }
    );
    expect(parents).toHaveLength(3);
    expect(children).toHaveLength(6);
    for (const child of children) {
      const parent = parents.find(({ id }) => id === child.metadata.parent_id);
      const keys = child.pageContent.match(/key: (k\d+)/g) ?? [];
      for (const key of keys) {
        expect(parent?.pageContent).toContain(`${key.slice(5)},`);
      }
    }
  });

  test("a splitter of another package is an error", async () => {
    const foreign = new RecursiveCharacterTextSplitter({ chunkSize: 300 });
    await expect(
      splitFamilies([], { childSplitter: foreign as never })
    ).rejects.toThrow(RangeError);
  });
});
