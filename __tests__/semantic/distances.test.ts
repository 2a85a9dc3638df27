import { cosineDistances } from "../../src/semantic/distances.js";

async function* each(vectors: unknown[]): AsyncGenerator<number[]> {
  yield* vectors as number[][];
}

const distancesOf = (...vectors: unknown[]): Promise<number[]> =>
  cosineDistances(each(vectors));

test("from 0 for one direction over 1 to 2 for the opposite", async () => {
  expect(await distancesOf([1, 0], [7, 0], [0, 2], [0, -1])).toEqual([0, 1, 2]);
  const [half] = await distancesOf([1, 0], [1, 1]);
  expect(half).toBeCloseTo(1 - Math.SQRT1_2, 11);
  expect(await distancesOf([1, 2])).toEqual([]);
  expect(await distancesOf()).toEqual([]);
});

test("the same direction is at distance 0, whatever rounding does", async () => {
  for (let k = 1; k < 200; k += 1) {
    const vector = [Math.sin(k), Math.cos(3 * k), Math.sqrt(k)];
    const scaled = vector.map((x) => x * 0.1 * k);
    expect(await distancesOf(vector, scaled)).toEqual([0]);
  }
});

test("very large and very small numbers are vectors like others", async () => {
  expect(await distancesOf([1e200, 0], [0, 1e200], [0, 1e-200])).toEqual([
    1, 0,
  ]);
  const single = Float32Array.from([3, 4]);
  expect(await distancesOf(single, [3, 4])).toEqual([0]);
});

test("a vector without direction is at distance 0 to its neighbours", async () => {
  for (const none of [
    [0, 0],
    [NaN, 1],
    [Infinity, 1],
    [1, -Infinity],
  ]) {
    expect(await distancesOf([1, 0], none, [0, 1], [1, 0])).toEqual([0, 0, 1]);
  }
  expect(await distancesOf([0, 0], [0, 0])).toEqual([0]);
});

test.each([
  [
    [
      [1, 2],
      [1, 2, 3],
    ],
    "Expected vector 1 of `embeddings` to have 2 numbers, as those before it have, got `3 numbers`",
  ],
  [[[]], "Expected vector 0 of `embeddings` to have numbers, got `0 numbers`"],
  [
    [[1], undefined],
    "Expected vector 1 of `embeddings` to have 1 numbers, as those before it have, got `undefined`",
  ],
])("an error for %j", async (vectors, message) => {
  await expect(distancesOf(...vectors)).rejects.toThrow(
    new RangeError(message)
  );
});
