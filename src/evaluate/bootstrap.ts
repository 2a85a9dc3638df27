import { mean, quantile } from "../format/numbers.js";
import type { Estimate } from "./metric-types.js";

/** The normal quantiles of 97.5 % (two-sided 5 %) and 80 % (power). */
const Z_ALPHA = 1.959964;
const Z_POWER = 0.841621;

/** A small generator of numbers in [0, 1), the same for the same seed. */
export function createRandom(seed: number): () => number {
  // mulberry32; the seed is spread so that 1 and 2 have little in common.
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Means with 95 % percentile intervals. All metrics and splitters see the same
 * samples of questions, so that they can be compared.
 */
export class Bootstrap {
  /** The questions of each sample, one sample after the other. */
  private readonly samples: Int32Array;

  constructor(
    private readonly questions: number,
    private readonly resamples: number,
    seed: number
  ) {
    const random = createRandom(seed);
    this.samples = Int32Array.from({ length: questions * resamples }, () =>
      Math.floor(random() * questions)
    );
  }

  /** The same for another number of questions. */
  forCount(questions: number, resamples: number, seed: number): Bootstrap {
    return questions === this.questions
      ? this
      : new Bootstrap(questions, resamples, seed);
  }

  /** The mean of one value a question. */
  estimate(values: readonly number[]): Estimate {
    if (values.length !== this.questions) {
      throw new RangeError(
        `Expected ${this.questions} values, got \`${values.length}\``
      );
    }
    if (values.length === 0) return { mean: 0, low: 0, high: 0 };
    const { samples, resamples } = this;
    const means = new Float64Array(resamples);
    for (let sample = 0, k = 0; sample < resamples; sample += 1) {
      let sum = 0;
      for (const end = k + values.length; k < end; k += 1) {
        sum += values[samples[k]];
      }
      means[sample] = sum / values.length;
    }
    means.sort();
    return {
      mean: mean(values),
      low: quantile(means, 0.025),
      high: quantile(means, 0.975),
    };
  }
}

/**
 * The smallest true mean of paired differences that so many of them show to be
 * other than 0 (two-sided 5 %) four times in five.
 */
export function smallestDetectable(differences: readonly number[]): number {
  if (differences.length < 2) return 1;
  const middle = mean(differences);
  const squares = differences.map((value) => (value - middle) ** 2);
  const variance =
    squares.reduce((sum, square) => sum + square, 0) / (squares.length - 1);
  return (Z_ALPHA + Z_POWER) * Math.sqrt(variance / differences.length);
}
