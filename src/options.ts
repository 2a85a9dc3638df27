/** How an option is shown in an error: strings quoted, the rest as it prints. */
const shown = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value) : String(value);

/** The error for an option out of range. */
export const optionError = (
  name: string,
  expected: string,
  value: unknown
): RangeError =>
  new RangeError(
    `Expected \`${name}\` to be ${expected}, got \`${shown(value)}\``
  );

/** Throws a `RangeError` unless the value is an integer from `minimum` up. */
export function checkInteger(
  name: string,
  value: unknown,
  minimum: number
): asserts value is number {
  if (!Number.isSafeInteger(value) || (value as number) < minimum) {
    throw optionError(name, `an integer from ${minimum} up`, value);
  }
}

/** Throws a `RangeError` unless both are in range and go together. */
export function checkSizes(chunkSize: unknown, chunkOverlap: unknown): void {
  checkInteger("chunkSize", chunkSize, 1);
  checkInteger("chunkOverlap", chunkOverlap, 0);
  if (chunkOverlap >= chunkSize) {
    throw optionError(
      "chunkOverlap",
      `less than \`chunkSize\` (${chunkSize})`,
      chunkOverlap
    );
  }
}

/** Throws a `RangeError` unless the value is one of some names. */
export function checkOneOf(
  name: string,
  value: unknown,
  names: readonly unknown[]
): void {
  if (names.includes(value)) return;
  const expected = names.map((each) => JSON.stringify(each)).join(" or ");
  throw optionError(name, expected, value);
}
