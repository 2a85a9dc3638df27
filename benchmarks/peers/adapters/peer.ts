/** What all adapters have in common. */
import type { Tiktoken } from "js-tiktoken";
import type { Format } from "../../corpora.js";
import type { Piece } from "../../damage.js";

export interface Settings {
  format: Format;
  /** In tokens of cl100k_base. */
  chunkSize: number;
  chunkOverlap: number;
}

export type Split = (text: string) => Promise<Piece[]>;

export interface Peer {
  name: string;
  /** Imports the package that its users import, alone. */
  import(): Promise<unknown>;
  /** Formats for which it has something of its own. Default: all. */
  formats?: readonly Format[];
  /** Whether it knows overlap. Default: true. */
  overlaps?: boolean;
  /** Imports the package, loads the ranks, makes the splitter. */
  load(settings: Settings): Promise<Split>;
}

let loaded: Tiktoken | undefined;

/** js-tiktoken as one writes it first: special tokens in a text throw. */
export async function tiktoken() {
  const { getEncoding } = await import("js-tiktoken");
  const encoding = (loaded ??= getEncoding("cl100k_base"));
  return {
    encoding,
    encode: (text: string) => encoding.encode(text),
    decode: (tokens: number[]) => encoding.decode(tokens),
    count: (text: string) => encoding.encode(text).length,
  };
}
