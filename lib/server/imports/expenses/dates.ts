import { addDays, isCalendarDate } from "#lib/shared/dates.ts";

/** Which number comes first where a date has neither a four-digit year in front nor a month over 12 to tell. */
type DayMonthOrder = "day-first" | "month-first" | null;

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/;
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:[, ].*)?$/;
/** Days since 30 December 1899, as spreadsheets count them: from 1982 to 2064. */
const SERIAL = /^[3-5]\d{4}(?:[.,]\d+)?$/;
const FIRST_SERIAL_DAY = "1899-12-30";

/**
 * Reads the dates of a column, in whatever way the program that saved it last writes them. Where day and month could be either, the
 * other dates of the column decide; where they don't, the date is null.
 */
export function readDates(column: readonly string[]): (string | null)[] {
  const order = orderOf(column);
  return column.map((text) => readDate(text.trim(), order));
}

function orderOf(column: readonly string[]): DayMonthOrder {
  const pairs = column.flatMap((text) => {
    const [, first, mark, second] = NUMBERS.exec(text.trim()) ?? [];
    return first && second && mark !== "." ? [[Number(first), Number(second)] as const] : [];
  });
  const isDayFirst = pairs.some(([first]) => first > 12);
  const isMonthFirst = pairs.some(([, second]) => second > 12);
  if (isDayFirst === isMonthFirst) return null;
  return isDayFirst ? "day-first" : "month-first";
}

function readDate(text: string, order: DayMonthOrder): string | null {
  const [, year, month, day] = ISO.exec(text) ?? [];
  if (year && month && day) return dateOf(year, month, day);
  if (SERIAL.test(text)) return addDays(FIRST_SERIAL_DAY, Math.floor(Number(text.replace(",", "."))));
  const [, first, mark, second, end] = NUMBERS.exec(text) ?? [];
  if (!first || !second || !end) return null;
  const fullYear = end.length === 2 ? `20${end}` : end;
  // Only days come before points.
  if (mark === "." || order === "day-first" || Number(first) > 12) return dateOf(fullYear, second, first);
  if (order === "month-first" || Number(second) > 12 || first === second)
    return dateOf(fullYear, first, second);
  return null;
}

function dateOf(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCalendarDate(date) ? date : null;
}
