import { createMeasure, type LengthFunction } from "../measure/index.js";
import type { Span } from "../outline.js";
import { reach } from "../packing/reach.js";
import type { Window } from "./embedding.js";

export interface WindowOptions {
  /** How many units to take in on either side. */
  bufferSize: number;
  /** The most that a window may hold. */
  maxEmbedTokens: number;
  lengthFunction: LengthFunction;
}

/**
 * A window a unit: the unit with as many neighbours on both sides as fit, or
 * the start of a unit that does not fit by itself.
 */
export async function windowsOf(
  text: string,
  units: readonly Span[],
  options: WindowOptions,
  signal?: AbortSignal
): Promise<Window[]> {
  const windows: Window[] = [];
  for (const index of units.keys()) {
    signal?.throwIfAborted();
    windows.push(await windowOf(text, units, index, options));
  }
  return windows;
}

async function windowOf(
  text: string,
  units: readonly Span[],
  index: number,
  { bufferSize, maxEmbedTokens, lengthFunction }: WindowOptions
): Promise<Window> {
  let window: Window | undefined;
  for (let ring = 0; ring <= bufferSize; ring += 1) {
    const first = units[Math.max(0, index - ring)];
    const last = units[Math.min(units.length - 1, index + ring)];
    const wider = text.slice(first.start, last.end);
    const length = await lengthFunction(wider);
    if (length > maxEmbedTokens) break;
    window = { text: wider, length };
  }
  return (
    window ??
    startOf(
      text.slice(units[index].start, units[index].end),
      maxEmbedTokens,
      lengthFunction
    )
  );
}

async function startOf(
  unit: string,
  size: number,
  lengthFunction: LengthFunction
): Promise<Window> {
  const measure = await createMeasure(unit, lengthFunction, size);
  const end = await reach(unit, measure, 0, size);
  return { text: unit.slice(0, end), length: await measure.count(0, end) };
}
