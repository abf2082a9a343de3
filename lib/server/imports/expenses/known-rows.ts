import type { MoneyLooks, MoneyRow } from "#db/queries/expense-imports.ts";
import { type FoundRow, plainLine } from "./found-expenses.ts";
import type { ReadInTrip } from "./read-in-trip.ts";

type Known = FoundRow & { isKnown: boolean };

/**
 * Rows that the trip has already are known by kind, date, title, amount and currency: what an import has made by what it
 * was then, so that the same file again adds nothing, whatever became of it; and then by what it is now. A row of the trip
 * stands for one of the file.
 */
export function markKnown({ found, former }: ReadInTrip, there: readonly MoneyRow[]): Known[] {
  const known = new Map<number, MoneyRow>();
  for (const rows of [found.rows, ...former]) {
    matchRows(known, rows, there, (row) => row.made ?? row);
    matchRows(known, rows, there, (row) => row);
  }
  return found.rows.map((row) => ({ ...row, isKnown: known.has(row.line) }));
}

/** Adds to what is `known`, by the file's lines. */
function matchRows(
  known: Map<number, MoneyRow>,
  rows: readonly FoundRow[],
  there: readonly MoneyRow[],
  looksOf: (row: MoneyRow) => MoneyLooks,
): void {
  const taken = new Set(known.values());
  const free = Map.groupBy(
    there.filter((row) => !taken.has(row)),
    (row) => keyOf(looksOf(row)),
  );
  for (const row of rows) {
    if (known.has(row.line)) continue;
    const match = free.get(keyOf(row))?.pop();
    if (match) known.set(row.line, match);
  }
}

function keyOf({ kind, date, title, amount, currency }: MoneyLooks): string {
  // What is there may be from before titles were cleaned.
  return JSON.stringify([kind, date, plainLine(title, 200), amount, currency]);
}
