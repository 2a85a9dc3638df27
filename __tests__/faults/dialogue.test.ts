/** Faults of dialogue splitters: turns in halves, lost and false speakers. */
import { DialogueTextSplitter } from "langchain-seams";
import { splitTurns, turnsOf } from "../dialogue/turns.js";

const TALK =
  "ANA: Hola.\nsigue Ana\nLUIS: Vale: dos cosas.\nhttps://e.com: no\n" +
  "[00:12] ANA: Sí.";

test("three turns, the false speakers in them", async () => {
  expect(await splitTurns(TALK, { chunkSize: 40 })).toEqual([
    { text: "ANA: Hola.\nsigue Ana", speakers: "ANA" },
    { text: "LUIS: Vale: dos cosas.\nhttps://e.com: no", speakers: "LUIS" },
    { text: "[00:12] ANA: Sí.", speakers: "ANA", time: "00:12 00:12" },
  ]);
});

test("short turns are grouped, their speakers listed once", async () => {
  expect(await splitTurns(TALK)).toEqual([
    { text: TALK, speakers: "ANA, LUIS", time: "00:12 00:12" },
  ]);
  expect(await splitTurns(TALK, { chunkSize: 60 })).toEqual([
    expect.objectContaining({ speakers: "ANA" }),
    expect.objectContaining({ speakers: "LUIS, ANA" }),
  ]);
});

test("the speaker of a turn that is cut is in each part, inside the limit", async () => {
  const sentences = Array.from({ length: 9 }, (_, n) => `Esta es la ${n}.`);
  const turn = `ANA: ${sentences.join(" ")}`;
  const source = `LUIS: Di.\n${turn}\nLUIS: Bien.`;
  const chunks = await splitTurns(source, { chunkSize: 50 });
  expect(chunks.length).toBeGreaterThan(3);
  for (const { text } of chunks) expect(text.length).toBeLessThanOrEqual(50);
  const parts = chunks.filter(({ part }) => part !== undefined);
  expect(parts[0].part).toBe(`1/${parts.length}`);
  for (const { text } of parts) expect(text).toMatch(/(^|\n)ANA: Esta es/);
  for (const { text } of chunks) expect(text).toMatch(/[.:]$/);
  for (const sentence of sentences) {
    const holders = chunks.filter(({ text }) => text.includes(sentence));
    expect(holders).toHaveLength(1);
  }
});

test("the time in front of a name is not repeated", async () => {
  const source = `[00:12:03] ANA: ${"Una frase más. ".repeat(6)}`;
  const chunks = await splitTurns(source, { chunkSize: 60 });
  expect(chunks.map(({ text }) => text.slice(0, 17))).toEqual([
    "[00:12:03] ANA: U",
    "ANA: Una frase má",
  ]);
  expect(chunks[1].time).toBe("00:12:03 00:12:03");
});

test("a name too long to repeat is left out, and that is said", async () => {
  const name = "Ana María de la Torre y Gil";
  const source = `${name}: ${"Una frase más. ".repeat(6)}`;
  const splitter = new DialogueTextSplitter({
    chunkSize: 50,
    lengthFunction: (text) => text.length,
  });
  const [, second] = await splitter.createDocuments([source]);
  expect(second.pageContent).toMatch(/^Una frase/);
  expect(second.metadata.header_omitted).toBe(true);
  expect(second.metadata.speakers).toBe(name);
});

test("a turn is cut at its paragraphs and lines before its sentences", async () => {
  const source = "ANA: Uno. Dos.\n\nTres. Cuatro.\n\nCinco. Seis.";
  const chunks = await splitTurns(source, { chunkSize: 20 });
  expect(chunks.map(({ text }) => text)).toEqual([
    "ANA: Uno. Dos.",
    "ANA: Tres. Cuatro.",
    "ANA: Cinco. Seis.",
  ]);
});

/** No line of these is the start of a turn, but for those of Ana and Luis. */
test.each([
  "Nota: esto no lo dice nadie",
  "Note: nobody says this",
  "NOTA: en mayúsculas",
  "P.D.: se me olvidaba",
  "Paso 2: abrir la tapa",
  "Acción: llamar al cliente",
  "Action items: none",
  "Próximos pasos: ninguno",
  "12:30 nos vemos",
  "12:30: comida",
  "12:30 Comida: pollo",
  "A las 12:30: comida",
  "https://e.com: no",
  "http://e.com:8080/a: no",
  "mailto:ana@e.com",
  "C:\\temp: lleno",
  "Quedan dos cosas: una y otra",
  "La segunda: ninguna",
  "- Madrid: 30",
  "- uno: 1",
  "| a: | b |",
  "(ver anexo): nada",
  "const a: number = 1;",
  "Ratio 3:1 en total",
  '"Vale": dijo',
  "¿Ana: sí?",
  "Total: 30 €",
  "Sí: claro",
  ":",
  "::",
  ": nada",
])("%j is no speaker", async (line) => {
  const source = `Ana: Hola.\n${line}\nLuis: Bien.\nAna: Sí.\nLuis: No.`;
  const [first] = await turnsOf(source);
  expect(first).toEqual(["Ana", `Ana: Hola.\n${line}`]);
  const upper = source.replace(/Ana:/g, "ANA:").replace(/Luis:/g, "LUIS:");
  expect((await turnsOf(upper)).map(([speaker]) => speaker)).toEqual([
    "ANA",
    "LUIS",
    "ANA",
    "LUIS",
  ]);
});

test("a word in front of a colon is no name where names are otherwise", async () => {
  const speakers = async (source: string) =>
    (await turnsOf(source)).map(([speaker]) => speaker);
  // In capitals, behind blank lines, with times.
  const upper = "ANA: Hola.\nMadrid: bien.\nLUIS: Sí.";
  expect(await speakers(upper)).toEqual(["ANA", "LUIS"]);
  const apart = "Ana: A.\n\nLuis: B.\nMadrid: c.\n\nAna: D.\n\nLuis: E.";
  expect(await speakers(apart)).toEqual(["Ana", "Luis", "Ana", "Luis"]);
  const timed = "[0:01] Ana: A.\nMadrid: b.\n[0:09] Luis: C.";
  expect(await speakers(timed)).toEqual(["Ana", "Luis"]);
  const chat =
    "12/3/24, 21:45 - Ana: A\nLuis: citado\n12/3/24, 21:46 - Luis: B";
  expect(await speakers(chat)).toEqual(["Ana", "Luis"]);
});

test("one who speaks once is a speaker; so is a single turn", async () => {
  expect(await turnsOf("Ana: A.\nLuis: B.\nMarta: C.\nAna: D.")).toHaveLength(
    4
  );
  expect(await turnsOf("Ana: Un solo turno.")).toEqual([
    ["Ana", "Ana: Un solo turno."],
  ]);
});

test("speakers that are given are the only ones", async () => {
  const source = "ana b: Hola.\nLuis: Bien.\nMadrid: No.\n[0:01] Eva: Sí.";
  const turns = await turnsOf(source, { speakers: ["ana b", "Luis"] });
  expect(turns.map(([speaker]) => speaker)).toEqual(["ana b", "Luis", "Eva"]);
});

test("text without turns is plain text", async () => {
  const [chunk] = await splitTurns("Un texto.\n\nSin nadie que hable.");
  expect(chunk).toEqual({ text: "Un texto.\n\nSin nadie que hable." });
});

test("speakers is a scalar at top level, a list under loc", async () => {
  const splitter = new DialogueTextSplitter();
  const [chunk] = await splitter.createDocuments(["Ana: Sí.\nLuis: No."]);
  expect(chunk.metadata).toMatchObject({
    kind: "dialogue",
    speakers: "Ana, Luis",
    loc: { speakers: ["Ana", "Luis"] },
  });
  expect(chunk.metadata.loc).not.toHaveProperty("time");
});

test("bad names are an error", () => {
  const make = (speakers: unknown) => () =>
    new DialogueTextSplitter({ speakers: speakers as string[] });
  expect(make("Ana")).toThrow(
    'Expected `speakers` to be a list of names, got `"Ana"`'
  );
  expect(make(["Ana", ""])).toThrow(RangeError);
});
