/** Clauses of contracts and laws in plain text: headings by their numbers. */
import type { Document } from "@langchain/core/documents";
import { presets } from "langchain-seams";
import { locOf } from "../support/chunks.js";
import { checkInvariants } from "../support/invariants.js";
import { characters } from "../support/splitters.js";

/** Each heading of a text with the path to it, as chunks of a clause say. */
async function pathsOf(text: string): Promise<string[][]> {
  const splitter = presets.legalContract.create({
    chunkSize: 60,
    chunkOverlap: 0,
    lengthFunction: characters,
  });
  const documents = await splitter.createDocuments([text]);
  const paths = documents.map((document) => {
    const { start, end, headings } = locOf(document);
    expect(document.metadata.section).toBe(headings.join(" > "));
    expect(document.pageContent.endsWith(text.slice(start, end))).toBe(true);
    return headings;
  });
  return paths.filter(
    (path, n) => path.length > 0 && path.join() !== paths[n - 1]?.join()
  );
}

const FILLER =
  "lo que aquí se dice vale para las dos partes y para quien venga tras ellas";

test("forty clauses, each with its subclauses, exact and in their place", async () => {
  const ordinals = (
    "PRIMERA SEGUNDA TERCERA CUARTA QUINTA SEXTA SÉPTIMA OCTAVA NOVENA DÉCIMA " +
    "UNDÉCIMA DUODÉCIMA DECIMOTERCERA DECIMOCUARTA DECIMOQUINTA DECIMOSEXTA " +
    "DECIMOSÉPTIMA DECIMOCTAVA DECIMONOVENA VIGÉSIMA"
  ).split(" ");
  const names = [
    ...ordinals,
    ...ordinals.slice(0, 9).map((each) => `VIGÉSIMO ${each}`),
    "TRIGÉSIMA",
    ...ordinals.slice(0, 9).map((each) => `TRIGÉSIMO ${each}`),
    "CUADRAGÉSIMA",
  ];
  expect(names).toHaveLength(40);
  const places = new Map<number, string[]>();
  let text = "CONTRATO DE SERVICIOS\n\nReunidos las partes, acuerdan:\n\n";
  for (const [index, name] of names.entries()) {
    const clause = `CLÁUSULA ${name}. OBJETO ${index + 1}`;
    text += `${clause}\n\n`;
    for (let n = 1; n <= 3; n += 1) {
      const sub = `${index + 1}.${n} Alcance ${n}`;
      text += `${sub}\n\n`;
      places.set(text.length, [clause, sub]);
      text += `Según el artículo 5 de la Ley, ${FILLER}, ${index}-${n}. `;
      text += `El pago, a las 12.30 horas.\n\n`;
      const deep = `${index + 1}.${n}.1`;
      text += `${deep} `;
      places.set(text.length, [clause, sub, deep]);
      text += `El plazo es de 30 días, ${FILLER}. Y ${index}-${n} queda dicho.\n\n`;
    }
  }
  const splitter = presets.legalContract.create({ chunkSize: 120 });
  const chunks: Document[] = await splitter.createDocuments([text]);
  for (const [at, path] of places) {
    const holder = chunks.find((chunk) => {
      const { start, end } = locOf(chunk);
      return start <= at && at < end;
    })!;
    const { headings, start } = locOf(holder);
    // A chunk of several clauses is named after the first of them.
    const first = [...places].find(([each]) => each >= start)!;
    const isSame = first[0] === at;
    if (isSame) expect(headings).toEqual(path);
    expect(headings[0]).toBe(first[1][0]);
  }
  const paths = new Set(chunks.map((chunk) => locOf(chunk).headings[0]));
  expect([...paths].filter(Boolean)).toHaveLength(40);
  await checkInvariants(splitter, text, {
    chunkSize: 120,
    chunkOverlap: splitter.chunkOverlap,
    length: splitter.lengthFunction,
    grain: "prose",
  });
});

const LONG = "Texto que ocupa lo bastante para ser un trozo él solo, sin más.";

test.each<[string, string, string[][]]>([
  [
    "CLÁUSULA PRIMERA, with a title on its line",
    `CLÁUSULA PRIMERA. OBJETO\n\n${LONG}\n\nCláusula segunda: Plazo\n\n${LONG}`,
    [["CLÁUSULA PRIMERA. OBJETO"], ["Cláusula segunda: Plazo"]],
  ],
  [
    "ordinals alone, the title in front of the text",
    `PRIMERA.- Objeto. ${LONG}\n\nSEGUNDA.- ${LONG}\n\nDÉCIMO TERCERA.- Fin\n${LONG}`,
    [["PRIMERA.- Objeto"], ["SEGUNDA"], ["DÉCIMO TERCERA.- Fin"]],
  ],
  [
    "Art. 5. and Artículo 5.º",
    `Art. 5. Objeto\n${LONG}\nArtículo 6.º Plazo\n${LONG}\nArt. 7 bis. ${LONG}`,
    [["Art. 5. Objeto"], ["Artículo 6.º Plazo"], ["Art. 7 bis"]],
  ],
  [
    "5.2.1 under 5.2 under 5",
    `5. Entrega\n\n${LONG}\n\n5.2 Plazo\n\n${LONG}\n\n5.2.1 ${LONG}\n\n6. Precio\n\n${LONG}`,
    [
      ["5. Entrega"],
      ["5. Entrega", "5.2 Plazo"],
      ["5. Entrega", "5.2 Plazo", "5.2.1"],
      ["6. Precio"],
    ],
  ],
  [
    "Section under ARTICLE, the title on the next line",
    `ARTICLE IV\nREPRESENTATIONS\n\nSection 4.1 Authority. ${LONG}\n\n` +
      `Section 4.2 ${LONG}\n\nARTICLE V\nCOVENANTS\n\nSection 5.1 Access.\n${LONG}`,
    [
      ["ARTICLE IV REPRESENTATIONS", "Section 4.1 Authority"],
      ["ARTICLE IV REPRESENTATIONS", "Section 4.2"],
      ["ARTICLE V COVENANTS", "Section 5.1 Access"],
    ],
  ],
  [
    "Artículo under Sección under Capítulo",
    `CAPÍTULO I\nGENERAL\n\nArtículo 1. Objeto.\n\n${LONG}\n\nArtículo 2. Ámbito.\n\n${LONG}\n\n` +
      `CAPÍTULO II\nDERECHOS\n\nSección 1.ª Comunes\n\nArtículo 3. Otros.\n\n${LONG}`,
    [
      ["CAPÍTULO I GENERAL", "Artículo 1. Objeto"],
      ["CAPÍTULO I GENERAL", "Artículo 2. Ámbito"],
      ["CAPÍTULO II DERECHOS", "Sección 1.ª Comunes", "Artículo 3. Otros"],
    ],
  ],
  [
    "annexes and final provisions stand by themselves",
    `Cláusula 1. Uno\n\n${LONG}\n\nDisposición adicional primera. Más\n\n${LONG}\n\n` +
      `ANEXO II\n\n${LONG}\n\nSchedule 1\n\n${LONG}`,
    [
      ["Cláusula 1. Uno"],
      ["Disposición adicional primera. Más"],
      ["ANEXO II"],
      ["Schedule 1"],
    ],
  ],
  [
    "numbers start again in each clause",
    `Clause 1. One\n\n1. ${LONG}\n\n2. ${LONG}\n\nClause 2. Two\n\n1. ${LONG}`,
    [
      ["Clause 1. One", "1"],
      ["Clause 1. One", "2"],
      ["Clause 2. Two", "1"],
    ],
  ],
  [
    "headings of Markdown, where there are any",
    `# Contrato\n\n## Cláusula 1\n\n${LONG}\n\n## Cláusula 2\n\n${LONG}`,
    [
      ["Contrato", "Cláusula 1"],
      ["Contrato", "Cláusula 2"],
    ],
  ],
])("%s", async (_, text, paths) => {
  expect(await pathsOf(text)).toEqual(paths);
  expect(await pathsOf(text.replace(/\n/g, "\r\n"))).toEqual(paths);
});

/** What looks like a clause and is none. */
test.each([
  "según el\nArtículo 5. En otro caso",
  "Section 3 of the Act applies here",
  "artículo 5 de la Ley",
  "Article 5, paragraph 2, applies here",
  "12.5 kg de peso",
  "1.500 euros al mes",
  "dentro de\n30. Días después",
  "12.30 horas",
  "Parte actora: la empresa",
  "Primero, hay que firmar",
  "Título de crédito",
  "2024. Un año más",
])("no clause: %j", async (words) => {
  const text = `1. Uno\n\n${LONG}\n\n${words} y más texto.\n\n2. Dos\n\n${LONG}`;
  const paths = await pathsOf(text);
  expect(paths).toEqual([["1. Uno"], ["2. Dos"]]);
});

test.each(["CLÁUSULAS", "CLÁUSULAS:", "C L Á U S U L A S", "PACTOS"])(
  "%s stands over what follows, and with it",
  async (name) => {
    const clauses = name.replace(/:$/, "");
    const text =
      "CONTRATO\n\nEn Madrid, hoy.\n\nREUNIDOS\n\nDe una parte, Ana Gil.\n\n" +
      "EXPONEN\n\nQue la parte A es dueña del local\n\n" +
      `${name}\n\nPRIMERA.- Objeto. El local se arrienda hoy.\n\n` +
      "SEGUNDA.- Renta. Son 500 euros.\n\nANEXO I\n\nPlano del local.";
    const paths = await pathsOf(text);
    expect(paths).toContainEqual(["EXPONEN"]);
    expect(paths).toContainEqual([clauses, "PRIMERA.- Objeto"]);
    for (const chunkSize of [50, 60, 80, 120]) {
      const splitter = presets.legalContract.create({
        chunkSize,
        chunkOverlap: 0,
        lengthFunction: characters,
      });
      for (const chunk of await splitter.splitText(text)) {
        expect(chunk).not.toMatch(/(?:REUNIDOS|EXPONEN|PACTOS|S:?)$/);
      }
    }
  }
);

test("a word of a sentence is no division", async () => {
  const text = "Los\nHECHOS\nprobados son dos.\n\nLas CLÁUSULAS\n\nvalen.";
  expect(await pathsOf(text)).toEqual([]);
});
