import { tokenCounter, type LengthFunction } from "./measure/index.js";

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

/** Throws a `RangeError` unless the value is a finite number from `minimum` up. */
export function checkNumber(
  name: string,
  value: unknown,
  minimum: number
): void {
  if (Number.isFinite(value) && (value as number) >= minimum) return;
  throw optionError(name, `a number from ${minimum} up`, value);
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

/** Throws a `RangeError` unless the value is true or false. */
export function checkBoolean(name: string, value: unknown): void {
  if (typeof value === "boolean") return;
  throw optionError(name, "true or false", value);
}

/** Throws a `RangeError` unless the value is a string. */
export function checkString(name: string, value: unknown): void {
  if (typeof value === "string") return;
  throw optionError(name, "a string", value);
}

/** Throws a `TypeError` for a text to split that is none. */
export function checkText(text: unknown): void {
  if (typeof text === "string") return;
  throw new TypeError(
    `Expected a text to be a string, got \`${String(text)}\``
  );
}

/** Throws a `RangeError` unless the value is a function or left out. */
export function checkFunction(name: string, value: unknown): void {
  if (value === undefined || typeof value === "function") return;
  throw optionError(name, "a function", value);
}

/** Throws a `RangeError` unless the object has a method of each of the names. */
export function checkMethods(
  name: string,
  expected: string,
  value: unknown,
  ...methods: readonly string[]
): void {
  const given = (value ?? {}) as Record<string, unknown>;
  if (methods.every((each) => typeof given[each] === "function")) return;
  throw optionError(name, expected, value);
}

/** What lengths are measured by: tokens, where no function is given. */
export function lengthFunctionOf({
  lengthFunction,
  encoding,
}: {
  lengthFunction?: LengthFunction;
  encoding?: string;
}): LengthFunction {
  checkFunction("lengthFunction", lengthFunction);
  return lengthFunction ?? tokenCounter(encoding);
}
