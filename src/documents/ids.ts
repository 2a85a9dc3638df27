import { parse, stringify, v5 } from "uuid";

/** The ids of this package are names in this namespace. */
const NAMESPACE = "b77f959f-b370-46b9-9660-a17e3de3c1ee";
const NAMESPACE_BYTES = parse(NAMESPACE);

// Hashing by Node takes a third of the time. It is not imported: a browser has
// none, and bundlers would look for it. Node has this function from 20.16 on.
const crypto = globalThis.process?.getBuiltinModule?.("node:crypto");

/**
 * A name-based UUID (RFC 9562, version 5) of some strings. The same strings give
 * the same UUID.
 */
export function uuidOf(...parts: readonly string[]): string {
  // Their lengths tell the strings apart. Half a surrogate pair has no UTF-8: two
  // of them would be hashed as the same mark.
  const name = parts.flatMap((part) => [
    `${part.length}:`,
    part.isWellFormed() ? part : JSON.stringify(part),
  ]);
  if (crypto === undefined) {
    return v5(new TextEncoder().encode(name.join("")), NAMESPACE);
  }
  // A long text is hashed in a tenth of the time if it is not joined before.
  const hash = crypto.createHash("sha1").update(NAMESPACE_BYTES);
  for (const text of name) hash.update(text);
  const bytes = hash.digest();
  bytes[6] = (bytes[6] & 0x0f) | 0x50;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return stringify(bytes);
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
