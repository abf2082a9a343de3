import { isCalendarDate } from "#lib/shared/dates.ts";
import { type ExpectedDays, isNearExpectedDays, NO_DAYS } from "./expected-days.ts";

/* Reads dates of three numbers, such as 02/05/27, whose order is known only from the rest of the file. */

const ORDERS = ["day-first", "month-first", "year-first"] as const;
type Order = (typeof ORDERS)[number];

/** The three numbers of a date in the order of the file. */
export interface DateNumbers {
  parts: readonly [string, string, string];
  /** The character between the numbers. */
  mark: string;
}

type Readings = ReadonlyMap<Order, string>;
const NONE: Readings = new Map();

/**
 * A year of two digits is accepted within so many days of the trip, because expenses are paid at most a year before or
 * after.
 */
const NEAR_DAYS = 366;

/**
 * Returns the dates of a column; null for a text that is no date or is ambiguous. The order of day, month and year is
 * the same for the whole column: the only order that all its dates allow, else the only one by which some date is an
 * expected day. Dates with points are examined separately, because they have a usual order.
 */
export function datesOfColumn(
  column: readonly (DateNumbers | null)[],
  expected: ExpectedDays,
): (string | null)[] {
  const readings = column.map((numbers) => (numbers ? readingsOf(numbers, expected) : NONE));
  const isPointed = (index: number) => column[index]?.mark === ".";
  const orderAmong = (wanted: boolean) =>
    orderOf(
      readings.filter((_, index) => isPointed(index) === wanted),
      expected,
      wanted,
    );
  const [pointed, others] = [orderAmong(true), orderAmong(false)];
  return readings.map((own, index) => {
    const order = isPointed(index) ? pointed : others;
    const isUsual = isPointed(index) && column[index]?.parts[2].length === 4;
    return dateIn(own, order) ?? onlyDateOf(own) ?? dateIn(own, isUsual ? "day-first" : null);
  });
}

/** Whether the numbers are a date in any order. */
export function isDate(numbers: DateNumbers): boolean {
  return readingsOf(numbers, NO_DAYS).size > 0;
}

/**
 * Returns the possible readings of the numbers. A year far from the expected days is left out when another reading is
 * near them.
 */
function readingsOf({ parts: [first, second, third], mark }: DateNumbers, expected: ExpectedDays): Readings {
  const isShort = third.length < 4;
  const dates: Readonly<Record<Order, string | null>> = {
    "day-first": third.length === 1 ? null : dateOf(third, second, first),
    "month-first":
      third.length === 1 || (mark === "." && isShort && expected.span === null)
        ? null
        : dateOf(third, first, second),
    "year-first": isShort && first.length === 2 ? dateOf(first, second, third) : null,
  };
  const all = ORDERS.flatMap((order) => {
    const date = dates[order];
    return date === null ? [] : [[order, date] as const];
  });
  if (!isShort || expected.span === null) return new Map(all);
  const near = all.filter(([, date]) => isNearExpectedDays(date, expected, NEAR_DAYS));
  if (near.length > 0) return new Map(near);
  return new Map(all.some(([order]) => order !== "year-first") ? all : []);
}

/** Returns the order of all dates; null when several are possible, or none. */
function orderOf(all: readonly Readings[], { among }: ExpectedDays, isPointed: boolean): Order | null {
  const dated = all.filter(({ size }) => size > 0);
  const fitting = ORDERS.filter((order) => dated.every((readings) => readings.has(order)));
  // In dates with points, the usual order is day first, unless the dates do not allow it.
  const isUsual = isPointed && fitting.includes("day-first");
  const possible = fitting.filter((order) => !isUsual || order !== "month-first");
  const [only = null] = possible;
  if (possible.length <= 1) return only;
  // A date such as 5/5 is the same day in either order, so it decides nothing.
  const telling = dated.filter((readings) => onlyDateOf(readings) === null);
  const expected = possible.filter((order) =>
    telling.some((readings) => among.has(readings.get(order) ?? "")),
  );
  const [likely = null] = expected;
  return expected.length === 1 ? likely : null;
}

function dateIn(readings: Readings, order: Order | null): string | null {
  return order === null ? null : (readings.get(order) ?? null);
}

function onlyDateOf(readings: Readings): string | null {
  const dates = new Set(readings.values());
  const [date = null] = dates;
  return dates.size === 1 ? date : null;
}

function fullYear(year: string): string {
  return year.length === 2 ? `20${year}` : year;
}

export function dateOf(year: string, month: string, day: string): string | null {
  const date = `${fullYear(year)}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCalendarDate(date) ? date : null;
}
