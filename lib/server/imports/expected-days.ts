import { addDays } from "#lib/shared/dates.ts";

/** Days that the dates of a file may well mean, such as a trip's. */
export interface ExpectedDays {
  /** Which of two readings of a date is meant is told by the one that is among them. */
  among: ReadonlySet<string>;
  /** From the first to the last one; null: no day is expected more than another. */
  span: { first: string; last: string } | null;
}

export const NO_DAYS: ExpectedDays = { among: new Set(), span: null };

/** Those of a plan, whose places are on them. */
export function expectedDays(dates: readonly string[]): ExpectedDays {
  const sorted = dates.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  return first === undefined || last === undefined
    ? NO_DAYS
    : { among: new Set(dates), span: { first, last } };
}

/** Days around those of a trip, of which none is likelier than another: much is paid before a trip. */
export function daysAround(dates: readonly string[]): ExpectedDays {
  return { ...expectedDays(dates), among: NO_DAYS.among };
}

/** Whether a date is at most so many days away from the expected ones; true where none are known. */
export function isNear(date: string, { span }: ExpectedDays, days: number): boolean {
  return span === null || (date >= addDays(span.first, -days) && date <= addDays(span.last, days));
}
