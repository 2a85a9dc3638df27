/** Differences below this are the noise of floating point numbers. */
const NOISE = 1e-12;

/**
 * The cosine distances between vectors that follow each other, from 0 to 2. A
 * vector that has no direction (all zero, or with a number that is not finite)
 * tells nothing: its distance to both neighbours is 0.
 *
 * @throws RangeError when one is no vector, or of another dimension.
 */
export async function cosineDistances(
  vectors: AsyncIterable<readonly number[]>
): Promise<number[]> {
  const distances: number[] = [];
  let previous: Float64Array | undefined;
  let dimensions: number | undefined;
  let index = 0;
  for await (const vector of vectors) {
    checkVector(vector, dimensions, index);
    const direction = directionOf(vector);
    if (index > 0) distances.push(distance(previous, direction));
    previous = direction;
    dimensions = vector.length;
    index += 1;
  }
  return distances;
}

function checkVector(
  vector: unknown,
  dimensions: number | undefined,
  index: number
): void {
  const isVector = Array.isArray(vector) || ArrayBuffer.isView(vector);
  const length = isVector ? (vector as number[]).length : 0;
  if (length > 0 && length === (dimensions ?? length)) return;
  const expected =
    dimensions === undefined
      ? "numbers"
      : `${dimensions} numbers, as those before it have`;
  throw new RangeError(
    `Expected vector ${index} of \`embeddings\` to have ${expected}, ` +
      `got \`${isVector ? `${length} numbers` : String(vector)}\``
  );
}

/** The vector at length 1, `undefined` for one without a direction. */
function directionOf(vector: readonly number[]): Float64Array | undefined {
  // Scaled first: the squares of very large or small numbers are lost.
  const scale = vector.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  if (!(scale > 0 && scale < Infinity)) return undefined;
  const scaled = Float64Array.from(vector, (x) => x / scale);
  const length = Math.sqrt(scaled.reduce((sum, x) => sum + x * x, 0));
  return scaled.map((x) => x / length);
}

function distance(a?: Float64Array, b?: Float64Array): number {
  if (a === undefined || b === undefined) return 0;
  const cosine = a.reduce((sum, x, k) => sum + x * b[k], 0);
  return Math.max(0, Math.round((1 - cosine) / NOISE) * NOISE);
}
