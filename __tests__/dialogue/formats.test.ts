/** Transcripts as programs write them. Those of each format are ours. */
import { splitTurns, turnsOf } from "./turns.js";

/** A name for each format, its text, and the speakers of its turns. */
const FORMATS: [string, string, (string | undefined)[]][] = [
  ["Name:", "Ana: Hola.\nLuis: Adiós.", ["Ana", "Luis"]],
  ["NAME:", "ANA: Hola.\nLUIS GIL: Adiós.", ["ANA", "LUIS GIL"]],
  ["no blank behind NAME:", "ANA:Hola.\nLUIS:Adiós.", ["ANA", "LUIS"]],
  [
    "name, text on the next line",
    "Ana:\nHola.\n\nLuis:\nAdiós.",
    ["Ana", "Luis"],
  ],
  [
    "long names",
    "Ana de la Torre: A.\nDr. José-Luis O'Neil (Acme): B.\nTorres, Eva: C.\n" +
      "El señor PRESIDENTE: D.",
    [
      "Ana de la Torre",
      "Dr. José-Luis O'Neil (Acme)",
      "Torres, Eva",
      "El señor PRESIDENTE",
    ],
  ],
  [
    "Speaker 1",
    "Speaker 1: hi.\nspeaker 2: hello.\nHablante 3: hola.\nLocutora 1: sí.",
    ["Speaker 1", "speaker 2", "Hablante 3", "Locutora 1"],
  ],
  ["Q and A", "Q: When?\nA: Now.\nQ: Why?\nA: Because.", ["Q", "A", "Q", "A"]],
  [
    "roles in lower case",
    "user: hi\nassistant: hello\nuser: bye\nassistant: bye",
    ["user", "assistant", "user", "assistant"],
  ],
  ["bold names", "**Ana:** Hola.\n\n**Luis**: Adiós.", ["Ana", "Luis"]],
  ["captions", ">> ANA: Hello.\n>> LUIS: Bye.", ["ANA", "LUIS"]],
  ["full width", "张三：你好。\n李四：再见。", ["张三", "李四"]],
  [
    "[time] Name:",
    "[00:12:03] Ana: A.\n[1:02:03.250] ana b: B.\n(00:14) Luis: C.",
    ["Ana", "ana b", "Luis"],
  ],
  [
    "[from - to] Name:",
    "[00:12:03 - 00:12:09] Ana: A.\n[00:12:09 --> 00:13:00] Luis: B.",
    ["Ana", "Luis"],
  ],
  ["time Name:", "00:12:03 Ana: A.\n00:12:09 Luis: B.", ["Ana", "Luis"]],
  ["Name (time):", "Ana (00:12): A.\nLuis [00:15]: B.", ["Ana", "Luis"]],
  [
    "name and time on a line",
    "Ana Torres  0:03\nHola a todos.\n\nLuis   0:09\nAdiós.",
    ["Ana Torres", "Luis"],
  ],
  [
    "times within a turn",
    "[00:01] Ana: A.\n[00:30] y sigue.\n[00:45]\n[00:50] Luis: B.",
    ["Ana", "Luis"],
  ],
  [
    "WhatsApp, Android",
    "12/3/24, 21:45 - Los mensajes están cifrados de extremo a extremo.\n" +
      "12/3/24, 21:46 - Ana: Hola\nsegunda línea\n" +
      "12/3/24, 21:47 - +34 600 12 34 56: <Multimedia omitido>",
    [undefined, "Ana", "+34 600 12 34 56"],
  ],
  [
    "WhatsApp, Android, twelve hours in Spanish",
    "12/03/2024, 9:45\u202fp.\u00a0m. - Ana 🌻: Hola\n" +
      "12/03/2024, 9:46 a. m. - Luis: Sí",
    ["Ana 🌻", "Luis"],
  ],
  [
    "WhatsApp, Android, in English and German",
    "3/12/24, 9:45 PM - Ana: Hi\n12.03.24, 21:45 - Jörg: Hallo",
    ["Ana", "Jörg"],
  ],
  [
    "WhatsApp, iOS",
    "\uFEFF[12/3/24, 21:45:03] Ana: Hola\r\n" +
      "\u200e[12/3/24, 21:46:10] Luis: \u200eimagen omitida\r\n" +
      "[12/3/24 9:45:03 p.\u00a0m.] Ana: Vale",
    ["Ana", "Luis", "Ana"],
  ],
  [
    "Slack, copied",
    "Ana Torres  10:32 AM\nHola a todos\n\nLuis  10:33 AM\nQué tal",
    ["Ana Torres", "Luis"],
  ],
  [
    "Slack, with dates",
    "Ana Torres  Today at 10:32 AM\nHola\nLuis  March 12, 2024 10:33 AM\nSí",
    ["Ana Torres", "Luis"],
  ],
  [
    "Teams, chat",
    "[3/12/2024 10:32 AM] Ana Torres\nHola\n[10:33] Luis\nSí",
    ["Ana Torres", "Luis"],
  ],
  [
    "Teams, older chat",
    "[12/03/2024 10:32] Ana Torres: Hola\n[12/03/2024 10:33] Gil, Luis: Sí",
    ["Ana Torres", "Gil, Luis"],
  ],
  [
    "Zoom, chat",
    "10:32:11 From Ana Torres to Everyone:\n\tHola\n" +
      "10:33:02 From  Luis : Sí",
    ["Ana Torres", "Luis"],
  ],
  [
    "IRC",
    "[2024-03-12 10:32] <ana> hola\n[2024-03-12 10:33] <luis_> a: b",
    ["ana", "luis_"],
  ],
  [
    "ISO 8601",
    "2024-03-12T10:32:00Z Ana: A\n2024-03-12T10:33:00Z Luis: B",
    ["Ana", "Luis"],
  ],
  [
    "WebVTT",
    "WEBVTT - Reunión\n\nNOTE\nUna nota: nada\n\nintro\n" +
      "00:01.000 --> 00:04.000 align:start\n<v Ana Torres>Hola.</v>\n\n" +
      "00:00:05.000 --> 00:00:06.000\n<v.loud Luis>Sí.\nMás: cosas.\n\n" +
      "00:00:07.000 --> 00:00:08.000\n[aplausos]\n",
    [undefined, undefined, "Ana Torres", "Luis", undefined],
  ],
  [
    "WebVTT, two voices a cue",
    "WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ana>Sí.\n<v Luis>No.\n",
    [undefined, "Ana", "Luis"],
  ],
  [
    "WebVTT, names in the text",
    "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nAna Torres: Hola\n\n" +
      "2\n00:00:02.000 --> 00:00:03.000\ny sigo.\n\n" +
      "3\n00:00:03.000 --> 00:00:04.000\nLuis: Vale\n",
    [undefined, "Ana Torres", "Luis"],
  ],
  [
    "SubRip",
    "1\r\n00:00:01,000 --> 00:00:02,000\r\nANA: Hola\r\n\r\n" +
      "2\r\n00:00:02,000 --> 00:00:03,000\r\n- LUIS: Sí.\r\n- ANA: No.\r\n",
    ["ANA", "LUIS", "ANA"],
  ],
  [
    "SubRip without blank lines",
    "1\n00:00:01,000 --> 00:00:02,000\nANA: 3\n4\n2\n" +
      "00:00:02,000 --> 00:00:03,000\nLUIS: Sí.",
    ["ANA", "LUIS"],
  ],
  [
    "name and time on two lines",
    "Ana Torres\n0:03\nHola a todos.\nSigo.\n\n**Luis**\n1:00:09\nAdiós.",
    ["Ana Torres", "Luis"],
  ],
  [
    "name and time on two lines, no blank lines",
    "Ana Torres\n  10:15 AM\nHola\nLuis\n  10:17 AM\nAdiós.",
    ["Ana Torres", "Luis"],
  ],
  [
    "times alone that are not below names",
    "00:00:00\n\nAna: Hola.\nLuis: Sí.\n\n00:05:00\n\nAna: Bien.",
    [undefined, "Ana", "Luis", "Ana"],
  ],
  [
    "Teams, timings without zeros, names on a line",
    "0:0:0.0 --> 0:0:3.120\nAna Torres\nHola a todos.\n\n" +
      "0:0:3.500 --> 0:0:5.10\nLuis Gil\nSí.",
    ["Ana Torres", "Luis Gil"],
  ],
  [
    "Telegram",
    "Ana Torres, [12.03.2024 10:15]\nHola\n\nLuis, [12.03.2024 10:16]\nSí",
    ["Ana Torres", "Luis"],
  ],
  [
    "Discord",
    "Ana — Hoy a las 10:15\nHola\nLuis — 12/03/2024 10:16\nSí",
    ["Ana", "Luis"],
  ],
  ["spk_0", "spk_0: Hello\nspk_1: Hi", ["spk_0", "spk_1"]],
  [
    "[SPEAKER_00]:",
    "[SPEAKER_00]: hola\n[SPEAKER_01]: sí",
    ["SPEAKER_00", "SPEAKER_01"],
  ],
  [
    "no speakers: numbers, days and what lists have",
    "Ana: El plan es:\nUno: abrir.\nLunes: pintar.\nPresupuesto: 5.\n" +
      "Luis: Vale.\nAna: Bien.",
    ["Ana", "Luis", "Ana"],
  ],
];

test("a name in brackets is repeated with its brackets", async () => {
  const source = `[SPEAKER_00]: ${"Hola a todos. ".repeat(9)}\n[SPEAKER_01]: No.`;
  const chunks = await splitTurns(source, { chunkSize: 60 });
  expect(chunks[1].text).toMatch(/^\[SPEAKER_00\]: Hola/);
});

test.each(FORMATS)("%s", async (_, source, speakers) => {
  const turns = await turnsOf(source);
  expect(turns.map(([speaker]) => speaker)).toEqual(speakers);
  // With CR LF too.
  const windows = source.replace(/\r?\n/g, "\r\n");
  const again = await turnsOf(windows);
  expect(again.map(([speaker]) => speaker)).toEqual(speakers);
});

test("times are as they are written, from the first to the last", async () => {
  const timeOf = async (source: string) => (await splitTurns(source))[0].time;
  expect(await timeOf("[00:12:03] Ana: A.\nLuis: B.\n[00:14] Ana: C.")).toBe(
    "00:12:03 00:14"
  );
  expect(await timeOf("[0:01 - 0:09] Ana: A.\n[0:09 - 0:30] Luis: B.")).toBe(
    "0:01 0:30"
  );
  expect(await timeOf("12/3/24, 9:45 p. m. - Ana: A")).toBe(
    "12/3/24, 9:45 p. m. 12/3/24, 9:45 p. m."
  );
  expect(await timeOf("WEBVTT\n\n00:01.000 --> 00:02.500\nHola\n")).toBe(
    "00:01.000 00:02.500"
  );
});

test("text in front of the first turn is its own", async () => {
  const source = "Acta de la reunión\nFecha: 12/3/24\n\nANA: Hola.\nLUIS: Sí.";
  const chunks = await splitTurns(source, { chunkSize: 40 });
  expect(chunks.map(({ speakers }) => speakers)).toEqual([
    undefined,
    "ANA, LUIS",
  ]);
  expect(chunks[0].text).toBe("Acta de la reunión\nFecha: 12/3/24");
});

test("cues of one speaker are cut behind a sentence rather", async () => {
  const words = ["Esta frase va", "sobre dos cues.", "La otra acaba", "aquí."];
  const cues = words.map(
    (text, n) => `00:00:0${n}.000 --> 00:00:0${n + 1}.000\n<v Ana>${text}\n`
  );
  const chunks = await splitTurns(`WEBVTT\n\n${cues.join("\n")}`, {
    chunkSize: 120,
  });
  expect(chunks).toHaveLength(2);
  expect(chunks[0].text).toMatch(/sobre dos cues\.$/);
  expect(chunks[1].time).toBe("00:00:02.000 00:00:04.000");
});
