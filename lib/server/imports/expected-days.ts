import { addDays } from "#lib/shared/dates.ts";

/** The days that the dates of a file probably mean, such as the days of a trip. */
export interface ExpectedDays {
  /** The days that decide how a date with two readings is read: the reading that is one of them is chosen. */
  among: ReadonlySet<string>;
  /** The first and the last expected day; null: no day is expected more than another. */
  span: { first: string; last: string } | null;
}

export const NO_DAYS: ExpectedDays = { among: new Set(), span: null };

/** Returns the expected days for a file of places: the dates of the plan itself. */
export function expectedDays(dates: readonly string[]): ExpectedDays {
  const sorted = dates.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  return first === undefined || last === undefined
    ? NO_DAYS
    : { among: new Set(dates), span: { first, last } };
}

/**
 * Returns the expected days for expenses: days around the trip, none of which is likelier than another, because much is
 * paid before a trip.
 */
export function expectedExpenseDays(dates: readonly string[]): ExpectedDays {
  return { ...expectedDays(dates), among: NO_DAYS.among };
}

/** Whether a date is at most `days` days away from the expected span; true when no days are expected. */
export function isNearExpectedDays(date: string, { span }: ExpectedDays, days: number): boolean {
  return span === null || (date >= addDays(span.first, -days) && date <= addDays(span.last, days));
}
