import { renderTable } from "../src/format/table.js";
import { totalsLine, totalsOf } from "../src/cli/totals.js";
import { cutEnd, cutPath, displayWidth, oneLine } from "../src/format/width.js";

describe("width", () => {
  test.each([
    ["abc", 3],
    ["año", 3],
    ["an\u0303o", 3],
    ["猫が", 4],
    ["👩‍🚀", 2],
    ["⚠️", 2],
    ["\u200b", 0],
    ["", 0],
  ])("%j takes %d columns", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  test.each([
    ["short", 5, "short"],
    ["longer than that", 8, "longer…"],
    ["猫が好きです", 6, "猫が…"],
    ["👩‍🚀👩‍🚀👩‍🚀", 4, "👩‍🚀…"],
  ])("%j cut to %d", (text, width, cut) => {
    expect(cutEnd(text, width)).toBe(cut);
    expect(displayWidth(cut)).toBeLessThanOrEqual(width);
  });

  test("a path loses its outer headings first", () => {
    const path = "Manual > Installation > Windows";
    expect(cutPath(path, 40)).toBe(path);
    expect(cutPath(path, 28)).toBe("… > Installation > Windows");
    expect(cutPath(path, 12)).toBe("… > Windows");
    expect(cutPath(path, 8)).toBe("Windows");
    expect(cutPath(path, 5)).toBe("Wind…");
  });

  test("one line, whatever the text does", () => {
    expect(oneLine(" a\r\n\tb\u0000\u001b[31mc\u202Ed ")).toBe("a b[31mcd");
  });
});

describe("renderTable", () => {
  const columns = [
    { title: "#", align: "right" as const },
    { title: "Section", share: 1 },
    { title: "Words", share: 2 },
  ];

  test("columns line up, also with wide characters", () => {
    const table = renderTable(
      columns,
      [
        ["1", "猫が好き", "first"],
        ["10", "Cats", "second"],
      ],
      60
    );
    expect(table.split("\n")).toEqual([
      "   #  Section   Words",
      "   1  猫が好き  first",
      "  10  Cats      second",
    ]);
  });

  test("never wider than the terminal; a short column gives its room", () => {
    const rows = [["1", "short", "word ".repeat(50)]];
    const [, row] = renderTable(columns, rows, 50).split("\n");
    expect(displayWidth(row)).toBeLessThanOrEqual(50);
    expect(displayWidth(row)).toBeGreaterThan(45);
    expect(row).toMatch(/^ {2}1 {2}short {4}word .*…$/);
  });
});

describe("totals", () => {
  test("min, median, max and the share in the zone, borders included", () => {
    expect(totalsOf([600, 10, 200, 601])).toEqual({
      chunks: 4,
      min: 10,
      median: 400,
      max: 601,
      inZone: 0.5,
    });
    expect(totalsOf([7, 3, 5]).median).toBe(5);
  });

  test("no chunks", () => {
    expect(totalsOf([])).toEqual({
      chunks: 0,
      min: 0,
      median: 0,
      max: 0,
      inZone: 0,
    });
    expect(totalsLine([])).toBe("0 chunks");
  });

  test("as a line", () => {
    expect(totalsLine([250], 1)).toBe(
      "1 file, 1 chunk · tokens min 250, median 250, max 250 · 100 % in 200-600"
    );
  });
});
