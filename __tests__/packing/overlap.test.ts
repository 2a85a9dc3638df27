/** Room for text that is repeated is kept only where text can be repeated. */
import { RecursiveTokenTextSplitter } from "langchain-seams";

const lengthFunction = (text: string): number => text.length;

test("sentences longer than the overlap are packed as if there were none", async () => {
  const sentences = Array.from(
    { length: 39 },
    (_, n) =>
      `Esta es la frase número ${n + 10}, y no cabe en lo que se repite.`
  );
  const text = sentences.join(" ");
  const [{ length }] = sentences;
  const chunkSize = 3 * length + 2;
  const split = (chunkOverlap: number): Promise<string[]> =>
    new RecursiveTokenTextSplitter({
      chunkSize,
      chunkOverlap,
      lengthFunction,
    }).splitText(text);
  expect(await split(length - 10)).toEqual(await split(0));
  // One that may be repeated is.
  const chunks = await split(length);
  for (const [index, chunk] of chunks.slice(1).entries()) {
    expect(chunk.slice(0, length)).toBe(chunks[index].slice(-length));
  }
});
