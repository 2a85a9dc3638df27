/** Faults that users of semantic splitters report, and their siblings. */
import { SemanticTextSplitter, tokenCounter } from "langchain-seams";
import { SpyEmbeddings, atDistances, byWords } from "../support/embeddings.js";
import { characters } from "../support/splitters.js";
import { bodies } from "../support/split.js";

const sentences = (count: number): string =>
  Array.from({ length: count }, (_, n) => `La frase ${n} dice algo.`).join(" ");

describe.each(["markdown", "text"] as const)("as %s", (format) => {
  test.each([
    ["", []],
    ["  \n", []],
    ["\f\n\n\t", []],
    ["Una sola frase.", ["Una sola frase."]],
    ["  Una sola frase.\n\n", ["  Una sola frase."]],
    [
      "Según el Sr. Pérez, el art. 5 vale",
      ["Según el Sr. Pérez, el art. 5 vale"],
    ],
  ])("one sentence or none asks for nothing: %j", async (text, expected) => {
    const embeddings = byWords();
    const splitter = new SemanticTextSplitter({ embeddings, format });
    expect(await splitter.splitText(text)).toEqual(expected);
    expect(embeddings.calls).toEqual([]);
  });

  test.each([
    "percentile",
    "standardDeviation",
    "interquartile",
    "gradient",
  ] as const)(
    "two sentences have one distance, whatever it is: %s",
    async (type) => {
      for (const distance of [0, 0.4, 1, 2]) {
        const splitter = new SemanticTextSplitter({
          embeddings: atDistances([distance]),
          breakpoint: { type },
          minChunkSize: 0,
          format,
        });
        expect(await splitter.splitText("Uno. Dos.")).toEqual(["Uno. Dos."]);
      }
    }
  );

  test("equal distances, of 0 or not, are no reason to cut", async () => {
    for (const distance of [0, 0.3]) {
      for (const amount of [0, 50, 95, 100]) {
        const splitter = new SemanticTextSplitter({
          embeddings: atDistances(new Array<number>(11).fill(distance)),
          breakpoint: { type: "percentile", amount },
          minChunkSize: 1,
          format,
        });
        const text = sentences(12);
        expect(await splitter.splitText(text)).toEqual([text]);
      }
    }
  });

  test("borders are where they are in the source, its white space too", async () => {
    const text = "Uno.\n\nDos.   Tres.";
    const embeddings = atDistances([0.1, 0.9]);
    const splitter = new SemanticTextSplitter({
      embeddings,
      breakpoint: { type: "percentile", amount: 50 },
      minChunkSize: 1,
      format,
    });
    const documents = await splitter.createDocuments([text]);
    expect(documents.map(({ pageContent }) => pageContent)).toEqual([
      "Uno.\n\nDos.",
      "Tres.",
    ]);
    expect(bodies(text, documents)).toEqual(["Uno.\n\nDos.", "Tres."]);
    expect(documents.map(({ metadata }) => metadata.loc.lines)).toEqual([
      { from: 1, to: 3 },
      { from: 3, to: 3 },
    ]);
    // Each sentence with its neighbours, as they stand.
    expect(embeddings.texts).toEqual([
      "Uno.\n\nDos.",
      "Uno.\n\nDos.   Tres.",
      "Dos.   Tres.",
    ]);
  });

  test("no chunk is above the limit, nor what the embeddings are given", async () => {
    const text = "Palabra ".repeat(2000);
    const alone = byWords();
    const chunkSize = 100;
    const options = { embeddings: alone, chunkSize, format };
    const chunks = await new SemanticTextSplitter(options).splitText(text);
    const count = tokenCounter("cl100k_base");
    const counts = await Promise.all(chunks.map((chunk) => count(chunk)));
    expect(Math.max(...counts)).toBeLessThanOrEqual(100);
    expect(chunks.join(" ")).toBe(text.trim());
    expect(alone.calls).toEqual([]);

    const between = byWords();
    for (const maxEmbedTokens of [7, 40, undefined]) {
      between.calls.length = 0;
      await new SemanticTextSplitter({
        embeddings: between,
        chunkSize,
        maxEmbedTokens,
        bufferSize: 4,
        format,
      }).splitText(`Uno. ${sentences(20)} ${text}. ${sentences(20)}\n\nFin.`);
      const sent = await Promise.all(between.texts.map((each) => count(each)));
      expect(sent.length).toBe(43);
      expect(Math.max(...sent)).toBeLessThanOrEqual(maxEmbedTokens ?? 100);
      expect(between.texts.every((each) => each.trim() !== "")).toBe(true);
    }
  });

  test("one call a batch, in order, the same chunks", async () => {
    const text = sentences(300);
    const options = { chunkSize: 60, breakpoint: { amount: 80 }, format };
    const whole = byWords();
    const expected = await new SemanticTextSplitter({
      ...options,
      embeddings: whole,
      batchSize: 1000,
    }).splitText(text);
    const embeddings = byWords();
    const splitter = new SemanticTextSplitter({ ...options, embeddings });
    expect(await splitter.splitText(text)).toEqual(expected);
    expect(embeddings.calls.map(({ length }) => length)).toEqual([
      64, 64, 64, 64, 44,
    ]);
    expect(embeddings.texts).toEqual(whole.texts);
  });

  test.each([
    ["zero", [0, 0, 0]],
    ["NaN", [NaN, 1, 1]],
    ["infinite", [Infinity, 1, 1]],
  ])("a %s vector is no jump, and hides no other", async (_name, odd) => {
    const text = sentences(40);
    const at = 10;
    const vectorOf = (broken: boolean) => (_text: string, index: number) => {
      if (broken && index === at) return odd;
      return index < 25 ? [1, 0, 0.01 * index] : [0, 1, 0];
    };
    const split = (broken: boolean) =>
      new SemanticTextSplitter({
        embeddings: new SpyEmbeddings(vectorOf(broken)),
        minChunkSize: 1,
        breakpoint: { amount: 98 },
        format,
      }).splitText(text);
    const chunks = await split(true);
    expect(chunks).toEqual(await split(false));
    expect(chunks.map((chunk) => chunk.split(/(?<=\.) /).length)).toEqual([
      25, 15,
    ]);
  });

  test("all vectors zero: one chunk, cut by the limit alone", async () => {
    const embeddings = new SpyEmbeddings(() => [0, 0]);
    const text = sentences(20);
    const split = (chunkSize: number) =>
      new SemanticTextSplitter({ embeddings, chunkSize, format }).splitText(
        text
      );
    expect(await split(1000)).toEqual([text]);
    expect((await split(50)).join(" ")).toBe(text);
  });

  test.each<[string, (texts: string[]) => unknown, string]>([
    [
      "one vector too few",
      (texts) => texts.slice(1).map(() => [1, 0]),
      "4 vectors for texts 4 to 7, got `3`",
    ],
    [
      "one too many",
      (texts) => ["", ...texts].map(() => [1, 0]),
      "4 vectors for texts 4 to 7, got `5`",
    ],
    ["nothing", () => undefined, "4 vectors for texts 4 to 7, got `undefined`"],
    [
      "mixed dimensions",
      (texts) => texts.map((_, k) => (k === 2 ? [1] : [1, 0])),
      "vector 6 of `embeddings` to have 2 numbers, as those before it have, got `1 numbers`",
    ],
  ])("an error for %s", async (_name, answer, message) => {
    let calls = 0;
    const embeddings = {
      embedQuery: async () => [1, 0],
      embedDocuments: async (texts: string[]) => {
        calls += 1;
        return (
          calls === 1 ? texts.map(() => [1, 0]) : answer(texts)
        ) as number[][];
      },
    };
    const splitter = new SemanticTextSplitter({
      embeddings,
      batchSize: 4,
      format,
    });
    const result = splitter.splitText(sentences(10));
    await expect(result).rejects.toBeInstanceOf(RangeError);
    await expect(result).rejects.toThrow(message);
  });

  test("the floor is kept wherever the limit allows it", async () => {
    const text = sentences(200);
    for (const [chunkSize, minChunkSize] of [
      [100, 25],
      [60, 30],
      [400, 100],
    ]) {
      const documents = await new SemanticTextSplitter({
        embeddings: byWords(),
        chunkSize,
        minChunkSize,
        breakpoint: { amount: 30 },
        format,
      }).createDocuments([text]);
      const lengths = documents.map(({ metadata }) => metadata.n_tokens);
      expect(Math.min(...lengths)).toBeGreaterThanOrEqual(minChunkSize);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(chunkSize);
      for (const { pageContent } of documents) {
        expect(pageContent).toMatch(/^La frase .*\.$/s);
      }
    }
  });
});

test("tables, code and items of Markdown stay whole", async () => {
  const table =
    "| a | b |\n|---|---|\n| Uno. Dos. | Tres. |\n| Más. | Y más. |";
  const code = "```py\nx = 1. # Uno. Dos.\n\ny = 2. # Tres. Cuatro.\n```";
  const items = ["- Uno. Dos. Tres.", "- Cuatro. Cinco.\n\n  Seis. Siete."];
  const inline = "Usa `f(a). G(b).` y [esto. Eso.](https://x.y/a.b) ya.";
  const text = [
    "# T",
    table,
    "Texto. Otro.",
    code,
    ...items,
    "***",
    inline,
  ].join("\n\n");
  const embeddings = new SpyEmbeddings((_text, index) =>
    index % 2 === 0 ? [1, 0] : [0, index]
  );
  const chunks = await new SemanticTextSplitter({
    embeddings,
    breakpoint: { type: "standardDeviation", amount: 0 },
    minChunkSize: 0,
    lengthFunction: characters,
  }).splitText(text);
  for (const whole of [table, code, ...items, inline]) {
    expect(chunks.filter((chunk) => chunk.includes(whole))).toHaveLength(1);
  }
  const each = new SemanticTextSplitter({
    embeddings,
    numberOfChunks: 1000,
    lengthFunction: characters,
  });
  expect(await each.splitText(text)).toEqual([
    `# T\n\n${table}`,
    "Texto.",
    "Otro.",
    code,
    ...items,
    "***",
    inline,
  ]);
});
