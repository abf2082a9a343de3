import { isCalendarDate } from "#lib/shared/dates.ts";
import { type ExpectedDays, isNear, NO_DAYS } from "./expected-days.ts";

/* Dates of three numbers, such as 02/05/27, whose order nothing but the rest of the file can tell. */

const ORDERS = ["day-first", "month-first", "year-first"] as const;
type Order = (typeof ORDERS)[number];

/** The numbers of a date as they stand in the file, one behind the other. */
export interface DateNumbers {
  parts: readonly [string, string, string];
  /** What parts them. */
  mark: string;
}

type Readings = ReadonlyMap<Order, string>;
const NONE: Readings = new Map();

/** A year of two digits is of the trip's time, or of the time when it is paid for. */
const NEAR_DAYS = 366;

/**
 * The dates of a column; null for what is none, or may be several. The order is the one of all its dates: the only one that
 * all of them allow, else the only one of which a day is expected. Dates with points count apart, since they have a usual order.
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

/** Whether they are a date in any order. */
export function isDate(numbers: DateNumbers): boolean {
  return readingsOf(numbers, NO_DAYS).size > 0;
}

/** What the numbers may mean. A year far from all that is expected is left out, where another reading is none. */
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
  const near = all.filter(([, date]) => isNear(date, expected, NEAR_DAYS));
  if (near.length > 0) return new Map(near);
  return new Map(all.some(([order]) => order !== "year-first") ? all : []);
}

/** null: several are possible, or none. */
function orderOf(all: readonly Readings[], { among }: ExpectedDays, isPointed: boolean): Order | null {
  const dated = all.filter(({ size }) => size > 0);
  const fitting = ORDERS.filter((order) => dated.every((readings) => readings.has(order)));
  // Days come before points, but where they can't.
  const isUsual = isPointed && fitting.includes("day-first");
  const possible = fitting.filter((order) => !isUsual || order !== "month-first");
  const [only = null] = possible;
  if (possible.length <= 1) return only;
  // 5/5 is the same day either way.
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
