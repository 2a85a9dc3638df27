/** Class bits of a code point, as the patterns of the encodings see it. */
export const LETTER = 1;
export const NUMBER = 2;
export const SPACE = 4;
/** A line feed or a carriage return; these are spaces as well. */
export const BREAK = 8;
/** Neither letter, nor number, nor space. */
export const OTHER = 16;
/** May stand in the upper-case part of a word of o200k_base. */
export const UPPER = 32;
/** May stand in the lower-case part of a word of o200k_base. */
export const LOWER = 64;
/** The code point takes two UTF-16 units. */
export const PAIR = 128;

const NEXT_LINE = 0x85;
const BYTE_ORDER_MARK = 0xfeff;

function classify(codePoint: number): number {
  const text = String.fromCodePoint(codePoint);
  if (/^\p{L}$/u.test(text)) {
    if (/^\p{Ll}$/u.test(text)) return LETTER | LOWER;
    return /^[\p{Lu}\p{Lt}]$/u.test(text)
      ? LETTER | UPPER
      : LETTER | UPPER | LOWER;
  }
  if (/^\p{N}$/u.test(text)) return NUMBER;
  if (/^[\r\n]$/u.test(text)) return SPACE | BREAK;
  if (/^\s$/u.test(text)) return SPACE;
  return /^\p{M}$/u.test(text) ? OTHER | UPPER | LOWER : OTHER;
}

/**
 * Classes of code points, filled as they are met. JavaScript and the reference
 * implementation in Rust disagree on whether U+0085 and U+FEFF are white space:
 * there is a table for each view.
 */
export class Classes {
  /** Classes by UTF-16 unit; 0 where `lookUp` has to be asked. */
  readonly units = new Uint8Array(0x10000);
  private readonly astral = new Uint8Array(0x100000);

  constructor(view: "javascript" | "rust") {
    if (view === "rust") {
      this.units[NEXT_LINE] = SPACE;
      this.units[BYTE_ORDER_MARK] = OTHER;
    }
  }

  /** The class at `at` where the table by unit holds none. */
  lookUp(text: string, at: number, end: number): number {
    const unit = text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdfff) {
      return (this.units[unit] = classify(unit));
    }
    const next = at + 1 < end ? text.charCodeAt(at + 1) : 0;
    if (unit > 0xdbff || next < 0xdc00 || next > 0xdfff) {
      return OTHER; // A surrogate alone counts as U+FFFD.
    }
    const rest = ((unit - 0xd800) << 10) | (next - 0xdc00);
    return (this.astral[rest] ||= classify(rest + 0x10000) | PAIR);
  }
}

/** Whether the two views of white space may differ on this text. */
export function isAmbiguous(text: string): boolean {
  return text.includes("\u0085") || text.includes("\ufeff");
}
