import { clamp } from "./clamp.js";
import type { LengthFunction, MaybePromise, Measure } from "./index.js";

const MEMO_ENTRIES = 4096;
/** The shortest span that is measured only to calibrate. */
const LEAST_SEGMENT = 64;
/** The span that gives the first ratio of length to characters. */
const SAMPLE = 256;

type Steps<T> = Generator<readonly [number, number], T, number>;

/** Runs steps that ask for lengths; without promises where there are none. */
function run<T>(
  steps: Steps<T>,
  count: (start: number, end: number) => MaybePromise<number>
): MaybePromise<T> {
  let step = steps.next();
  while (step.done !== true) {
    const length = count(...step.value);
    if (typeof length !== "number") return runLater(steps, count, length);
    step = steps.next(length);
  }
  return step.value;
}

async function runLater<T>(
  steps: Steps<T>,
  count: (start: number, end: number) => MaybePromise<number>,
  first: Promise<number>
): Promise<T> {
  let step = steps.next(await first);
  while (step.done !== true) step = steps.next(await count(...step.value));
  return step.value;
}

function validate(length: unknown): number {
  if (typeof length === "number" && length >= 0 && length < Infinity) {
    return length;
  }
  const shown =
    typeof length === "string" ? JSON.stringify(length) : String(length);
  throw new RangeError(
    "Expected `lengthFunction` to return a finite number from 0 up, " +
      `got \`${shown}\``
  );
}

/**
 * Lengths in the unit of a function of which nothing is known: it may be
 * asynchronous, and lengths need not add up. An empty span has length 0.
 */
export class OpaqueMeasure implements Measure {
  slack = 0;
  readonly indexed = false;
  private readonly memo = new Map<number, number>();
  /** Offsets and running lengths; between them the measure is linear. */
  private readonly offsets = [0];
  private readonly lengths = [0];

  private constructor(
    private readonly text: string,
    private readonly lengthFunction: LengthFunction
  ) {}

  /** Measures spans of about half a limit, to calibrate `position`. */
  static async create(
    text: string,
    lengthFunction: LengthFunction,
    limit: number
  ): Promise<OpaqueMeasure> {
    const measure = new OpaqueMeasure(text, lengthFunction);
    await run(measure.calibrate(limit), (start, end) =>
      measure.count(start, end)
    );
    return measure;
  }

  count(start: number, end: number): MaybePromise<number> {
    const from = clamp(start, this.text.length);
    const to = clamp(end, this.text.length);
    if (to <= from) return 0;
    const key = from * (this.text.length + 1) + to;
    const known = this.memo.get(key);
    if (known !== undefined) return known;
    const length = this.countText(this.text.slice(from, to));
    return typeof length === "number"
      ? this.remember(key, length)
      : length.then((later) => this.remember(key, later));
  }

  countText(text: string): MaybePromise<number> {
    const length: unknown = this.lengthFunction(text);
    return typeof length === "object" && length !== null && "then" in length
      ? Promise.resolve(length).then(validate)
      : validate(length);
  }

  fit(
    start: number,
    max: number,
    end = this.text.length
  ): MaybePromise<number> {
    const from = clamp(start, this.text.length);
    const steps = this.search(from, max, clamp(end, this.text.length));
    return run(steps, (first, last) => this.count(first, last));
  }

  position(offset: number): number {
    const at = clamp(offset, this.text.length);
    const { offsets, lengths } = this;
    const k = findLast(offsets, at);
    if (k + 1 === offsets.length) return lengths[k];
    const slope = (lengths[k + 1] - lengths[k]) / (offsets[k + 1] - offsets[k]);
    return lengths[k] + (at - offsets[k]) * slope;
  }

  /** The offset at a running length. */
  private offsetOf(length: number): number {
    const { offsets, lengths } = this;
    const k = findLast(lengths, length);
    if (k + 1 === offsets.length) return this.text.length;
    const share = (length - lengths[k]) / (lengths[k + 1] - lengths[k]);
    return Math.floor(
      offsets[k] + (offsets[k + 1] - offsets[k]) * share + 1e-9
    );
  }

  private remember(key: number, length: number): number {
    if (this.memo.size >= MEMO_ENTRIES) {
      const [oldest] = this.memo.keys();
      this.memo.delete(oldest);
    }
    this.memo.set(key, length);
    return length;
  }

  private *calibrate(limit: number): Steps<void> {
    const { text, offsets, lengths } = this;
    if (text.trim() === "") {
      offsets.push(text.length);
      lengths.push(0);
      return;
    }
    const ratios: number[] = [];
    let deviation = 0;
    let at = 0;
    let total = 0;
    let ratio = 0;
    while (at < text.length) {
      const size =
        at === 0
          ? SAMPLE
          : Math.max(LEAST_SEGMENT, Math.floor(limit / 2 / (ratio || 1)));
      const end = this.snap(at, at + size);
      const length = yield [at, end];
      if (ratios.length > 0) {
        deviation += Math.abs(length - ratio * (end - at));
      }
      ratio = length / (end - at);
      ratios.push(ratio);
      total += length;
      at = end;
      offsets.push(at);
      lengths.push(total);
    }
    const isExact =
      ratios.length > 1 ? ratios.every((one) => one === ratio) : ratio === 1;
    if (isExact) return;
    this.slack = Math.max(1, Math.ceil(deviation / ratios.length));
  }

  /** The end of a segment: a line end or a blank, if one is near. */
  private snap(start: number, end: number): number {
    const { text } = this;
    if (end >= text.length) return text.length;
    const least = start + ((end - start) >> 1);
    const half = text.slice(least, end);
    const line = half.lastIndexOf("\n") + 1;
    if (line > 0) return least + line;
    const blank = half.lastIndexOf(" ");
    if (blank > 0) return least + blank;
    const unit = text.charCodeAt(end);
    return unit >= 0xdc00 && unit <= 0xdfff ? end + 1 : end;
  }

  /** Looks for the furthest end that fits, from the estimate on. */
  private *search(start: number, max: number, end: number): Steps<number> {
    if (!(max >= 0)) return start;
    let fitting = start;
    let tooLong = end + 1;
    let guess = this.offsetOf(this.position(start) + max);
    for (let stride = 1; tooLong - fitting > 1; stride *= 2) {
      const isOutside = guess <= fitting || guess >= tooLong;
      if (isOutside && tooLong > end) guess = end;
      else if (isOutside) guess = (fitting + tooLong) >>> 1;
      const length = yield [start, guess];
      // Where the length per character so far says that the limit lies.
      const share = length > 0 ? (guess - start) / length : 1;
      const step = Math.max(stride, Math.abs(max - length) * share);
      if (length <= max) {
        fitting = guess;
        guess = Math.floor(guess + step);
      } else {
        tooLong = guess;
        guess = Math.floor(guess - step);
      }
    }
    return fitting;
  }
}

/** The index of the last value that is at most `limit`; values do not fall. */
function findLast(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= limit) low = middle;
    else high = middle;
  }
  return low;
}
