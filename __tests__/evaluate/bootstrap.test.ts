import {
  Bootstrap,
  createRandom,
  smallestDetectable,
} from "../../src/evaluate/bootstrap.js";
import { quantile } from "../../src/format/numbers.js";

const values = Array.from({ length: 200 }, (_, k) => ((k * 37) % 101) / 100);

test("the same seed gives the same intervals, another seed others", () => {
  const first = new Bootstrap(200, 500, 7).estimate(values);
  expect(new Bootstrap(200, 500, 7).estimate(values)).toEqual(first);
  expect(new Bootstrap(200, 500, 8).estimate(values)).not.toEqual(first);
});

test("intervals are those of the normal approximation, nearly", () => {
  const { mean, low, high } = new Bootstrap(200, 4000, 1).estimate(values);
  const variance =
    values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length;
  const half = 1.96 * Math.sqrt(variance / values.length);
  expect(low).toBeCloseTo(mean - half, 2);
  expect(high).toBeCloseTo(mean + half, 2);
});

test("no spread, one question, no question", () => {
  const ones = new Bootstrap(3, 50, 1).estimate([1, 1, 1]);
  expect(ones).toEqual({ mean: 1, low: 1, high: 1 });
  const one = new Bootstrap(1, 50, 1).estimate([0.25]);
  expect(one).toEqual({ mean: 0.25, low: 0.25, high: 0.25 });
  const none = new Bootstrap(0, 50, 1).estimate([]);
  expect(none).toEqual({ mean: 0, low: 0, high: 0 });
});

test("random numbers are spread evenly", () => {
  const random = createRandom(1);
  const counts = new Array<number>(10).fill(0);
  for (let k = 0; k < 10_000; k += 1) counts[Math.floor(random() * 10)] += 1;
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test("quantiles lie between values", () => {
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
  expect(quantile([5], 0.9)).toBe(5);
  expect(quantile([], 0.5)).toBe(0);
});

test("the smallest detectable difference is 2.8 standard errors", () => {
  // Standard deviation 1 (of a sample), n = 4: a standard error of 1/2.
  const differences = [-1, 1, -1, 1].map((x) => x * Math.sqrt(3 / 4));
  expect(smallestDetectable(differences)).toBeCloseTo(2.8016 / 2, 3);
  expect(smallestDetectable([0, 0, 0])).toBe(0);
  expect(smallestDetectable([0.5])).toBe(1);
});
