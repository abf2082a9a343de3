import type { MoneyLooks, MoneyRow } from "#db/queries/expense-imports.ts";
import { type FoundRow, plainLine } from "./found-expenses.ts";

/**
 * Rows that the trip has already are known by kind, date, title, amount and currency: what an import has made by what it
 * was then, so that the same file again adds nothing, whatever became of it; and then by what it is now. A row of the trip
 * stands for one of the file.
 */
export function markKnown<Row extends FoundRow>(
  rows: readonly Row[],
  there: readonly MoneyRow[],
): (Row & { isKnown: boolean })[] {
  const asMade = matchRows(rows, there, (row) => row.made ?? row);
  const taken = new Set(asMade.values());
  const left = rows.filter((row) => !asMade.has(row));
  const changed = there.filter((row) => row.made && !taken.has(row));
  const asNow = matchRows(left, changed, (row) => row);
  return rows.map((row) => ({ ...row, isKnown: asMade.has(row) || asNow.has(row) }));
}

function matchRows<Row extends MoneyLooks>(
  rows: readonly Row[],
  there: readonly MoneyRow[],
  looksOf: (row: MoneyRow) => MoneyLooks,
): Map<Row, MoneyRow> {
  const free = Map.groupBy(there, (row) => keyOf(looksOf(row)));
  const matched = new Map<Row, MoneyRow>();
  for (const row of rows) {
    const match = free.get(keyOf(row))?.pop();
    if (match) matched.set(row, match);
  }
  return matched;
}

function keyOf({ kind, date, title, amount, currency }: MoneyLooks): string {
  // What is there may be from before titles were cleaned.
  return JSON.stringify([kind, date, plainLine(title, 200), amount, currency]);
}
