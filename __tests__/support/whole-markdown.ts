/**
 * The third invariant in Markdown: items, fences, rows, headings and paths.
 * What there is comes from the reference parsers of `structure.ts`.
 */
import {
  chunksOver,
  failCut,
  fits,
  isWhole,
  leadOf,
  quoteEnd,
  slice,
  type Case,
} from "./case.js";
import { fail, isBlank, locOf, show, type Chunk } from "./chunks.js";
import {
  bare,
  readTables,
  type Fence,
  type Heading,
  type Span,
  type Table,
} from "./structure.js";

/** Fenced blocks and items: whole if they fit with the headings above. */
async function checkUnits(
  check: Case,
  name: string,
  units: readonly Span[]
): Promise<void> {
  for (const unit of units) {
    if (isBlank(slice(check, unit)) || isWhole(check, unit)) continue;
    const start = leadOf(check, unit.start);
    if (await fits(check, check.source.slice(start, quoteEnd(check, unit)))) {
      failCut(check, name, unit);
    }
  }
}
/** Does `content` hold these lines, the marks of containers aside? */
function holdsLines(content: string, lines: readonly string[]): boolean {
  const found = content.split(/\r\n|\n|\r/).map(bare);
  return found.some((_, n) =>
    lines.every((line, k) => found[n + k] === bare(line))
  );
}

const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/);

async function checkTable(check: Case, table: Table): Promise<void> {
  const header = slice(check, table.header);
  const headerLines = check.source.slice(
    table.header.start,
    table.rows[0]?.start
  );
  for (const line of table.rows) {
    const text = check.source.slice(line.start, quoteEnd(check, line));
    if (!(await fits(check, text))) continue;
    // Rather without its indentation than without its header.
    const start = line.end - slice(check, line).trimStart().length;
    const row = { start, end: line.end };
    if (!isWhole(check, row)) failCut(check, "row", row);
    const withHeader = await fits(check, headerLines + text);
    for (const chunk of chunksOver(check, row)) {
      const { start, end, content, body, document } = chunk;
      if (start > row.start || end < row.end) {
        fail("whole", `part of row ${show(text)} in ${show(content)}`);
      }
      if (withHeader && !holdsLines(content, linesOf(header))) {
        fail("whole", `${show(text)} without its header in ${show(content)}`);
      }
      const isOmitted = document.metadata.header_omitted === true;
      if (!isOmitted && !holdsLines(content, linesOf(header))) {
        fail("whole", `header_omitted is not set for ${show(body)}`);
      }
    }
  }
  if (table.nested) return;
  for (const { start, end, content } of chunksOver(check, table)) {
    const rows = table.rows.filter(
      (row) => start <= row.start && row.end <= end
    );
    const fitting = await Promise.all(
      rows.map(({ start, end }) => {
        const row = { start, end: quoteEnd(check, { start, end }) };
        return fits(check, headerLines + slice(check, row));
      })
    );
    const expected = fitting.filter(Boolean).length;
    if (expected === 0) continue;
    const tables = readTables(content).filter(
      ({ columns }) => columns === table.columns
    );
    const found = tables.reduce((sum, each) => sum + each.rows, 0);
    if (found < expected) {
      fail(
        "whole",
        `a GFM parser finds ${found} of ${expected} rows in ${show(content)}`
      );
    }
  }
}

/** A line with the empty ones behind it, line ends too. */
const LINE_AND_BLANKS = /[^\r\n]*(?:\r\n|\n|\r)(?:[ \t>]*(?:\r\n|\n|\r))*/g;

/** A piece of a fenced block is closed, and opened again. */
async function checkFence(check: Case, fence: Fence): Promise<void> {
  const { open, close, content } = fence;
  if (close === undefined) return;
  const mark = check.source.slice(fence.start, content.start);
  const behind = check.source.slice(fence.end, quoteEnd(check, fence));
  const sizes = await Promise.all(
    [...slice(check, content).matchAll(LINE_AND_BLANKS)].map(([lines]) =>
      fits(check, mark + lines + close + behind)
    )
  );
  if (!sizes.every(Boolean)) return;
  for (const chunk of chunksOver(check, content)) {
    const { start, end, before, after, content: text } = chunk;
    const from = Math.max(start, content.start);
    const to = Math.min(end, content.end);
    const piece = check.source.slice(from, to).replaceAll(">", " ");
    if (from >= to || isBlank(piece)) continue;
    if (start > fence.start && !linesOf(before).map(bare).includes(open)) {
      fail("whole", `${show(text)} does not open ${show(open)} again`);
    }
    if (end < fence.end && !linesOf(after).map(bare).includes(bare(close))) {
      fail("whole", `${show(text)} does not close ${show(open)}`);
    }
  }
}

/** The least that may follow a heading: a word, a fence with one line. */
function least(check: Case, offset: number): string {
  const fence = check.fences.find(
    ({ start, end }) => start <= offset && offset < end
  );
  if (fence !== undefined) {
    const [open] = linesOf(slice(check, fence));
    const content = linesOf(slice(check, fence.content));
    const first = content.find((line) => line.trim() !== "") ?? "";
    // Where nothing closes it, the mark of its opening line will.
    const close = fence.close ?? /^[\s>]*(?:`{3,}|~{3,})/.exec(open)?.[0];
    // A line that is added ends as the opening line does, CR alone as LF.
    const lineEnd = /\r\n|\n|\r/.exec(slice(check, fence))?.[0] ?? "\n";
    const added = lineEnd === "\r" ? "\n" : lineEnd;
    const lines = [open, first].filter(Boolean).join(lineEnd);
    return close === undefined ? lines : lines + added + close;
  }
  const table = check.tables.find(
    ({ start, end }) => start <= offset && offset < end
  );
  if (table !== undefined) {
    return check.source.slice(offset, (table.rows[0] ?? table).end);
  }
  // The line that opens a container is no text: a word of what it holds.
  const mark = /^(?:(?:[>#*+\-\d.)|]+[ \t]+)|(?::::|!!!).*\s+)*\S+/.exec(
    check.source.slice(offset)
  );
  // It is closed again.
  const close = mark?.[0].startsWith(":::") ? "\n:::" : "";
  const end = offset + (mark?.[0].length ?? 0);
  const text = check.source.slice(
    offset,
    quoteEnd(check, { start: offset, end })
  );
  return text + close;
}

/** No chunk ends with a heading whose text could have stayed with it. */
async function checkHeadings(check: Case): Promise<void> {
  const { source, headings } = check;
  for (const { start, end, body, content } of check.chunks) {
    const last = headings.findLast(
      (heading) => !heading.nested && heading.end === end
    );
    if (last === undefined || last.start < start) continue;
    let run = last.end;
    for (const next of headings) {
      if (next.nested || next.start < run) continue;
      if (!isBlank(source.slice(run, next.start))) break;
      // The section of `last` is empty: it has no text to stay with.
      if (next.level <= last.level) run = source.length;
      else run = next.end;
    }
    const gap = /^\s*/.exec(source.slice(run))![0];
    const text = least(check, run + gap.length);
    if (text === "") continue;
    if (await fits(check, source.slice(last.start, run) + gap + text)) {
      fail(
        "whole",
        `${show(content)} ends with a heading, ${show(text)} comes next ` +
          `(${body.length} of ${check.chunkSize})`
      );
    }
  }
}

/** The titles above a span; headings that it starts with are in the path. */
function pathOf(
  source: string,
  headings: readonly Heading[],
  { start, end }: Span
): string[] {
  const path: Heading[] = [];
  let at = start;
  for (const heading of headings) {
    if (heading.nested) continue;
    if (heading.start >= end) break;
    const above = heading.start < start;
    if (!above && !isBlank(source.slice(at, heading.start))) break;
    if (!above) at = heading.end;
    while (path.length > 0 && path.at(-1)!.level >= heading.level) path.pop();
    path.push(heading);
  }
  return path.map(({ title }) => title);
}

/**
 * Brackets aside: `[1.0.0]` is a link if it is defined somewhere else. And
 * `~~` aside, which is GFM, not CommonMark.
 */
const plain = (titles: readonly string[]): string =>
  titles.join("\0").replace(/[[\]]|~~/g, "");

function checkPaths(check: Case): void {
  const nested = check.headings.filter((heading) => heading.nested);
  if (nested.length > 0) return;
  for (const chunk of check.chunks) {
    const { content, document } = chunk;
    if (chunk.start < (check.front?.end ?? 0)) continue;
    const expected = pathOf(check.source, check.headings, chunk);
    const { headings = [] } = locOf(document);
    if (plain(headings) !== plain(expected)) {
      fail(
        "whole",
        `path ${JSON.stringify(headings)}, not ${JSON.stringify(expected)}, ` +
          `of ${show(content)}`
      );
    }
    if ((document.metadata.section ?? "") !== headings.join(" > ")) {
      fail("whole", `section ${document.metadata.section} of ${show(content)}`);
    }
  }
}

/** An overlap stays in its section; front matter stays alone. */
function checkBorders(check: Case): void {
  const { source, chunks, headings, front } = check;
  chunks.forEach(({ start, end, document, content }, n) => {
    const previous = chunks[n - 1]?.end ?? 0;
    const border = headings.find(
      (heading) =>
        !heading.nested && start < heading.start && heading.start < previous
    );
    if (border !== undefined) {
      fail("whole", `overlap goes over ${show(slice(check, border))}`);
    }
    const isFront = front !== undefined && start < front.end;
    if ((document.metadata.kind === "frontmatter") !== isFront) {
      fail("whole", `kind ${document.metadata.kind} of ${show(content)}`);
    }
    if (isFront && !isBlank(source.slice(front.end, end))) {
      fail("whole", `front matter and text together in ${show(content)}`);
    }
  });
}

const KINDS = new Set([
  "table",
  "code",
  "list",
  "quote",
  "frontmatter",
  "text",
]);

function checkKinds(check: Case): void {
  const inside = (chunk: Chunk, spans: readonly Span[]): boolean =>
    spans.some(({ start, end }) => start <= chunk.start && chunk.end <= end);
  const tables = check.tables.filter(({ nested }) => !nested);
  const fences = check.fences.filter(({ nested }) => !nested);
  for (const chunk of check.chunks) {
    const { kind } = chunk.document.metadata;
    const expected = inside(chunk, tables)
      ? "table"
      : inside(chunk, fences)
        ? "code"
        : undefined;
    const isRight = expected === undefined || kind === expected;
    if (!KINDS.has(kind) || !isRight) {
      fail("whole", `kind ${kind}, not ${expected}, of ${show(chunk.content)}`);
    }
  }
}

export async function checkMarkdown(check: Case): Promise<void> {
  checkBorders(check);
  checkPaths(check);
  checkKinds(check);
  for (const table of check.tables) await checkTable(check, table);
  await checkUnits(check, "fence", check.fences);
  await checkUnits(check, "item", check.items);
  for (const fence of check.fences) await checkFence(check, fence);
  await checkHeadings(check);
}
