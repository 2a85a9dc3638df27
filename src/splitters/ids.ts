import { sha256 } from "@langchain/core/utils/hash";

/**
 * A name-based UUID (RFC 9562, version 8) of some strings: the first 122 bits
 * of a SHA-256. The same strings give the same UUID.
 */
export function uuidOf(...parts: readonly string[]): string {
  const hash = sha256(JSON.stringify(parts));
  const variant = ((parseInt(hash[16], 16) & 0x3) | 0x8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}

/** Gives chunks their ids: the same text again in a section is counted. */
export class ChunkIds {
  private readonly repeats = new Map<string, number>();

  /**
   * The id of a chunk, from what its source is, its section and its text, and
   * never from where it stands. `source` is "" for a source of no identity.
   */
  next(source: string, section: string, content: string): string {
    const first = uuidOf(source, section, content);
    const repeat = this.repeats.get(first) ?? 0;
    this.repeats.set(first, repeat + 1);
    return repeat === 0 ? first : uuidOf(first, String(repeat));
  }
}
