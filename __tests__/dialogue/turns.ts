/** What tests of transcripts look at: a chunk a turn. */
import {
  DialogueTextSplitter,
  type DialogueTextSplitterParams,
} from "langchain-seams";
import { locOf, type Loc } from "../support/chunks.js";
import { characters } from "../support/splitters.js";

export type DialogueLoc = Loc & {
  speakers?: string[];
  time?: { from: string; to: string };
};

export interface SplitTurn {
  text: string;
  speakers?: string;
  time?: string;
  part?: string;
}

/** Splits a transcript; each body must be the slice that `loc` says. */
export async function splitTurns(
  source: string,
  params: Partial<DialogueTextSplitterParams> = {}
): Promise<SplitTurn[]> {
  const splitter = new DialogueTextSplitter({
    chunkSize: 10_000,
    lengthFunction: characters,
    ...params,
  });
  const documents = await splitter.createDocuments([source]);
  return documents.map((document) => {
    const { pageContent, metadata } = document;
    const { start, end, heads, time, speakers } = locOf(
      document
    ) as DialogueLoc;
    const before = heads.map((head) => source.slice(head.start, head.end));
    expect(pageContent).toBe(before.join("") + source.slice(start, end));
    expect(metadata.speakers).toBe(speakers?.join(", "));
    return {
      text: pageContent,
      speakers: metadata.speakers,
      ...(time && { time: `${time.from} ${time.to}` }),
      ...(metadata.part !== undefined && { part: metadata.part }),
    };
  });
}

/** The turns of a transcript: the least chunks without a cut in a turn. */
export async function turnsOf(
  source: string,
  params: Partial<DialogueTextSplitterParams> = {}
): Promise<[string | undefined, string][]> {
  const parser = new TurnReader(params);
  return parser.turns(source);
}

/** Reads the turns themselves, without packing. */
class TurnReader extends DialogueTextSplitter {
  turns(source: string): [string | undefined, string][] {
    const { turns } = this.parse(source);
    const named: [string | undefined, string][] = [];
    for (const { speaker, start, end, goesOn } of turns) {
      const last = named[named.length - 1];
      const text = source.slice(start, end);
      if (goesOn && last !== undefined) last[1] += text;
      else named.push([speaker, text]);
    }
    return named.map(([speaker, text]) => [speaker, text.trim()]);
  }
}
