/**
 * A transcript by turns: who speaks in each chunk, and when. A turn that is
 * too long is cut at its sentences, the speaker in front of every part.
 */
import { DialogueTextSplitter } from "langchain-seams";

const transcript = `WEBVTT

00:00:02.000 --> 00:00:05.000
<v Ana Torres>Good morning. Shall we start?</v>

00:00:05.500 --> 00:00:09.000
<v Luis Gil>Yes: two points.</v>

00:00:09.000 --> 00:00:15.000
<v Luis Gil>The first is the delivery date.</v>

00:00:16.000 --> 00:00:18.000
<v Ana Torres>And the second?</v>
`;

const chat = `12/3/24, 9:45 p. m. - Ana: ¿Firmamos mañana?
12/3/24, 9:47 p. m. - Luis: Sí. Nota: a las 12:30. He revisado las cláusulas \
una a una con la Sra. López. No falta ninguna. El plazo queda en treinta días.
12/3/24, 9:48 p. m. - Ana: Perfecto.`;

for (const [text, chunkSize] of [
  [transcript, 60],
  [chat, 45],
] as const) {
  const splitter = new DialogueTextSplitter({ chunkSize });
  for (const { pageContent, metadata } of await splitter.createDocuments([
    text,
  ])) {
    const { from, to } = metadata.loc.time;
    console.log(`== ${metadata.speakers} (${from} to ${to})`);
    console.log(`${pageContent}\n`);
  }
}
