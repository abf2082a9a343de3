import type { MoneyRow } from "#db/queries/expense-imports.ts";
import { type FoundRow, plainLine } from "./found-expenses.ts";

/** Rows that the trip has already are known by kind, date, title, amount and currency; two of a kind count as two. */
export function markKnown<Row extends FoundRow>(
  rows: readonly Row[],
  there: readonly MoneyRow[],
): (Row & { isKnown: boolean })[] {
  const left = new Map<string, number>();
  for (const row of there) left.set(keyOf(row), (left.get(keyOf(row)) ?? 0) + 1);
  return rows.map((row) => {
    const count = left.get(keyOf(row)) ?? 0;
    left.set(keyOf(row), count - 1);
    return { ...row, isKnown: count > 0 };
  });
}

function keyOf({ kind, date, title, amount, currency }: MoneyRow): string {
  // What is there may be from before titles were cleaned.
  return JSON.stringify([kind, date, plainLine(title, 200), amount, currency]);
}
