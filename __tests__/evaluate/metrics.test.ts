/** Chroma's metrics and ours, against examples worked out by hand. */
import {
  contextMetrics,
  precisionOmega,
  type Evidence,
  type ShownChunk,
} from "../../src/evaluate/metrics.js";
import {
  difference,
  holds,
  intersection,
  union,
} from "../../src/evaluate/spans.js";

const text = "x".repeat(100);

const span = (start: number, end: number) => ({ start, end });

/** Two references, of 10 and 20 characters. */
const evidence: Evidence = {
  text,
  references: [span(10, 20), span(50, 70)],
  characters: 30,
};

const chunk = (...spans: [number, number][]): ShownChunk => ({
  spans: spans.map(([start, end]) => span(start, end)),
  characters: spans.reduce((sum, [start, end]) => sum + end - start, 0),
});

describe("metrics of a context", () => {
  test("half of the second reference, and a chunk of another document", () => {
    const other = { spans: [], characters: 25 };
    const metrics = contextMetrics(evidence, [
      chunk([0, 30]),
      other,
      chunk([60, 80]),
    ]);
    // 10 + 10 of 30 characters; 30 + 25 + 20 are paid for; 10 are missing.
    expect(metrics.recall).toBeCloseTo(20 / 30);
    expect(metrics.precision).toBeCloseTo(20 / 75);
    expect(metrics.iou).toBeCloseTo(20 / 85);
    expect(metrics.hit).toBe(1 / 2);
    expect(metrics.joint).toBe(0);
  });

  test("text that two chunks hold is found once and paid for twice", () => {
    const metrics = contextMetrics(evidence, [
      chunk([0, 30]),
      chunk([15, 40]),
      chunk([40, 80]),
    ]);
    expect(metrics.recall).toBe(1);
    expect(metrics.precision).toBeCloseTo(30 / 95);
    expect(metrics.iou).toBeCloseTo(30 / 95);
    expect(metrics.hit).toBe(1);
    expect(metrics.joint).toBe(0);
  });

  test("a reference that is cut is found, but no hit", () => {
    const metrics = contextMetrics(evidence, [
      chunk([0, 60]),
      chunk([60, 100]),
    ]);
    expect(metrics).toEqual({
      recall: 1,
      hit: 1 / 2,
      joint: 0,
      precision: 30 / 100,
      iou: 30 / 100,
    });
  });

  test("a chunk that repeats a head holds both, as one", () => {
    const metrics = contextMetrics(evidence, [chunk([10, 20], [45, 75])]);
    expect(metrics).toEqual({
      recall: 1,
      hit: 1,
      joint: 1,
      precision: 30 / 40,
      iou: 30 / 40,
    });
  });

  test("nothing found, and nothing to find", () => {
    const nothing = { recall: 0, hit: 0, joint: 0, precision: 0, iou: 0 };
    expect(contextMetrics(evidence, [])).toEqual(nothing);
    expect(contextMetrics(evidence, [chunk([20, 50])])).toEqual(nothing);
    const lost = { text, references: [undefined], characters: 12 };
    expect(contextMetrics(lost, [chunk([0, 100])])).toEqual(nothing);
  });

  test("evidence that is nowhere counts as missed", () => {
    const half = { ...evidence, references: [span(0, 10), undefined] };
    const metrics = contextMetrics({ ...half, characters: 40 }, [
      chunk([0, 20]),
    ]);
    expect(metrics.recall).toBe(10 / 40);
    expect(metrics.iou).toBe(10 / 50);
    expect(metrics.hit).toBe(1 / 2);
    expect(metrics.joint).toBe(0);
  });

  test("white space between chunks is no cut", () => {
    const spaced = { ...evidence, text: `${"x".repeat(60)} ${"x".repeat(39)}` };
    const { hit } = contextMetrics(spaced, [chunk([10, 60], [61, 80])]);
    expect(hit).toBe(1);
  });
});

describe("precision-omega", () => {
  test("all characters of the chunks with evidence", () => {
    const chunks = [
      chunk([0, 30]),
      chunk([30, 60]),
      chunk([60, 80]),
      chunk([80, 100]),
    ];
    expect(precisionOmega(evidence, chunks)).toBeCloseTo(30 / 80);
  });

  test("overlapping chunks count once, chunks that only touch not at all", () => {
    const chunks = [chunk([0, 10]), chunk([5, 25]), chunk([15, 70])];
    expect(precisionOmega(evidence, chunks)).toBeCloseTo(30 / 65);
  });

  test("evidence in no chunk is in the denominator", () => {
    expect(precisionOmega(evidence, [chunk([0, 30])])).toBe(10 / 50);
    expect(precisionOmega(evidence, [])).toBe(0);
  });
});

test("spans", () => {
  expect(union([span(5, 9), span(0, 2), span(2, 4), span(3, 3)])).toEqual([
    span(0, 4),
    span(5, 9),
  ]);
  const these = [span(0, 4), span(6, 10)];
  const those = [span(2, 7), span(9, 12)];
  expect(intersection(these, those)).toEqual([
    span(2, 4),
    span(6, 7),
    span(9, 10),
  ]);
  expect(difference(these, those)).toEqual([span(0, 2), span(7, 9)]);
  expect(holds("ab \n cd", [span(0, 2), span(5, 7)], span(0, 7))).toBe(true);
  expect(holds("ab \n cd", [span(0, 2), span(6, 7)], span(0, 7))).toBe(false);
});
