import { RecursiveTokenTextSplitter } from "langchain-seams";

/** Every limit from the longest sentence on: cuts are between sentences. */
async function expectWhole(sentences: readonly string[]): Promise<void> {
  const text = sentences.join("");
  const starts = new Set([0]);
  let at = 0;
  for (const sentence of sentences) starts.add((at += sentence.length));
  const longest = Math.max(...sentences.map((each) => each.trim().length));
  for (let size = longest; size < text.length; size += 1) {
    const documents = await new RecursiveTokenTextSplitter({
      chunkSize: size,
      chunkOverlap: 0,
      lengthFunction: (each) => each.length,
    }).createDocuments([text]);
    for (const { metadata, pageContent } of documents) {
      const { start } = metadata.loc;
      expect({ size, pageContent, whole: starts.has(start) }).toEqual({
        size,
        pageContent,
        whole: true,
      });
    }
  }
}

describe("sentences are whole", () => {
  it.each([
    [
      "an opening quote in Chinese",
      ["好的，没问题。", "「走吧，我们。」", "“再见，你们。”"],
    ],
    ["an opening bracket", ["一二三四五六七。", "（八九十。）", "『一二。』"]],
    [
      "a quotation inside of a sentence in Japanese",
      ["名前はまだ無い。", "「何だって！」と彼は言った。", "はい。"],
    ],
    [
      "a dash behind the end of one: somebody else speaks",
      ["—Ven aquí. ", "—No quiero. ", "– ¡Pues vale! ", "— Yes. ", "- ¿No?"],
    ],
    ["a dash in front of a small letter", ["Sí. —dijo ella—. ", "Y se fue."]],
    ["a paragraph separator", ["Título uno\u2029", "Texto dos tres"]],
    ["v. of a case", ["The case is Acme Ltd. v. Bar. ", "He lost it. "]],
    ["names of countries", ["The U.S. Army and the U.K. Navy. ", "It won. "]],
    ["a country at the end", ["He went to the U.S. ", "The army did too. "]],
    ["Ltda. and Sta.", ["Gil y Cía. Ltda. de Sta. Marta. ", "Pagó bien. "]],
  ])("%s", (_, sentences) => expectWhole(sentences));

  it.each([
    ["el mar", "Vimos el mar. Luego nos fuimos a casa.", "Vimos el mar."],
    ["art", "He studied art. Then he left us all.", "He studied art."],
    ["a cap", "She wore a cap. Nobody saw her there.", "She wore a cap."],
  ])("%s is a word, and ends one", async (_, text, first) => {
    const splitter = new RecursiveTokenTextSplitter({
      chunkSize: 24,
      chunkOverlap: 0,
      lengthFunction: (each) => each.length,
    });
    const [chunk] = await splitter.splitText(text);
    expect(chunk).toBe(first);
  });

  it.each([
    ["art. 5", ["Según el art. 5 se paga. ", "Nada más. "]],
    ["Gen. Lee", ["Here is Gen. Lee again. ", "And Fig. 3 too. "]],
    ["12 mar. 2024", ["Fue el 12 mar. 2024 ya. ", "Y no más. "]],
  ])("%s goes on", (_, sentences) => expectWhole(sentences));
});
