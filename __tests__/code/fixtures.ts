/**
 * One source a language, written for these tests. Units are marked in it: the
 * first line of one ends with `«Name.of.symbol`, its last line with `»`. With
 * `#2` behind the name the unit starts two lines further up, at its comments
 * and decorators (or at a signature whose brace stands alone).
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/child.js";

const folder = join(root, "__tests__/code/fixtures");

export interface Unit {
  symbol: string;
  start: number;
  end: number;
}

export interface Fixture {
  language: string;
  text: string;
  units: Unit[];
}

export const fixtureNames: readonly string[] = readdirSync(folder)
  .map((name) => name.replace(/\.txt$/, ""))
  .sort();

export function readFixture(language: string): Fixture {
  const marked = readFileSync(join(folder, `${language}.txt`), "utf8");
  const units: Unit[] = [];
  const open: Unit[] = [];
  const starts: number[] = [];
  let text = "";
  for (const line of marked.split(/(?<=\n)/)) {
    starts.push(text.length);
    const mark = /«([^#»\n]*)(?:#(\d*))?/.exec(line);
    if (mark !== null) {
      const start = starts[starts.length - 1 - Number(mark[2] ?? 0)];
      open.push({ symbol: mark[1], start, end: 0 });
    }
    const [words, ...ends] = line.replace(/«[^»\n]*/, "").split("»");
    text += words;
    for (const rest of ends) {
      const unit = open.pop();
      if (unit === undefined) throw new Error(`nothing is open: ${line}`);
      units.push({ ...unit, end: text.length });
      text += rest;
    }
  }
  if (open.length > 0) throw new Error(`${open[0].symbol} is not closed`);
  return { language, text, units };
}
