/** Reported faults about tokens, limits and overlap. */
import { get_encoding as getEncoding } from "tiktoken";
import { tokenCounter } from "langchain-seams";
import { locOf } from "../support/chunks.js";
import { HOSTILE } from "../support/documents.js";
import { characters, subjects } from "../support/splitters.js";
import {
  bodies,
  contents,
  splitProse,
  splitWindows,
} from "../support/split.js";

const oracle = getEncoding("cl100k_base");
afterAll(() => oracle.free());

/** Tokens of a text, by the reference implementation. */
const tokensOf = (text: string): number => oracle.encode_ordinary(text).length;

const nineTokens = " q r s t u v w x y";

describe("a cut inside a character", () => {
  const text = "猫が好き👩‍🚀";

  it("costs what the report says", () => {
    expect([..."猫が好き"].map(tokensOf)).toEqual([3, 1, 1, 1]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "is not made at %d tokens",
    async (size) => {
      const documents = await splitWindows(text, { chunkSize: size });
      expect(contents(documents).join("")).toBe(text);
      for (const { pageContent, metadata } of documents) {
        expect(pageContent).not.toContain("\uFFFD");
        const isOver = tokensOf(pageContent) > size;
        expect(metadata.oversize).toBe(isOver ? true : undefined);
      }
    }
  );

  it("size 4 gives 猫が and 好き", async () => {
    const documents = await splitWindows("猫が好き", { chunkSize: 4 });
    expect(contents(documents)).toEqual(["猫が", "好き"]);
  });

  it("size 2 gives 猫 whole, and flags it", async () => {
    const documents = await splitWindows("猫が好き", { chunkSize: 2 });
    expect(documents[0].pageContent).toBe("猫");
    expect(documents[0].metadata.oversize).toBe(true);
    expect(contents(documents).slice(1)).toEqual(["が好", "き"]);
  });

  it.each(HOSTILE)("%j comes back whole", async (hostile) => {
    const source = `uno ${hostile} dos ${hostile}${hostile} tres`;
    for (const chunkSize of [1, 2, 3, 5, 9]) {
      for (const { make } of subjects) {
        const documents = await make({
          chunkSize,
          chunkOverlap: 0,
        }).createDocuments([source]);
        const joined = bodies(source, documents).join("");
        expect(joined.replace(/\s/g, "")).toBe(source.replace(/\s/g, ""));
      }
      const windows = await splitWindows(source, { chunkSize });
      expect(contents(windows).join("")).toBe(source);
    }
  });
});

describe("text that spells a special token", () => {
  const text = "end marker <|endoftext|> in prose";

  it("is ordinary text: 10 tokens, and no error", async () => {
    const count = tokenCounter("cl100k_base");
    expect(await count(text)).toBe(10);
    expect(await count("<|endoftext|>")).toBe(7);
    for (const { make } of subjects) {
      const splitter = make({ chunkSize: 10, chunkOverlap: 0 });
      expect(await splitter.splitText(text)).toEqual([text]);
    }
  });

  it.each([
    "<|endoftext|>",
    "<|fim_prefix|>",
    "<|im_start|>",
    "<|endofprompt|>",
  ])("%s is cut like any other", async (special) => {
    const source = `uno ${special} dos ${special}`;
    for (const chunkSize of [1, 3, 6]) {
      const documents = await splitWindows(source, { chunkSize });
      expect(contents(documents).join("")).toBe(source);
      for (const { pageContent } of documents) {
        expect(tokensOf(pageContent)).toBeLessThanOrEqual(chunkSize);
      }
    }
  });
});

describe("sliding windows", () => {
  const windowsOf = async (
    text: string,
    chunkSize: number,
    chunkOverlap: number
  ) => {
    const documents = await splitWindows(text, { chunkSize, chunkOverlap });
    return documents.map((document) => {
      const { from, to } = locOf(document).tokens!;
      return [from, to];
    });
  };

  it("have no last one made of overlap only", async () => {
    expect(tokensOf(nineTokens)).toBe(9);
    expect(await windowsOf(nineTokens, 6, 3)).toEqual([
      [0, 6],
      [3, 9],
    ]);
    expect(await windowsOf(nineTokens, 12, 5)).toEqual([[0, 9]]);
    expect(await windowsOf(nineTokens, 9, 8)).toEqual([[0, 9]]);
  });

  it("are exact for every size and overlap", async () => {
    const prose =
      "The cat sat on the mat and the dog ran. Then it was late at night.";
    const ids = oracle.encode_ordinary(prose);
    const decoder = new TextDecoder();
    for (let size = 1; size <= ids.length + 1; size += 1) {
      for (const overlap of new Set([0, 1, Math.floor(size / 2), size - 1])) {
        if (overlap >= size) continue;
        const expected: string[] = [];
        for (let from = 0; ; from += size - overlap) {
          const window = ids.slice(from, from + size);
          expected.push(decoder.decode(oracle.decode(window)));
          if (from + size >= ids.length) break;
        }
        const documents = await splitWindows(prose, {
          chunkSize: size,
          chunkOverlap: overlap,
        });
        expect(contents(documents)).toEqual(expected);
      }
    }
  });

  it("say where they stand in the tokens of the document", async () => {
    const text = "uno dos tres, cuatro cinco. 猫が好き y seis siete\n\nocho";
    const documents = await splitWindows(text, {
      chunkSize: 5,
      chunkOverlap: 2,
    });
    const ids = oracle.encode_ordinary(text);
    const bytesTo = (token: number) =>
      oracle.decode(ids.slice(0, token)).length;
    for (const document of documents) {
      const { start, end, tokens } = locOf(document);
      // The fewest tokens that hold the window: one may hold a space and the
      // first byte of what comes behind it.
      const from = Buffer.byteLength(text.slice(0, start));
      const to = Buffer.byteLength(text.slice(0, end));
      expect(bytesTo(tokens!.from)).toBeLessThanOrEqual(from);
      expect(bytesTo(tokens!.from + 1)).toBeGreaterThan(from);
      expect(bytesTo(tokens!.to)).toBeGreaterThanOrEqual(to);
      expect(bytesTo(tokens!.to - 1)).toBeLessThan(to);
      expect(tokens!.to - tokens!.from).toBeLessThanOrEqual(5);
    }
    expect(locOf(documents.at(-1)!).tokens!.to).toBe(ids.length);
  });

  it.each(["cl100k_base", "o200k_base"] as const)("in %s", async (name) => {
    const encoding = getEncoding(name);
    const text = "El pingüino duerme; don't wake it up, I'll be 12345 back.";
    const ids = encoding.encode_ordinary(text);
    const { FixedTokenTextSplitter } = await import("langchain-seams");
    const splitter = new FixedTokenTextSplitter({
      chunkSize: 4,
      chunkOverlap: 0,
      encoding: name,
    });
    const chunks = await splitter.splitText(text);
    expect(chunks.join("")).toBe(text);
    expect(chunks).toHaveLength(Math.ceil(ids.length / 4));
    encoding.free();
  });
});

describe("overlap", () => {
  const text = "sol mar luz pan voz sal";

  it("stays within the limit, and repeats whole words", async () => {
    const documents = await splitProse(text, {
      chunkSize: 10,
      chunkOverlap: 6,
      lengthFunction: characters,
    });
    expect(contents(documents)).toEqual([
      "sol mar",
      "mar luz",
      "luz pan",
      "pan voz",
      "voz sal",
    ]);
  });

  it("is text of the source, never more than asked for", async () => {
    const source = Array.from({ length: 40 }, (_, n) => `p${n} q.`).join(" ");
    for (let chunkSize = 5; chunkSize < 60; chunkSize += 3) {
      for (let chunkOverlap = 0; chunkOverlap < chunkSize; chunkOverlap += 4) {
        const documents = await splitProse(source, {
          chunkSize,
          chunkOverlap,
          lengthFunction: characters,
        });
        documents.forEach((document, n) => {
          const { start, end } = locOf(document);
          expect(document.pageContent).toBe(source.slice(start, end));
          expect(end - start).toBeLessThanOrEqual(chunkSize);
          const previous = n === 0 ? 0 : locOf(documents[n - 1]).end;
          expect(previous - start).toBeLessThanOrEqual(chunkOverlap);
        });
      }
    }
  });

  it("is there when it is asked for", async () => {
    const source = Array.from({ length: 12 }, (_, n) => `Frase ${n}.`);
    const documents = await splitProse(source.join(" "), {
      chunkSize: 40,
      chunkOverlap: 20,
      lengthFunction: characters,
    });
    expect(documents.length).toBeGreaterThan(2);
    documents.slice(1).forEach((document, n) => {
      const previous = locOf(documents[n]).end;
      expect(locOf(document).start).toBeLessThan(previous);
      expect(document.pageContent).toMatch(/^Frase \d+\./);
    });
  });

  it("starts further on in each window", async () => {
    for (const { make } of subjects) {
      for (const chunkSize of [2, 7, 30]) {
        const splitter = make({
          chunkSize,
          chunkOverlap: chunkSize - 1,
          lengthFunction: characters,
        });
        const source = "uno dos tres. Cuatro cinco seis.\n\nSiete ocho nueve.";
        const documents = await splitter.createDocuments([source]);
        const starts = documents.map((document) => locOf(document).start);
        expect([...new Set(starts)].sort((a, b) => a - b)).toEqual(starts);
      }
    }
  });
});

describe("token counts", () => {
  it("do not add up, as the report says", () => {
    expect(["ización", "ing", "izacióning"].map(tokensOf)).toEqual([1, 1, 4]);
    expect(["aa", "ión", "aaión"].map(tokensOf)).toEqual([1, 1, 3]);
  });

  it.each(["izacióning", "aaión", "Karoa Karoa", "foobar ización ing"])(
    "are those of the whole chunk: %s",
    async (text) => {
      for (const { make } of subjects) {
        for (const chunkSize of [1, 2, 3]) {
          const documents = await make({
            chunkSize,
            chunkOverlap: 0,
          }).createDocuments([text]);
          for (const { pageContent, metadata } of documents) {
            const count = tokensOf(pageContent);
            expect(metadata.n_tokens).toBe(count);
            if (metadata.oversize !== true) {
              expect(count).toBeLessThanOrEqual(chunkSize);
            }
          }
        }
      }
    }
  );

  it.each(["cl100k_base", "o200k_base"] as const)(
    "of %s are exact, offline",
    async (name) => {
      const encoding = getEncoding(name);
      const count = tokenCounter(name);
      for (const text of [
        ...HOSTILE,
        "Hola, ¿qué tal? I'll don't 12345\n\n x",
      ]) {
        // JS and Rust see white space differently: never count too little.
        const reference = encoding.encode_ordinary(text).length;
        const isSure = !/[\u0085\uFEFF]/.test(text);
        const counted = await count(text);
        if (isSure) expect([text, counted]).toEqual([text, reference]);
        else expect(counted).toBeGreaterThanOrEqual(reference);
      }
      encoding.free();
    }
  );

  it("never go to the network", async () => {
    const fetched = jest.spyOn(globalThis, "fetch").mockImplementation(() => {
      throw new Error("no network");
    });
    try {
      expect(await tokenCounter("p50k_base")("hola mundo")).toBeGreaterThan(1);
      expect(await splitProse("hola", { chunkSize: 5 })).toHaveLength(1);
      expect(fetched).not.toHaveBeenCalled();
    } finally {
      fetched.mockRestore();
    }
  });
});
