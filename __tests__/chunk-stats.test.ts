/** What chunks look like: counted by hand. */
import { Document } from "@langchain/core/documents";
import { RecursiveCharacterTextSplitter } from "@langchain/textsplitters";
import {
  FixedTokenTextSplitter,
  RecursiveTokenTextSplitter,
  TableTextSplitter,
  chunkStats,
  formatChunkStats,
  tokenCounter,
} from "langchain-seams";
import { characters } from "./support/splitters.js";

const count = tokenCounter();

const sized = (sizes: number[]): Document[] =>
  sizes.map(
    (size, k) =>
      new Document({
        pageContent: "x".repeat(size),
        metadata: { source: `${k % 2}` },
      })
  );

test("sizes, zone, vectors, cost", async () => {
  const sizes = [100, 200, 300, 400, 601];
  const stats = await chunkStats(sized(sizes), {
    lengthFunction: characters,
    dimensions: 1024,
    bytesPerDimension: 2,
    pricePerMillionTokens: 20,
  });
  expect(stats).toEqual({
    count: 5,
    documents: 2,
    tokens: {
      total: 1601,
      mean: 320.2,
      min: 100,
      p5: 120,
      p50: 300,
      p95: expect.closeTo(560.8, 9),
      max: 601,
    },
    zone: { from: 200, to: 600, share: 0.6 },
    flagged: { share: 0, oversize: 0, header_omitted: 0, part: 0 },
    // Runs of one letter do repeat each other, but each is another source.
    duplicatedTokens: 0,
    vectors: { count: 5, dimensions: 1024, bytes: 10_240 },
    embeddingCost: expect.closeTo(0.03202, 9),
  });
  expect(JSON.parse(JSON.stringify(stats))).toMatchObject({ count: 5 });
});

test("no chunks", async () => {
  const stats = await chunkStats([]);
  expect(stats).toMatchObject({
    count: 0,
    documents: 0,
    tokens: { total: 0, mean: 0, p5: 0, p95: 0, max: 0 },
    zone: { share: 0 },
    duplicatedTokens: 0,
  });
  expect(stats.embeddingCost).toBeUndefined();
  expect(formatChunkStats(stats)).not.toMatch(/NaN|undefined/);
});

test("flags that splitters set", async () => {
  const table =
    "| a largo | b largo |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |";
  const splitter = new TableTextSplitter({ chunkSize: 12 });
  const chunks = await splitter.createDocuments([table]);
  const flagged = chunks.filter(({ metadata }) => metadata.header_omitted);
  expect(flagged.length).toBeGreaterThan(0);
  const { flagged: shares } = await chunkStats(chunks);
  expect(shares.header_omitted).toBe(flagged.length / chunks.length);
  expect(shares.share).toBeGreaterThanOrEqual(shares.part);
  const [oversize] = await new RecursiveTokenTextSplitter({
    chunkSize: 1,
    chunkOverlap: 0,
  }).createDocuments(["👩‍🚀"]);
  expect((await chunkStats([oversize])).flagged.oversize).toBe(1);
});

const prose =
  "El plazo es de 30 días. La entrega es gratuita. El pago se hace por " +
  "transferencia. La garantía dura dos años. El servicio atiende en español.";

describe("tokens repeated by overlap", () => {
  test("windows repeat exactly their overlap", async () => {
    const text = " ab cd ef gh".repeat(25);
    const splitter = new FixedTokenTextSplitter({
      chunkSize: 20,
      chunkOverlap: 5,
    });
    const chunks = await splitter.createDocuments([text]);
    const { duplicatedTokens, tokens } = await chunkStats(chunks);
    expect(duplicatedTokens).toBe(5 * (chunks.length - 1));
    expect(tokens.total - duplicatedTokens).toBe(await count(text));
  });

  test("none without overlap, whole units with it", async () => {
    const statsOf = async (chunkOverlap: number) =>
      chunkStats(
        await new RecursiveTokenTextSplitter({
          chunkSize: 20,
          chunkOverlap,
        }).createDocuments([prose, prose])
      );
    expect((await statsOf(0)).duplicatedTokens).toBe(0);
    const { duplicatedTokens, tokens } = await statsOf(9);
    expect(duplicatedTokens).toBeGreaterThan(10);
    const whole = 2 * (await count(prose));
    expect(tokens.total - duplicatedTokens).toBeGreaterThan(whole - 10);
    expect(tokens.total - duplicatedTokens).toBeLessThan(whole + 10);
  });

  test("of other splitters too, found in their texts", async () => {
    const chunks = await new RecursiveCharacterTextSplitter({
      chunkSize: 60,
      chunkOverlap: 25,
    }).createDocuments([prose]);
    const { duplicatedTokens } = await chunkStats(chunks, {
      lengthFunction: characters,
    });
    let expected = 0;
    for (const [k, { pageContent }] of chunks.slice(1).entries()) {
      const before = chunks[k].pageContent;
      let length = Math.min(before.length, pageContent.length);
      while (!before.endsWith(pageContent.slice(0, length))) length -= 1;
      expected += length;
    }
    expect(expected).toBeGreaterThan(20);
    expect(duplicatedTokens).toBe(expected);
  });

  test("in linear time", async () => {
    const pair = [1, 2].map(
      () => new Document({ pageContent: "ab".repeat(500_000) + "a" })
    );
    const started = process.cpuUsage();
    const stats = await chunkStats(pair, { lengthFunction: characters });
    const { user } = process.cpuUsage(started);
    expect(stats.duplicatedTokens).toBe(1_000_001);
    expect(user / 1e6).toBeLessThan(20);
  });

  test("chunks in the order of a search do not repeat each other", async () => {
    const chunks = await new RecursiveTokenTextSplitter({
      chunkSize: 20,
      chunkOverlap: 0,
    }).createDocuments([prose]);
    const { duplicatedTokens } = await chunkStats([...chunks].reverse());
    expect(duplicatedTokens).toBe(0);
  });
});

test("as a table in plain text", async () => {
  const stats = await chunkStats(sized([100, 200, 300, 1400]), {
    lengthFunction: characters,
    pricePerMillionTokens: 0.13,
  });
  expect(formatChunkStats(stats)).toBe(
    [
      "chunks                              4",
      "documents                           2",
      "tokens, total                       2,000",
      "tokens, mean                        500",
      "tokens, min / p5 / p50 / p95 / max  100 / 115 / 250 / 1,235 / 1,400",
      "in 200-600 tokens                   50 %",
      "flagged                             0 %",
      "  oversize                          0 %",
      "  header_omitted                    0 %",
      "  part                              0 %",
      "tokens repeated by overlap          0 (0 %)",
      "vectors                             4 of 1536 dimensions, 24,576 bytes",
      "embedding cost                      0.00026",
    ].join("\n")
  );
});

test.each([
  [{ dimensions: 0 }, /dimensions.*from 1 up.*0/],
  [{ bytesPerDimension: 0.5 }, /bytesPerDimension.*0\.5/],
  [{ pricePerMillionTokens: -1 }, /pricePerMillionTokens.*from 0 up.*-1/],
])("out of range: %p", async (options, message) => {
  await expect(chunkStats([], options)).rejects.toThrow(RangeError);
  await expect(chunkStats([], options)).rejects.toThrow(message);
});
