import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { RecursiveCharacterTextSplitter } from "@langchain/textsplitters";
import { createMeasure, tokenCounter } from "../../src/measure/index.js";
import { oracleOf } from "./oracles.js";
import { texts } from "./texts.js";

/** Runs a module that prints JSON, with TypeScript, in a process of its own. */
function runChild(source: string, flags: string[] = []): unknown {
  const root = join(__dirname, "../..");
  const args = [
    ...flags,
    "--import",
    "tsx",
    "--input-type=module",
    "-e",
    source,
  ];
  const child = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
  });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout);
}

const IMPORT = `
  import * as exported from "./src/measure/index.ts";
  const { createMeasure, tokenCounter } = exported.default ?? exported;
`;

describe("tokenCounter", () => {
  test.each([
    ["gpt2", "r50k_base"],
    ["text-embedding-3-small", "cl100k_base"],
    ["text-embedding-3-large", "cl100k_base"],
    ["text-embedding-4-tiny", "cl100k_base"],
    ["gpt-4", "cl100k_base"],
    ["gpt-4-turbo-2031-01-01", "cl100k_base"],
    ["gpt-3.5-turbo", "cl100k_base"],
    ["ft:gpt-3.5-turbo-0125:us::1", "cl100k_base"],
    ["gpt-4o", "o200k_base"],
    ["gpt-4o-mini-2031-01-01", "o200k_base"],
    ["gpt-4.1-mini", "o200k_base"],
    ["gpt-5.2-codex", "o200k_base"],
    ["ft:gpt-4o-2024-08-06:us::1", "o200k_base"],
    ["o1-mini", "o200k_base"],
    ["o3", "o200k_base"],
    ["gpt-oss-120b", "o200k_base"],
    ["text-davinci-003", "p50k_base"],
    ["text-davinci-edit-001", "p50k_base"],
    ["davinci", "r50k_base"],
  ])("takes %s for %s", (model, encoding) => {
    expect(tokenCounter(model)).toBe(tokenCounter(encoding));
  });

  test("has cl100k_base by default", () => {
    expect(tokenCounter()).toBe(tokenCounter("cl100k_base"));
    expect(tokenCounter()).not.toBe(tokenCounter("o200k_base"));
  });

  test.each(["", "cl100k", "llama-3", "constructor", "__proto__", "gpt"])(
    "rejects %p",
    (name) => {
      const make = (): unknown => tokenCounter(name);
      expect(make).toThrow(RangeError);
      expect(make).toThrow(/^Expected `encoding` to be cl100k_base, .* got `/);
      expect(make).toThrow(`got \`${name}\``);
    }
  );

  test("counts special tokens as ordinary text", async () => {
    const count = tokenCounter();
    expect(await count("<|endoftext|>")).toBe(7);
    expect(await count("end marker <|endoftext|> in prose")).toBe(10);
  });

  test("counts what reported faults say", async () => {
    const count = tokenCounter();
    const strings = ["猫", "が", "ización", "ing", "izacióning", "foobar"];
    const counts = await Promise.all(strings.map((one) => count(one)));
    expect(counts).toEqual([3, 1, 1, 1, 4, 1]);
  });

  test("serves LangChain's own splitter", async () => {
    const splitter = new RecursiveCharacterTextSplitter({
      chunkSize: 60,
      chunkOverlap: 0,
      lengthFunction: tokenCounter("cl100k_base"),
    });
    const oracle = oracleOf("cl100k_base");
    const chunks = await splitter.splitText(texts.markdown);
    expect(chunks.length).toBeGreaterThan(10);
    const counts = chunks.map((chunk) => oracle.wasm(chunk));
    expect(Math.max(...counts)).toBeLessThanOrEqual(60);
    expect(Math.max(...counts)).toBeGreaterThan(45);
  });
});

test("another copy of the module knows the counters of this one", async () => {
  const symbol = Symbol.for("langchain-seams.encoding");
  const foreign = Object.assign(async () => Number.NaN, {
    [symbol]: "cl100k_base",
  });
  const measure = await createMeasure("hello world", foreign, 400);
  expect(measure.count(0, 11)).toBe(2);
});

test("only the ranks of the encoding asked for are loaded", () => {
  const source = `${IMPORT}
    const sizes = [];
    const heap = () => { gc(); return process.memoryUsage().heapUsed; };
    const start = heap();
    const count = tokenCounter("o200k_base");
    sizes.push(heap() - start);
    await tokenCounter("r50k_base")("hello");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    sizes.push(heap() - start);
    await count("hello");
    sizes.push(heap() - start);
    console.log(JSON.stringify(sizes));
  `;
  const [none, small, large] = runChild(source, ["--expose-gc"]) as number[];
  expect(none).toBeLessThan(200_000);
  // The ranks are strings of 0.5 and 2.3 MB.
  expect(small).toBeGreaterThan(500_000);
  expect(small).toBeLessThan(2_000_000);
  expect(large - small).toBeGreaterThan(2_000_000);
});

test("nothing touches the network", () => {
  const source = `${IMPORT}
    import net from "node:net";
    import dns from "node:dns";
    const tried = [];
    const refuse = (name) => () => { tried.push(name); throw new Error(name); };
    net.Socket.prototype.connect = refuse("connect");
    dns.lookup = refuse("lookup");
    globalThis.fetch = refuse("fetch");
    try { await fetch("http://127.0.0.1"); } catch {}
    const counts = [];
    for (const name of ["cl100k_base", "o200k_base", "p50k_base", "gpt2"]) {
      const measure = await createMeasure("hola mundo", tokenCounter(name), 9);
      counts.push(measure.count(0, 10));
    }
    console.log(JSON.stringify({ tried, counts }));
  `;
  expect(runChild(source)).toEqual({
    tried: ["fetch"],
    counts: [3, 2, 4, 4],
  });
});

test("ten thousand documents do not grow the heap", () => {
  const source = `${IMPORT}
    const count = tokenCounter();
    let seed = 1;
    const random = () => (seed = (Math.imul(seed, 48271) >>> 0) % 2147483647);
    const document = () => {
      let text = "";
      while (text.length < 4000) {
        text += " " + random().toString(36) + "palabra".slice(random() % 7);
        if (random() % 50 === 0) text += "\\n" + "=-".repeat(random() % 200);
      }
      return text;
    };
    // Buffers are freed by a thread of their own, some time after a
    // collection: what stays is the least of several.
    const used = async () => {
      let least = Infinity;
      for (let round = 0; round < 10; round++) {
        gc();
        await new Promise((resolve) => setTimeout(resolve, 20));
        const { heapUsed, arrayBuffers } = process.memoryUsage();
        least = Math.min(least, heapUsed + arrayBuffers);
      }
      return least;
    };
    const sizes = [];
    for (let i = 1; i <= 10000; i++) {
      const text = document();
      const measure = await createMeasure(text, count, 400);
      measure.fit(0, 400);
      await count(text.slice(1));
      if (i === 2000 || i === 10000) sizes.push(await used());
    }
    console.log(JSON.stringify(sizes));
  `;
  const [before, after] = runChild(source, ["--expose-gc"]) as number[];
  // A retained text would take 4 KB, 32 MB for all of them.
  expect(after - before).toBeLessThan(1_000_000);
});
