/** Frequent questions: one question and its answer a chunk. */
import { presets } from "langchain-seams";
import { locOf } from "../support/chunks.js";
import { characters } from "../support/splitters.js";

async function split(text: string, chunkSize = 400): Promise<string[]> {
  const splitter = presets.faq.create({
    chunkSize,
    lengthFunction: characters,
  });
  const documents = await splitter.createDocuments([text]);
  let covered = "";
  for (const { metadata } of documents) {
    covered += text.slice(metadata.loc.start, metadata.loc.end);
  }
  const squeeze = (words: string) => words.replace(/\s/g, "");
  expect(squeeze(covered)).toBe(squeeze(text));
  return documents.map(({ pageContent }) => pageContent);
}

test.each<[string, string[], string]>([
  [
    "headings of Markdown, the section with the first of them",
    [
      "# FAQ\n\nUna introducción.",
      "## Envíos\n\n### ¿Cuánto tarda?\n\nTres días. ¿Seguro? Sí.",
      "### ¿Cuánto cuesta?\n\n- Aquí: 5 €\n- Allí: 9 €",
      "## Pagos\n\n### Formas de pago\n\nTarjeta.",
      "### ¿A plazos?\n\nNo.",
    ],
    "\n\n",
  ],
  [
    "headings that ask nothing",
    ["# Guide\n\n## Install\n\nLike this.", "## Remove\n\nLike that."],
    "\n\n",
  ],
  [
    "questions in bold",
    [
      "**¿Qué es?**\n\nUna cosa.",
      "**How much is it?** Ten.",
      "1. **¿Por qué?**\n   Porque **sí**.",
    ],
    "\n\n",
  ],
  [
    "Q: and A:",
    ["Q: What is it?\nA: A thing.\nIs it? Yes.", "Q: Tell me\nmore\nA: No."],
    "\n",
  ],
  [
    "Q1. and A1., apart",
    ["Q1. What is it?\n\nA1. A thing.", "Q2. Why?\n\nA2. So."],
    "\n\n",
  ],
  [
    "P: and R:",
    ["P: ¿Qué es?\nR: Una cosa.", "P: ¿Por qué?\nR: Porque sí.\n\nY más."],
    "\n\n",
  ],
  [
    "Pregunta: and Respuesta:, in bold",
    [
      "**Pregunta:** ¿Qué es?\n**Respuesta:** Una cosa.",
      "**Pregunta 2:** ¿Y?\n**Respuesta:** Nada.",
    ],
    "\n\n",
  ],
  [
    "lines ¿...?",
    ["¿Qué es?\nUna cosa.", "¿Por qué?\nPorque sí.", "¿Y ahora? Nada, ¿no?"],
    "\n\n",
  ],
  ["lines ¿...? without blank lines", ["¿Uno?\nSí.", "¿Dos?\nNo."], "\n"],
  [
    "lines that end in a question mark",
    ["What is it?\nA thing.", "2. Why is it so?\n\nBecause."],
    "\n\n",
  ],
])("%s", async (_, questions, between) => {
  expect(await split(questions.join(between))).toEqual(questions);
});

test("the question is the last heading, without label and marks", async () => {
  const text =
    "## Envíos\n\n**P: ¿Cuánto tarda?**\n\nTres días.\n\n**P: ¿Y si no?**\nNada.\n\n" +
    "## Contacto\n\nAquí.";
  const documents = await presets.faq.create().createDocuments([text]);
  expect(documents.map((document) => locOf(document).headings)).toEqual([
    ["Envíos", "¿Cuánto tarda?"],
    ["Envíos", "¿Y si no?"],
    ["Contacto"],
  ]);
  expect(documents[1].metadata.section).toBe("Envíos > ¿Y si no?");
});

test("a long answer repeats its question, inside the limit", async () => {
  const answer = Array.from({ length: 8 }, (_, n) => `Esto es la ${n}.`);
  const text = `### ¿Cómo?\n\n${answer.join(" ")}\n\n### ¿Y?\n\nNada.`;
  const chunks = await split(text, 60);
  expect(chunks.length).toBeGreaterThan(3);
  for (const chunk of chunks.slice(0, -1)) {
    expect(chunk).toMatch(/^### ¿Cómo\?\n+Esto es la/);
    expect(chunk.length).toBeLessThanOrEqual(60);
  }
});

test("no question in code or in a table", async () => {
  const text =
    "**¿Uno?**\n\n```\n**¿Dos?**\n```\n\n| a |\n|---|\n| **¿Tres?** |\n\n**¿Cuatro?**\n\nSí.";
  expect(await split(text)).toHaveLength(2);
});

test("questions that follow each other share their answer", async () => {
  const text = "**¿Uno?**\n\n**¿O dos?**\n\nSí.\n\n**¿Tres?**\n\nNo.";
  expect(await split(text)).toEqual([
    "**¿Uno?**\n\n**¿O dos?**\n\nSí.",
    "**¿Tres?**\n\nNo.",
  ]);
});
