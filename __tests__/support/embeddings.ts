/** Embeddings for tests: what they are asked is known, and what they answer. */
import {
  Embeddings,
  type EmbeddingsInterface,
} from "@langchain/core/embeddings";

/** Keeps what it is asked; the vectors come from a function of all texts. */
export class SpyEmbeddings extends Embeddings {
  readonly calls: string[][] = [];

  constructor(
    private readonly vectorOf: (text: string, index: number) => unknown
  ) {
    super({});
  }

  get texts(): string[] {
    return this.calls.flat();
  }

  async embedDocuments(texts: string[]): Promise<number[][]> {
    const before = this.texts.length;
    this.calls.push(texts);
    return texts.map((text, k) =>
      this.vectorOf(text, before + k)
    ) as number[][];
  }

  async embedQuery(text: string): Promise<number[]> {
    const [vector] = await this.embedDocuments([text]);
    return vector;
  }
}

/** Vectors at these cosine distances, from each text to the next. */
export function atDistances(distances: readonly number[]): SpyEmbeddings {
  const angles = [0];
  for (const distance of distances) {
    angles.push(angles[angles.length - 1] + Math.acos(1 - distance));
  }
  return new SpyEmbeddings((_text, index) => [
    Math.cos(angles[index]),
    Math.sin(angles[index]),
  ]);
}

/** Words as a vector: what says the same is near, and nothing is random. */
function vectorOfWords(text: string): number[] {
  const vector = new Array<number>(64).fill(0);
  for (const [word] of text.toLowerCase().matchAll(/\p{L}{3,}/gu)) {
    let hash = 0;
    for (const letter of word) {
      hash = (hash * 31 + letter.codePointAt(0)!) % vector.length;
    }
    vector[hash] += 1;
  }
  return vector;
}

export const byWords = (): SpyEmbeddings => new SpyEmbeddings(vectorOfWords);

/** The same, without a memory. */
export const wordEmbeddings: EmbeddingsInterface = {
  embedDocuments: async (texts) => texts.map(vectorOfWords),
  embedQuery: async (text) => vectorOfWords(text),
};
