import { addDays, dateRange, daysBetween } from "./dates.ts";
import type { DateMode } from "./trips.ts";

export interface PlannedDay {
  id: string;
  date: string;
  /** When the day was retired; null: the day is in the plan. */
  retiredAt: string | null;
}

export interface DateRange {
  startDate: string | null;
  endDate: string | null;
}

/** What happens to each day when a trip's dates change. Days are retired and revived, never destroyed. */
export interface DatePlan {
  shifted: { id: string; from: string; to: string }[];
  retired: { id: string; date: string }[];
  revived: { id: string; date: string }[];
  added: string[];
}

/**
 * Plans the days for new dates. `keep`: a day stays on its calendar date. `shift`: the plan moves along with the first
 * day. In both modes a day whose date falls outside the new range is retired, and a date without a day gets its retired
 * day back, or a new one.
 */
export function planDates(days: PlannedDay[], from: DateRange, to: DateRange, mode: DateMode): DatePlan {
  const wanted = new Set(to.startDate && to.endDate ? dateRange(to.startDate, to.endDate) : []);
  const delta = shiftBetween(from, to, mode);
  const plan: DatePlan = { shifted: [], retired: [], revived: [], added: [] };
  const taken = new Set<string>();
  for (const day of days.filter(({ retiredAt }) => retiredAt === null)) {
    const date = addDays(day.date, delta);
    if (!wanted.has(date)) {
      plan.retired.push({ id: day.id, date: day.date });
      continue;
    }
    taken.add(date);
    if (delta !== 0) plan.shifted.push({ id: day.id, from: day.date, to: date });
  }
  const waiting = retiredByDate(days);
  for (const date of wanted) {
    if (taken.has(date)) continue;
    const id = waiting.get(date);
    if (id === undefined) plan.added.push(date);
    else plan.revived.push({ id, date });
  }
  return plan;
}

/** The number of days by which the plan moves. */
export function shiftBetween(from: DateRange, to: DateRange, mode: DateMode): number {
  return mode === "shift" && from.startDate && to.startDate ? daysBetween(from.startDate, to.startDate) : 0;
}

/**
 * Returns, by date, the retired day to bring back. Of several retired days of one date, it is the one that was in the
 * plan last, since members miss that one.
 */
function retiredByDate(days: PlannedDay[]): Map<string, string> {
  const retired = days.flatMap(({ retiredAt, ...day }) =>
    retiredAt === null ? [] : [{ ...day, retiredAt }],
  );
  const oldestFirst = retired.toSorted((a, b) => (a.retiredAt < b.retiredAt ? -1 : 1));
  return new Map(oldestFirst.map(({ date, id }) => [date, id]));
}
