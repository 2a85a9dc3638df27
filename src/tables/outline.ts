/** What can be done to the tables of an outline, whatever their format. */
import { Strength, type Head, type Outline, type Seam } from "../outline.js";

/**
 * The tables of an outline in order, each as the heads that share its scope.
 * Tables inside another one are a part of it.
 */
export function tablesOf(heads: readonly Head[]): Head[][] {
  const tables: Head[][] = [];
  const sorted = heads
    .filter(({ kind }) => kind === "table")
    .sort((a, b) => a.scope.start - b.scope.start || b.scope.end - a.scope.end);
  for (const head of sorted) {
    const last = tables[tables.length - 1];
    const scope = last?.[0].scope;
    if (scope === undefined || head.scope.start >= scope.end) {
      tables.push([head]);
    } else if (
      head.scope.start === scope.start &&
      head.scope.end === scope.end
    ) {
      last.push(head);
    }
  }
  return tables;
}

/**
 * Leaves no more than `count` rows of a table to a chunk: a cut that is always
 * made in front of every so many rows, and behind the table.
 */
export function limitRows<T extends Outline>(outline: T, count: number): T {
  const seams = [...outline.seams].sort((a, b) => a.at - b.at);
  const ends: Seam[] = [];
  let next = 0;
  for (const [{ scope }] of tablesOf(outline.heads)) {
    while (next < seams.length && seams[next].at <= scope.start) next += 1;
    const first = next;
    let strongest = 0;
    while (next < seams.length && seams[next].at < scope.end) {
      strongest = Math.max(strongest, seams[next].strength);
      next += 1;
    }
    if (strongest > Strength.line) {
      let row = 0;
      for (let index = first; index < next; index += 1) {
        if (seams[index].strength < strongest) continue;
        row += 1;
        if (row % count > 0) continue;
        seams[index] = { ...seams[index], strength: Strength.always };
      }
    }
    ends.push({ at: scope.end, strength: Strength.always });
  }
  return { ...outline, seams: [...seams, ...ends] };
}

/** Tables whose header is not repeated; the tags around them still are. */
export function withoutHeaders<T extends Outline>(outline: T): T {
  const heads = outline.heads.map((head) => {
    if (head.kind !== "table" || head.tail !== undefined) return head;
    const { scope } = head;
    return { ...head, start: scope.start, end: scope.start };
  });
  return { ...outline, heads };
}
