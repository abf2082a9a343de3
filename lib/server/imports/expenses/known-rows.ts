import type { MoneyRowValues, MoneyRow } from "#db/queries/expense-imports.ts";
import { type FoundRow, plainLine } from "./found-expenses.ts";
import type { ExpensesForTrip } from "./read-expenses-for-trip.ts";

type Known = FoundRow & { isKnown: boolean };

/**
 * Marks the rows that the trip already has. They are recognised by kind, date, title, amount and currency. Rows of an
 * earlier import are compared first as they were imported, so that the same file adds nothing again even when they were
 * changed since, and then as they are now. One row of the trip matches one row of the file.
 */
export function markKnown({ found, former }: ExpensesForTrip, there: readonly MoneyRow[]): Known[] {
  const known = new Map<number, MoneyRow>();
  for (const rows of [found.rows, ...former]) {
    matchRows(known, rows, there, (row) => row.made ?? row);
    matchRows(known, rows, there, (row) => row);
  }
  return found.rows.map((row) => ({ ...row, isKnown: known.has(row.line) }));
}

/** Adds matches to `known`, which maps the lines of the file to rows of the trip. */
function matchRows(
  known: Map<number, MoneyRow>,
  rows: readonly FoundRow[],
  there: readonly MoneyRow[],
  looksOf: (row: MoneyRow) => MoneyRowValues,
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

function keyOf({ kind, date, title, amount, currency }: MoneyRowValues): string {
  // Rows of older versions may have titles that were not cleaned.
  return JSON.stringify([kind, date, plainLine(title, 200), amount, currency]);
}
