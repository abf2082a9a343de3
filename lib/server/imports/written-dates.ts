import { addDays, isCalendarDate } from "#lib/shared/dates.ts";
import { monthOfName } from "./month-names.ts";

/* Dates and what stands behind them, as people and spreadsheets of many countries write them. */

/** Which number comes first where a date has neither a four-digit year in front nor a month over 12 to tell. */
type DayMonthOrder = "day-first" | "month-first" | null;

/** A day of a table, and what else its cell says, such as a time. */
export interface WrittenDay {
  date: string;
  rest: string;
}

const YEAR_FIRST = /^(\d{4}) ?[-/.年년] ?(\d{1,2}) ?[-/.月월] ?(\d{1,2})(?:([日일].*)|\.?([T ,(].*)?)$/s;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T(.*))?$/s;
const NUMBERS = /^(?:\p{L}{2,12}[.,]{0,2} )?(\d{1,2}) ?([/.-]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})([T ,(].*)?$/su;
/** A year of two digits is one where nothing stands behind it but a time. */
const NAMED_DAY_FIRST =
  /^(?:\p{L}{2,12}[.,]{0,2} )?(\d{1,2})(?:st|nd|rd|th|er|\.)?[ -](?:de )?(\p{L}{3,12})\.?,?[ -](?:de )?(\d{4}|\d{2}(?=$|,? \d))([T ,(].*)?$/su;
const NAMED_MONTH_FIRST =
  /^(?:\p{L}{2,12}[.,]{0,2} )?(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})([T ,(].*)?$/su;
/** Days since 30 December 1899, as spreadsheets count them: from 1982 to 2064. */
const SERIAL = /^([3-5]\d{4})(?:[.,](\d+))?$/;
const FIRST_SERIAL_DAY = "1899-12-30";
/** No date takes more; the rest of a cell is text. */
const LOOKED_AT = 100;

/**
 * Reads the dates of a column, in whatever way the program that saved it last writes them. Where day and month could be either, the
 * other dates of the column decide, and then which reading has days that are expected; where neither does, the date is null.
 */
export function readDays(
  column: readonly string[],
  isExpected: (date: string) => boolean = () => false,
): (WrittenDay | null)[] {
  const texts = column.map(folded);
  const order = orderOf(texts, isExpected);
  return texts.map((text) => readDay(text, order));
}

/** The same, without what else the cells say. */
export function readDates(column: readonly string[]): (string | null)[] {
  return readDays(column).map((day) => day?.date ?? null);
}

/** Full-width digits and signs are those of ASCII, and all spaces are one. */
function folded(text: string): string {
  const start = text.trim().slice(0, LOOKED_AT).normalize("NFKC").replaceAll(/\s+/g, " ");
  return start.trim();
}

function orderOf(texts: readonly string[], isExpected: (date: string) => boolean): DayMonthOrder {
  const numbers = texts.flatMap((text) => {
    const [, first, mark, second, year] = NUMBERS.exec(text) ?? [];
    return first && second && year && mark !== "." ? [{ first, second, year: fullYear(year) }] : [];
  });
  const isDayFirst = numbers.some(({ first }) => Number(first) > 12);
  const isMonthFirst = numbers.some(({ second }) => Number(second) > 12);
  if (isDayFirst !== isMonthFirst) return isDayFirst ? "day-first" : "month-first";
  if (isDayFirst) return null;
  const isAmong = (date: string | null) => date !== null && isExpected(date);
  // 5/5 is the same day either way.
  const telling = numbers.filter(({ first, second }) => Number(first) !== Number(second));
  const asDayFirst = telling.some(({ first, second, year }) => isAmong(dateOf(year, second, first)));
  const asMonthFirst = telling.some(({ first, second, year }) => isAmong(dateOf(year, first, second)));
  if (asDayFirst === asMonthFirst) return null;
  return asDayFirst ? "day-first" : "month-first";
}

function readDay(text: string, order: DayMonthOrder): WrittenDay | null {
  return readYearFirst(text) ?? readSerial(text) ?? readNamed(text) ?? readNumbers(text, order);
}

function readYearFirst(text: string): WrittenDay | null {
  const [, year, month, day, behindSign, behind] = YEAR_FIRST.exec(text) ?? COMPACT.exec(text) ?? [];
  return year && month && day ? dayOf(dateOf(year, month, day), behindSign ?? behind) : null;
}

function readSerial(text: string): WrittenDay | null {
  const [, days, fraction] = SERIAL.exec(text) ?? [];
  if (!days) return null;
  return { date: addDays(FIRST_SERIAL_DAY, Number(days)), rest: fraction ? `0.${fraction}` : "" };
}

function readNamed(text: string): WrittenDay | null {
  const dayFirst = NAMED_DAY_FIRST.exec(text);
  const [, first = "", second = "", year = "", behind] = dayFirst ?? NAMED_MONTH_FIRST.exec(text) ?? [];
  const [day, name] = dayFirst ? [first, second] : [second, first];
  const month = monthOfName(name);
  return month === null ? null : dayOf(dateOf(fullYear(year), String(month), day), behind);
}

function readNumbers(text: string, order: DayMonthOrder): WrittenDay | null {
  const [, first, mark, second, end, behind] = NUMBERS.exec(text) ?? [];
  if (!first || !second || !end) return null;
  const year = fullYear(end);
  // Only days come before points.
  const isDayFirst = mark === "." || order === "day-first" || Number(first) > 12;
  if (isDayFirst) return dayOf(dateOf(year, second, first), behind);
  const isMonthFirst = order === "month-first" || Number(second) > 12 || Number(first) === Number(second);
  return isMonthFirst ? dayOf(dateOf(year, first, second), behind) : null;
}

function fullYear(year: string): string {
  return year.length === 2 ? `20${year}` : year;
}

function dateOf(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCalendarDate(date) ? date : null;
}

/** A day of the week says nothing that the date does not. */
const WEEKDAY =
  /^\(?(?:(?:星期|周|週|礼拜)[一二三四五六日天]|[日月火水木金土](?:曜日?)?(?=\))|[월화수목금토일](?:요일|(?=\)))|(?:mon|tue|wed|thu|fri|sat|sun)\p{L}{0,6}\.?)\)?[, ]*/iu;

function dayOf(date: string | null, behind = ""): WrittenDay | null {
  if (date === null) return null;
  const rest = behind.replace(/^[日일T, ]+/, "").replace(WEEKDAY, "");
  return { date, rest: rest.trim() };
}
