/** Transcripts of two hours, made here, in the formats that tools write. */
import type { Document } from "@langchain/core/documents";
import { DialogueTextSplitter } from "langchain-seams";
import { locOf } from "../support/chunks.js";
import { checkInvariants } from "../support/invariants.js";
import { characters } from "../support/splitters.js";
import type { DialogueLoc } from "./turns.js";

const SPEAKERS = ["Ana Torres", "Luis Gil", "Marta Ruiz", "Hablante 4"];
const PHRASES = [
  "El concentrador envía los datos cada quince minutos",
  "Nota: eso no está en el contrato",
  "Hemos quedado a las 12:30 con el cliente",
  "La página es https://ejemplo.es: mirad la tabla",
  "Hay dos problemas: el plazo y el precio",
  "El Sr. López firma mañana según el art. 5",
  "Alguien tiene dudas sobre la propuesta",
];

interface Said {
  speaker: string;
  seconds: number;
  sentences: string[];
}

/** Two hours, a turn each 5 to 60 seconds, one of them very long. */
function talk(): Said[] {
  const said: Said[] = [];
  let seed = 1;
  const next = (below: number): number => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  for (let seconds = 0; seconds < 7200; seconds += 5 + next(55)) {
    const count = said.length === 40 ? 120 : 1 + next(5);
    const sentences = Array.from(
      { length: count },
      () => `${PHRASES[next(PHRASES.length)]} ${said.length}-${next(1000)}.`
    );
    const others = SPEAKERS.filter((name) => name !== said.at(-1)?.speaker);
    said.push({ speaker: others[next(3)], seconds, sentences });
  }
  return said;
}

const two = (n: number): string => String(n).padStart(2, "0");
const clock = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:` +
  `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;

const said = talk();

/** How a format writes a turn, and the turn as its text begins. */
const FORMATS = {
  "[time] Name:": ({ speaker, seconds, sentences }: Said) =>
    `[${clock(seconds)}] ${speaker}: ${sentences.join(" ")}\n`,
  "name and time": ({ speaker, seconds, sentences }: Said) =>
    `${speaker}  ${clock(seconds)}\n${sentences.join(" ")}\n\n`,
  WhatsApp: ({ speaker, seconds, sentences }: Said) =>
    `[12/3/24, ${clock(seconds)}] ${speaker}: ${sentences.join("\n")}\n`,
  "Name:": ({ speaker, sentences }: Said) =>
    `${speaker}: ${sentences.join(" ")}\n`,
};

/** The turns that a span touches, by what the format wrote. */
function turnsIn(starts: number[], { start, end }: DialogueLoc): Said[] {
  return said.filter((_, n) => starts[n] < end && starts[n + 1] > start);
}

test.each(Object.entries(FORMATS))("%s", async (format, write) => {
  const starts = [0];
  let source = "";
  for (const turn of said) {
    source += write(turn);
    starts.push(source.length);
  }
  expect(said.length).toBeGreaterThan(200);
  const splitter = new DialogueTextSplitter({ chunkSize: 300 });
  const chunks: Document[] = await splitter.createDocuments([source]);
  for (const { pageContent, metadata } of chunks) {
    const loc = metadata.loc as DialogueLoc;
    const turns = turnsIn(starts, loc);
    const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
    expect(metadata.speakers).toBe(speakers.join(", "));
    expect(pageContent.endsWith(source.slice(loc.start, loc.end))).toBe(true);
    expect(metadata.n_tokens).toBeLessThanOrEqual(300);
    const day = format === "WhatsApp" ? "12/3/24, " : "";
    const times = turns.map(({ seconds }) => day + clock(seconds));
    const time = { from: times[0], to: times.at(-1) };
    expect(loc.time).toEqual(format === "Name:" ? undefined : time);
    // Where it starts inside a turn, the name is in front of it.
    if (!starts.includes(loc.start)) {
      expect(pageContent.startsWith(turns[0].speaker)).toBe(true);
    }
  }
  for (const [n, { sentences }] of said.entries()) {
    const holders = chunks.filter((chunk) => {
      const { start, end } = locOf(chunk);
      return start < starts[n + 1] - 2 && end > starts[n];
    });
    expect(holders.length === 1).toBe(sentences.length < 120);
    for (const sentence of sentences) {
      expect(holders.some((c) => c.pageContent.includes(sentence))).toBe(true);
    }
  }
});

test("WebVTT, three cues a sentence", async () => {
  const cues: { start: number; speaker: string; time: [string, string] }[] = [];
  let source = "WEBVTT\n\n";
  for (const { speaker, seconds, sentences } of said) {
    for (const [n, sentence] of sentences.entries()) {
      for (const [k, part] of sentence.split(/(?<=^(?:\S+ ){2,4})/).entries()) {
        const from = clock(seconds);
        const time: [string, string] = [
          `${from}.${two(n % 100)}${k}`,
          `${from}.999`,
        ];
        cues.push({ start: source.length, speaker, time });
        source += `${time.join(" --> ")}\n<v ${speaker}>${part.trim()}</v>\n\n`;
      }
    }
  }
  const splitter = new DialogueTextSplitter({ chunkSize: 400 });
  const chunks = await splitter.createDocuments([source]);
  for (const { metadata } of chunks) {
    const { start, end, time } = metadata.loc as DialogueLoc;
    const inside = cues.filter(
      (cue, n) =>
        cue.start < end && (cues[n + 1]?.start ?? source.length) > start
    );
    expect(cues.some((cue) => cue.start === start) || start === 0).toBe(true);
    expect(metadata.n_tokens).toBeLessThanOrEqual(400);
    const speakers = [...new Set(inside.map(({ speaker }) => speaker))];
    expect(metadata.speakers).toBe(speakers.join(", "));
    const to = inside.at(-1)!.time[1];
    expect(time).toEqual({ from: inside[0].time[0], to });
  }
});

test("the five invariants hold for all of it", async () => {
  const source = said.map(FORMATS["[time] Name:"]).join("");
  for (const [chunkSize, chunkOverlap] of [
    [400, 0],
    [1500, 300],
  ]) {
    const options = { chunkSize, chunkOverlap, lengthFunction: characters };
    await checkInvariants(new DialogueTextSplitter(options), source, {
      ...options,
      length: characters,
      grain: "prose",
    });
  }
});
