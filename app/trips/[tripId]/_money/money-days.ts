import type { MoneyDay } from "#lib/client/expense-list.ts";

/** Stands for the date of what was spent before the trip, which is one group. */
export const BEFORE = "before";

/**
 * Everything before the first day as one group at the end.
 * @param days newest first
 */
export function foldBefore(days: readonly MoneyDay[], startDate: string | null): MoneyDay[] {
  const before = startDate === null ? [] : days.filter(({ date }) => date < startDate);
  if (before.length === 0) return [...days];
  const folded: MoneyDay = {
    date: BEFORE,
    total: before.reduce<number | null>(
      (sum, { total }) => (sum === null || total === null ? null : sum + total),
      0,
    ),
    rows: before.flatMap(({ rows }) => rows),
  };
  return [...days.slice(0, days.length - before.length), folded];
}

/** What stands beside a day: nothing where nobody spent anything. */
export function shownTotal({ total, rows }: MoneyDay): number | null {
  return rows.some(({ kind }) => kind === "expense") ? total : null;
}
