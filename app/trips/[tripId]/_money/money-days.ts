import type { MoneyDay } from "#lib/client/money/expense-list.ts";

/** The date of the group of all expenses before the trip. */
export const BEFORE_TRIP = "before";

/**
 * Joins everything before the trip's first day into one group at the end.
 * @param days the days, newest first
 */
export function foldDaysBeforeTrip(days: readonly MoneyDay[], startDate: string | null): MoneyDay[] {
  const before = startDate === null ? [] : days.filter(({ date }) => date < startDate);
  if (before.length === 0) return [...days];
  const folded: MoneyDay = {
    date: BEFORE_TRIP,
    total: before.reduce<number | null>(
      (sum, { total }) => (sum === null || total === null ? null : sum + total),
      0,
    ),
    rows: before.flatMap(({ rows }) => rows),
  };
  return [...days.slice(0, days.length - before.length), folded];
}

/** Returns the total that a day shows; null for a day without expenses. */
export function shownTotal({ total, rows }: MoneyDay): number | null {
  return rows.some(({ kind }) => kind === "expense") ? total : null;
}
