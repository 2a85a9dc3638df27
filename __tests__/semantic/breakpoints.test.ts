/** Thresholds as numpy 2.4.6 computes them, and what is over them. */
import {
  gradient,
  jumpsOver,
  largestJumps,
  percentile,
  type BreakpointType,
} from "../../src/semantic/breakpoints.js";

const VALUES = [0.12, 0.9, 0.33, 0.41, 0.05, 0.77, 0.6];

test.each([
  [0, 0.05],
  [10, 0.092],
  [25, 0.225],
  [33.3, 0.32958],
  [50, 0.41],
  [75, 0.685],
  [90, 0.822],
  [95, 0.861],
  [99, 0.8922],
  [100, 0.9],
])("percentile %d is %d", (amount, expected) => {
  expect(percentile(VALUES, amount)).toBeCloseTo(expected, 12);
  expect(percentile([...VALUES].reverse(), amount)).toBeCloseTo(expected, 12);
});

test("the percentile of equal values is that value, exactly", () => {
  const equal = new Array<number>(37).fill(0.1 + 0.2);
  for (let amount = 0; amount <= 100; amount += 0.7) {
    expect(percentile(equal, amount)).toBe(0.1 + 0.2);
  }
  expect(percentile([0.3], 95)).toBe(0.3);
});

test("the gradient is that of numpy, and 0 of a single value", () => {
  const expected = [0.78, 0.105, -0.245, -0.14, 0.18, 0.275, -0.17];
  gradient(VALUES).forEach((slope, index) => {
    expect(slope).toBeCloseTo(expected[index], 12);
  });
  expect(gradient([0.4])).toEqual([0]);
  expect(gradient([0.1, 0.4])[1]).toBeCloseTo(0.3, 12);
});

const breaksOf = (
  type: BreakpointType,
  amount: number,
  values = VALUES
): number[] =>
  jumpsOver(values, { type, amount }).isBreak.flatMap((isBreak, index) =>
    isBreak ? [index] : []
  );

test.each<[BreakpointType, number, number[]]>([
  // Thresholds, from numpy: 0.861, 0.41; 0.750, 0.898; 1.144, 0.684.
  ["percentile", 95, [1]],
  ["percentile", 50, [1, 5, 6]],
  ["standardDeviation", 1, [1, 5]],
  ["standardDeviation", 1.5, [1]],
  ["interquartile", 1.5, []],
  ["interquartile", 0.5, [1, 5]],
  // The slopes over 0.6285 and over 0.105.
  ["gradient", 95, [0]],
  ["gradient", 50, [0, 4, 5]],
])("%s %d: borders %j", (type, amount, expected) => {
  expect(breaksOf(type, amount)).toEqual(expected);
});

test("no border is over a threshold that all are at", () => {
  const types: BreakpointType[] = [
    "percentile",
    "standardDeviation",
    "interquartile",
    "gradient",
  ];
  for (const type of types) {
    for (const values of [[0, 0, 0, 0], [0.3, 0.3, 0.3], [0.7]]) {
      for (const amount of [0, 50, 95]) {
        expect(breaksOf(type, amount, values)).toEqual([]);
      }
    }
  }
});

test("shares say how far beyond the threshold, or how near to it", () => {
  const { isBreak, shares } = jumpsOver([0.1, 0.9, 0.3, 0.5, 0.7], {
    type: "percentile",
    amount: 50,
  });
  expect(isBreak).toEqual([false, true, false, false, true]);
  [0, 1, 0.5, 1, 0.5].forEach((share, index) => {
    expect(shares[index]).toBeCloseTo(share, 12);
  });
});

test("the largest jumps, of equal ones the first", () => {
  const largest = (count: number): number[] =>
    largestJumps([0.2, 0.8, 0.2, 0.5], count).isBreak.flatMap(
      (isBreak, index) => (isBreak ? [index] : [])
    );
  expect([0, 1, 2, 3, 4, 9].map(largest)).toEqual([
    [],
    [1],
    [1, 3],
    [0, 1, 3],
    [0, 1, 2, 3],
    [0, 1, 2, 3],
  ]);
  for (const count of [0, 1, 3, 9]) {
    for (const share of largestJumps([0.2, 0.8, 0.2, 0.5], count).shares) {
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
    }
  }
});
