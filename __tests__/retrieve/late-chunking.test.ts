import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { MemoryVectorStore } from "@langchain/classic/vectorstores/memory";
import fc from "fast-check";
import {
  lateChunkingApi,
  LateChunkingEmbeddings,
  StructuralMarkdownTextSplitter,
  transformersTokens,
  type FeatureExtractor,
  type TokenEmbedder,
} from "langchain-seams";
import { alignPieces } from "../../src/retrieve/late-models.js";

const words = (text: string): number => text.match(/\S+/g)?.length ?? 0;

/** A token a word; its vector: its number in this call, and of all words. */
function wordModel(): TokenEmbedder & { texts: string[] } {
  const texts: string[] = [];
  return {
    texts,
    async embedTokens(text) {
      texts.push(text);
      const found = [...text.matchAll(/\S+/g)];
      const marks = { start: 0, end: 0 };
      return {
        // The first and the last are marks of the model.
        vectors: [
          [100, 100],
          ...found.map((_, index) => [index + 1, found.length]),
          [100, 100],
        ],
        offsets: [
          marks,
          ...found.map((match) => ({
            start: match.index,
            end: match.index + match[0].length,
          })),
          marks,
        ],
      };
    },
  };
}

const chunkOf = (text: string, part: string) => {
  const start = text.indexOf(part);
  const loc = { start, end: start + part.length };
  return { pageContent: part, metadata: { loc } };
};

describe("pooling", () => {
  test("the mean of the tokens of each chunk, marks left out", async () => {
    const text = "uno dos tres cuatro\n\ncinco seis";
    const model = wordModel();
    const embeddings = new LateChunkingEmbeddings({ model, normalize: false });
    const chunks = ["uno", "dos tres cuatro", "cinco seis"].map((part) =>
      chunkOf(text, part)
    );
    expect(await embeddings.embedChunks(text, chunks)).toEqual([
      [1, 6],
      [3, 6],
      [5.5, 6],
    ]);
    expect(model.texts).toEqual([text]);
    // Part of a token is a part in it.
    const half = { pageContent: "u", metadata: { loc: { start: 2, end: 5 } } };
    expect(await embeddings.embedChunks(text, [half])).toEqual([[1.5, 6]]);
  });

  test("vectors are 1 long by default", async () => {
    const embeddings = new LateChunkingEmbeddings({ model: wordModel() });
    const [vector] = await embeddings.embedDocuments(["a b c"]);
    expect(vector[0]).toBeCloseTo(2 / Math.hypot(2, 3), 12);
    expect(vector[1]).toBeCloseTo(3 / Math.hypot(2, 3), 12);
    expect(await embeddings.embedQuery("a b c")).toEqual(vector);
  });

  test("macro windows: each token from the window with more around it", async () => {
    const text = Array.from({ length: 10 }, (_, n) => `w${n}`).join(" ");
    const model = wordModel();
    const embeddings = new LateChunkingEmbeddings({
      model,
      windowSize: 6,
      windowOverlap: 2,
      lengthFunction: words,
      normalize: false,
    });
    const chunks = Array.from({ length: 10 }, (_, n) => chunkOf(text, `w${n}`));
    const vectors = await embeddings.embedChunks(text, chunks);
    expect(model.texts.map((each) => each.trim())).toEqual([
      "w0 w1 w2 w3 w4 w5",
      "w4 w5 w6 w7 w8 w9",
    ]);
    // w4 is the fifth of the first window, w5 the second of the second.
    expect(vectors.map(([first]) => first)).toEqual([
      1, 2, 3, 4, 5, 2, 3, 4, 5, 6,
    ]);
  });

  test("any text, window and overlap: every token counts once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[a-zñ😀]{1,6}$/u), {
          minLength: 1,
          maxLength: 60,
        }),
        fc.integer({ min: 2, max: 20 }),
        fc.nat(19),
        async (parts, windowSize, overlap) => {
          const text = parts.join(" ");
          const model = wordModel();
          const whole: TokenEmbedder = {
            embedTokens: async (window) => {
              const { offsets } = await model.embedTokens(window);
              return { offsets, vectors: offsets.map(() => [1]) };
            },
          };
          const embeddings = new LateChunkingEmbeddings({
            model: whole,
            windowSize,
            windowOverlap: Math.min(overlap, windowSize - 1),
            lengthFunction: words,
            normalize: false,
          });
          const matches = [...text.matchAll(/\S+/g)].map((match) => ({
            pageContent: match[0],
            metadata: {
              loc: { start: match.index, end: match.index + match[0].length },
            },
          }));
          const vectors = await embeddings.embedChunks(text, matches);
          expect(vectors).toEqual(matches.map(() => [1]));
        }
      ),
      { numRuns: Number(process.env.SEAMS_RUNS ?? 200), seed: 9 }
    );
  });

  test("into a vector store", async () => {
    const text = "# Berlin\n\nThe capital.\n\n# Rome\n\nIt is old.";
    const splitter = new StructuralMarkdownTextSplitter({ chunkSize: 8 });
    const chunks = await splitter.createDocuments([text]);
    const embeddings = new LateChunkingEmbeddings({ model: wordModel() });
    const store = new MemoryVectorStore(embeddings);
    await store.addVectors(await embeddings.embedChunks(text, chunks), chunks);
    expect(await store.similaritySearch("It is old.", 1)).toHaveLength(1);
  });
});

describe("what is wrong is an error", () => {
  const embed = (model: TokenEmbedder, text = "uno dos") =>
    new LateChunkingEmbeddings({ model, maxRetries: 0 }).embedChunks(text, [
      chunkOf(text, text),
    ]);

  test.each([
    ["vectors and tokens", [[1], [2]], [{ start: 0, end: 3 }], /2 vectors/],
    [
      "dimensions",
      [[1], [2, 3]],
      [
        { start: 0, end: 3 },
        { start: 4, end: 7 },
      ],
      /2 dimensions for token 1/,
    ],
    ["offsets", [[1]], [{ start: 4, end: 9 }], /place 4 to 9/],
    ["no token", [], [], /no token in chunk 0/],
  ])("%s", async (_name, vectors, offsets, message) => {
    const model = { embedTokens: async () => ({ vectors, offsets }) };
    await expect(embed(model)).rejects.toThrow(message);
  });

  test("vectors that are none", async () => {
    const offsets = [{ start: 0, end: 7 }];
    for (const vector of [[], [NaN, 1], [1, Infinity]]) {
      const embedTokens = async () => ({ vectors: [vector], offsets });
      await expect(embed({ embedTokens })).rejects.toThrow(/vector of chunk 0/);
    }
    const embeddings = new LateChunkingEmbeddings({ model: wordModel() });
    for (const text of ["", " \n"]) {
      const embedded = embeddings.embedDocuments(["uno", text]);
      await expect(embedded).rejects.toThrow(/text 1/);
    }
  });

  test("an error of the model's answer is not tried again", async () => {
    let calls = 0;
    const embedTokens = async () => {
      calls += 1;
      return { vectors: [[1]], offsets: [] };
    };
    const embeddings = new LateChunkingEmbeddings({ model: { embedTokens } });
    const embedded = embeddings.embedDocuments(["uno"]);
    await expect(embedded).rejects.toThrow(/set `windowSize` to less/);
    expect(calls).toBe(1);
  });

  test("a signal stops it, between windows and within", async () => {
    const model = wordModel();
    const options = { windowSize: 2, windowOverlap: 0, lengthFunction: words };
    const embeddings = new LateChunkingEmbeddings({ model, ...options });
    const text = "uno dos tres cuatro";
    const controller = new AbortController();
    const { signal } = controller;
    const embedTokens = model.embedTokens.bind(model);
    model.embedTokens = async (window, given) => {
      expect(given).toBe(signal);
      controller.abort(new Error("enough"));
      return embedTokens(window);
    };
    const chunks = [chunkOf(text, text)];
    for (let again = 0; again < 2; again += 1) {
      const embedded = embeddings.embedChunks(text, chunks, { signal });
      await expect(embedded).rejects.toThrow("enough");
    }
    expect(model.texts).toHaveLength(1);
  });

  test("chunks of another text, options", async () => {
    const embeddings = new LateChunkingEmbeddings({ model: wordModel() });
    const chunk = { pageContent: "x", metadata: { loc: { start: 3, end: 9 } } };
    await expect(embeddings.embedChunks("short", [chunk])).rejects.toThrow(
      "chunk 0"
    );
    const model = wordModel();
    const make = (fields: object) => () =>
      new LateChunkingEmbeddings({ model, ...fields });
    expect(make({ windowSize: 0 })).toThrow(RangeError);
    expect(make({ windowSize: 8, windowOverlap: 8 })).toThrow(/windowOverlap/);
    expect(make({ model: {} })).toThrow(/model/);
  });
});

describe("a pipeline of transformers.js", () => {
  test("places of pieces: case, accents, marks, unknown ones", () => {
    const text = "El Niño  corrió, 😀 fin";
    const pieces = ["", "el", "nino", "cor", "##rio", ",", "[UNK]", "fin", ""];
    expect(
      alignPieces(text, pieces).map(({ start, end }) => text.slice(start, end))
    ).toEqual(["", "El", "Niño", "cor", "rió", ",", " 😀 ", "fin", ""]);
  });

  test("what is in no piece's place is not found far behind it", () => {
    const many = "palabra ".repeat(20);
    const text = `uno 😀 dos ${many}tres \ufffd fin`;
    const pieces = ["uno", "\ufffd", "\ufffd", "dos"];
    pieces.push(...many.trim().split(" "), "tres", "\ufffd", "fin");
    const found = alignPieces(text, pieces).map(({ start, end }) =>
      text.slice(start, end)
    );
    expect(found.slice(0, 4)).toEqual(["uno", " 😀 ", " 😀 ", "dos"]);
    expect(found.slice(4, 24)).toEqual(Array(20).fill("palabra"));
    expect(found.slice(24)).toEqual(["tres", "\ufffd", "fin"]);
  });

  test("a long unknown word, a long gap, headings", () => {
    const word = "x".repeat(300);
    const text = `## uno ${word}${" ".repeat(200)}dos\n\n##dos`;
    const pieces = ["##", "uno", "[UNK]", "dos", "##", "##dos"];
    expect(
      alignPieces(text, pieces).map(({ start, end }) => text.slice(start, end))
    ).toEqual(["##", "uno", ` ${word} `, "dos", "##", "dos"]);
  });

  test("vectors and places", async () => {
    const ids = [101, 7, 8, 102];
    const pieces = new Map([
      [7, "uno"],
      [8, "dos"],
    ]);
    const extractor = Object.assign(
      async () => ({
        dims: [1, 4, 2],
        data: Float32Array.from([9, 9, 1, 2, 3, 4, 9, 9]),
      }),
      {
        tokenizer: Object.assign(
          () => ({ input_ids: { data: ids.map(BigInt) } }),
          { decode: ([id]: number[]) => pieces.get(id) ?? "" }
        ),
      }
    ) satisfies FeatureExtractor;
    const embeddings = new LateChunkingEmbeddings({
      model: transformersTokens(extractor),
      normalize: false,
    });
    const text = "Uno dos";
    const chunks = [chunkOf(text, "Uno"), chunkOf(text, "dos")];
    expect(await embeddings.embedChunks(text, chunks)).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });
});

describe("an HTTP API", () => {
  interface Seen {
    headers: IncomingMessage["headers"];
    body: { input: string[]; late_chunking?: boolean };
  }

  /** Answers each input with its number in the request, and its length. */
  async function serve(
    use: (url: string, seen: Seen[]) => Promise<void>,
    answer: (body: Seen["body"]) => [number, unknown] = ({ input }) => [
      200,
      {
        // Out of order: `index` counts.
        data: input
          .map((text, index) => ({
            index,
            embedding: [index + 1, text.length],
          }))
          .reverse(),
      },
    ]
  ): Promise<void> {
    const seen: Seen[] = [];
    const server = createServer((request, response) => {
      let text = "";
      request.on("data", (data) => (text += data));
      request.on("end", () => {
        const body = JSON.parse(text);
        seen.push({ headers: request.headers, body });
        const [status, value] = answer(body);
        response.writeHead(status).end(JSON.stringify(value));
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    try {
      await use(`http://127.0.0.1:${port}/v1/embeddings`, seen);
    } finally {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  }

  const TEXT = "aa bb cc dd ee ff";
  const CHUNKS = TEXT.split(" ").map((part) => chunkOf(TEXT, part));

  test("the request, and the order of the answer", async () => {
    await serve(async (url, seen) => {
      const embeddings = new LateChunkingEmbeddings({
        model: lateChunkingApi({ url, apiKey: "key", dimensions: 64 }),
        normalize: false,
      });
      const vectors = await embeddings.embedChunks(TEXT, CHUNKS);
      expect(vectors.map(([first]) => first)).toEqual([1, 2, 3, 4, 5, 6]);
      await embeddings.embedQuery("what?");
      expect(seen.map(({ body }) => body)).toEqual([
        {
          model: "jina-embeddings-v3",
          task: "retrieval.passage",
          input: ["aa", "bb", "cc", "dd", "ee", "ff"],
          embedding_type: "float",
          dimensions: 64,
          late_chunking: true,
        },
        {
          model: "jina-embeddings-v3",
          task: "retrieval.query",
          input: ["what?"],
          embedding_type: "float",
          dimensions: 64,
        },
      ]);
      expect(seen[0].headers.authorization).toBe("Bearer key");
    });
  });

  test("a long document: groups of chunks that overlap", async () => {
    await serve(async (url, seen) => {
      const embeddings = new LateChunkingEmbeddings({
        model: lateChunkingApi({ url }),
        windowSize: 4,
        windowOverlap: 2,
        lengthFunction: words,
        normalize: false,
      });
      const vectors = await embeddings.embedChunks(TEXT, CHUNKS);
      expect(seen.map(({ body }) => body.input.join(" "))).toEqual([
        "aa bb cc dd",
        "cc dd ee ff",
      ]);
      expect(vectors.map(([first]) => first)).toEqual([1, 2, 3, 2, 3, 4]);
    });
  });

  test("what will not go well is not tried again; what may is", async () => {
    for (const [status, calls] of [
      [422, 1],
      [503, 2],
    ]) {
      await serve(
        async (url, seen) => {
          const embeddings = new LateChunkingEmbeddings({
            model: lateChunkingApi({ url }),
            maxRetries: 1,
          });
          const embedded = embeddings.embedChunks(TEXT, CHUNKS);
          await expect(embedded).rejects.toThrow(`answered ${status}`);
          expect(seen).toHaveLength(calls);
        },
        () => [status, {}]
      );
    }
  });

  test("a signal stops the request", async () => {
    const controller = new AbortController();
    await serve(
      async (url) => {
        const embeddings = new LateChunkingEmbeddings({
          model: lateChunkingApi({ url }),
        });
        const { signal } = controller;
        const embedded = embeddings.embedChunks(TEXT, CHUNKS, { signal });
        await expect(embedded).rejects.toThrow("enough");
      },
      () => {
        controller.abort(new Error("enough"));
        return [200, {}];
      }
    );
  });

  test("no answer, half an answer", async () => {
    const embed = (url: string) =>
      new LateChunkingEmbeddings({
        model: lateChunkingApi({ url }),
        maxRetries: 0,
      }).embedChunks(TEXT, CHUNKS);
    await serve(
      async (url) => {
        await expect(embed(url)).rejects.toThrow(/answered 401.*no key/);
      },
      () => [401, { detail: "no key" }]
    );
    await serve(
      async (url) => {
        await expect(embed(url)).rejects.toThrow(/no vector for chunk 1 of 6/);
      },
      () => [200, { data: [{ index: 0, embedding: [1] }] }]
    );
  });
});
