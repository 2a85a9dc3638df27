import type { Pace } from "../concurrency.js";
import type { LocatedChunk } from "../documents/documents.js";
import type { Measure } from "../measure/index.js";
import { optionError } from "../options.js";
import type { Turn } from "../parse/cues.js";
import { parseDialogue, type DialogueOutline } from "../parse/dialogue.js";
import { SeamTextSplitter } from "./base.js";
import type { SeamTextSplitterParams } from "./params.js";

export interface DialogueTextSplitterParams extends SeamTextSplitterParams {
  /**
   * The names of those who speak, as the transcript writes them: then no other
   * word in front of a colon is a name, unless there is a time with it.
   * Default: found in the text.
   */
  speakers: string[];
}

/**
 * Splits transcripts between turns, as many turns a chunk as fit. A turn is cut
 * only if it is over the limit by itself: at paragraphs and sentences, the
 * speaker repeated in front of each part.
 *
 * Read are lines of `Name: text`, with or without a time (`[00:12:03] Name:`,
 * `Name (00:12):`, a line of name and time), WebVTT, SubRip, and what WhatsApp,
 * Slack, Teams and Zoom export or copy as text, in English and Spanish. Text
 * without turns is split as plain text.
 *
 * `metadata.speakers` has the speakers of a chunk joined with ", ", and
 * `loc.speakers` the list of them; `loc.time` has the first and the last time
 * in it, `{ from, to }`, as the transcript writes them.
 *
 * @example
 * ```ts
 * import { DialogueTextSplitter } from "langchain-seams";
 *
 * const splitter = new DialogueTextSplitter({ chunkSize: 400 });
 * const [chunk] = await splitter.createDocuments([
 *   "[00:12] ANA: Shall we start?\n[00:15] LUIS: Yes: two points.",
 * ]);
 * console.log(chunk.metadata.speakers); // "ANA, LUIS"
 * console.log(chunk.metadata.loc.time); // { from: "00:12", to: "00:15" }
 * ```
 *
 * @throws RangeError when an option is out of range.
 * @see WebVTT: The Web Video Text Tracks Format (W3C), section 4
 */
export class DialogueTextSplitter extends SeamTextSplitter {
  static override lc_name(): string {
    return "DialogueTextSplitter";
  }

  /** {@link DialogueTextSplitterParams.speakers} */
  speakers?: string[];

  constructor(fields: Partial<DialogueTextSplitterParams> = {}) {
    super(fields);
    const { speakers } = fields;
    const isName = (name: unknown): boolean =>
      typeof name === "string" && name.trim() !== "";
    if (
      speakers !== undefined &&
      !(Array.isArray(speakers) && speakers.every(isName))
    ) {
      throw optionError("speakers", "a list of names", speakers);
    }
    this.speakers = speakers;
  }

  protected override parse(text: string): DialogueOutline {
    const { speakers } = this;
    return parseDialogue(text, speakers && new Set(speakers));
  }

  protected override async chunk(
    text: string,
    outline: DialogueOutline,
    measure: Measure,
    pace: Pace
  ): Promise<LocatedChunk[]> {
    const chunks = await super.chunk(text, outline, measure, pace);
    const { turns } = outline;
    let first = 0;
    return chunks.map((chunk) => {
      while (turns[first]?.end <= chunk.start) first += 1;
      let last = first;
      while (turns[last]?.start < chunk.end) last += 1;
      return { ...chunk, ...factsOf(turns.slice(first, last)) };
    });
  }
}

/** Who speaks in some turns, and when. */
function factsOf(turns: readonly Turn[]): Partial<LocatedChunk> {
  if (turns.length === 0) return {};
  const speakers = [...new Set(turns.flatMap(({ speaker = [] }) => speaker))];
  const times = turns.flatMap(({ time = [] }) => time);
  const last = times[times.length - 1];
  const isKnown = speakers.length > 0;
  return {
    metadata: {
      kind: "dialogue",
      ...(isKnown && { speakers: speakers.join(", ") }),
    },
    loc: {
      ...(isKnown && { speakers }),
      ...(last && { time: { from: times[0].from, to: last.to ?? last.from } }),
    },
  };
}
