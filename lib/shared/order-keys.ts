import { generateNKeysBetween } from "fractional-indexing";
import { MAX_ORDER_KEY, spreadKeys } from "./order.ts";

export interface PositionedRow {
  id: string;
  position: string;
}

/**
 * Returns new ordering keys that bring rows into another order, for as few rows as possible; for all rows if no short
 * keys fit between the others. `rows` are in their current order, `ids` are in the new order, each once.
 */
export function keysForOrder(rows: readonly PositionedRow[], ids: readonly string[]): Map<string, string> {
  const position = new Map(rows.map((row) => [row.id, row.position]));
  const staying = longestRise(ids.map((id) => rows.findIndex((row) => row.id === id)));
  const changed = new Map<string, string>();
  let start = 0;
  while (start < ids.length) {
    if (staying.has(start)) {
      start += 1;
      continue;
    }
    let end = start;
    while (end < ids.length && !staying.has(end)) end += 1;
    const [before, after] = [ids[start - 1], ids[end]].map((id) => position.get(id ?? "") ?? null);
    const keys = keysBetween(before ?? null, after ?? null, end - start);
    if (keys === null) return spread(rows, ids);
    for (const [index, id] of ids.slice(start, end).entries()) changed.set(id, keys[index] ?? "");
    start = end;
  }
  return changed;
}

function keysBetween(before: string | null, after: string | null, count: number): string[] | null {
  if (before !== null && after !== null && before >= after) return null;
  const keys = generateNKeysBetween(before, after, count);
  return keys.every((key) => key.length <= MAX_ORDER_KEY) ? keys : null;
}

function spread(rows: readonly PositionedRow[], ids: readonly string[]): Map<string, string> {
  const keys = spreadKeys(ids.length);
  const position = new Map(rows.map((row) => [row.id, row.position]));
  const all = ids.map((id, index) => [id, keys[index] ?? ""] as const);
  return new Map(all.filter(([id, key]) => position.get(id) !== key));
}

/**
 * The indexes of a longest increasing subsequence of the numbers: the rows that can stay while all others move around
 * them.
 */
function longestRise(numbers: readonly number[]): Set<number> {
  /**
   * For each length minus one: the index at which the increasing subsequence of that length with the lowest end ends.
   */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, number] of numbers.entries()) {
    const found = ends.findIndex((end) => (numbers[end] ?? 0) >= number);
    const length = found < 0 ? ends.length : found;
    before[index] = ends[length - 1];
    ends[length] = index;
  }
  const rise = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rise.add(at);
  return rise;
}
