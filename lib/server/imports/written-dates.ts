import { addDays } from "#lib/shared/dates.ts";
import { withGregorianYear } from "./eras.ts";
import { type ExpectedDays, isNearExpectedDays, NO_DAYS } from "./expected-days.ts";
import { monthOfName } from "./month-names.ts";
import { type DateNumbers, dateOf, datesOfColumn, isDate } from "./number-dates.ts";

/* Reads dates, and the text behind them, in the formats of people and spreadsheets of many countries. */

/** A day of a table, with the rest of its cell, such as a time. */
export interface WrittenDay {
  date: string;
  rest: string;
}

const YEAR_FIRST = /^(\d{4}) ?[-/.年년] ?(\d{1,2}) ?[-/.月월] ?(\d{1,2})(?:([日일号號].*)|\.?([T ,(].*)?)$/s;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T(.*))?$/s;
/** Matches a date of three numbers. The year has two or four digits; if the last number has one, the year is first. */
const NUMBERS =
  /^(?:\p{L}{2,12}[.,]{0,2} )?(\d{1,2}) ?([/.-]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{1,2})\.?([T ,(].*)?$/su;
/** Matches a date with a day before its month's name. Only nothing or a time may follow a year of two digits. */
const NAMED_DAY_FIRST =
  /^(?:\p{L}{2,12}[.,]{0,2} )?(\d{1,2})(?:st|nd|rd|th|er|\.)?[ -](?:de )?(\p{L}{3,12})\.?,?[ -](?:de )?(\d{4}|\d{2}(?=$|,? \d))([T ,(].*)?$/su;
const NAMED_MONTH_FIRST =
  /^(?:\p{L}{2,12}[.,]{0,2} )?(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})([T ,(].*)?$/su;
/** Days since 30 December 1899, as spreadsheets count them; the pattern allows 1982 to 2064. */
const SERIAL = /^([3-5]\d{4})(?:[.,](\d+))?$/;
const FIRST_SERIAL_DAY = "1899-12-30";
/** A number is read as a day only when it is within so many days of the expected ones. */
const SERIAL_NEAR_DAYS = 3653;
/** Number of characters that are examined; no date is longer, and the rest of a cell is text. */
const LOOKED_AT = 100;

/**
 * Reads the dates of a column in whatever format a program wrote them. When the order of the numbers is ambiguous, the
 * other dates of the column decide, and then the expected days; when these do not decide either, the date is null.
 */
export function readDays(column: readonly string[], expected: ExpectedDays = NO_DAYS): (WrittenDay | null)[] {
  const texts = column.map(folded);
  const numbers = texts.map(numbersOf);
  const dates = datesOfColumn(numbers, expected);
  return texts.map((text, index) => {
    const date = dates[index] ?? null;
    return readPlain(text, expected) ?? dayOf(date, numbers[index]?.behind);
  });
}

/** Reads the dates like {@link readDays}, without the rest of the cells. */
export function readDates(column: readonly string[], expected?: ExpectedDays): (string | null)[] {
  return readDays(column, expected).map((day) => day?.date ?? null);
}

/** Whether a text is a date, even one whose order only other dates can tell. */
export function isWrittenDate(text: string): boolean {
  const start = folded(text);
  const numbers = numbersOf(start);
  return readPlain(start, NO_DAYS) !== null || (numbers !== null && isDate(numbers));
}

/**
 * Normalises a text: full-width digits and signs become ASCII, white space becomes single spaces, and years of an era
 * become Gregorian.
 */
function folded(text: string): string {
  const start = text.trim().slice(0, LOOKED_AT).normalize("NFKC").replaceAll(/\s+/g, " ");
  return withGregorianYear(start.trim());
}

/** Reads a date that is unambiguous without the other dates. */
function readPlain(text: string, expected: ExpectedDays): WrittenDay | null {
  return readYearFirst(text) ?? readSerial(text, expected) ?? readNamed(text);
}

function readYearFirst(text: string): WrittenDay | null {
  const [, year, month, day, behindSign, behind] = YEAR_FIRST.exec(text) ?? COMPACT.exec(text) ?? [];
  return year && month && day ? dayOf(dateOf(year, month, day), behindSign ?? behind) : null;
}

function readSerial(text: string, expected: ExpectedDays): WrittenDay | null {
  const [, days, fraction] = SERIAL.exec(text) ?? [];
  if (!days) return null;
  const date = addDays(FIRST_SERIAL_DAY, Number(days));
  if (!isNearExpectedDays(date, expected, SERIAL_NEAR_DAYS)) return null;
  // The added zeros keep the fraction from being read as hours and minutes.
  return { date, rest: fraction ? `0.${fraction.padEnd(3, "0")}` : "" };
}

function readNamed(text: string): WrittenDay | null {
  const dayFirst = NAMED_DAY_FIRST.exec(text);
  const [, first = "", second = "", year = "", behind] = dayFirst ?? NAMED_MONTH_FIRST.exec(text) ?? [];
  const [day, name] = dayFirst ? [first, second] : [second, first];
  const month = monthOfName(name);
  return month === null ? null : dayOf(dateOf(year, String(month), day), behind);
}

function numbersOf(text: string): (DateNumbers & { behind: string | undefined }) | null {
  const [, first, mark, second, third, behind] = NUMBERS.exec(text) ?? [];
  return first && mark && second && third ? { parts: [first, second, third], mark, behind } : null;
}

/** A day of the week, which is removed because the date already implies it. */
const WEEKDAY =
  /^\(?(?:(?:星期|周|週|礼拜)[一二三四五六日天]|[日月火水木金土](?:曜日?)?(?=\))|[월화수목금토일](?:요일|(?=\)))|(?:mon|tue|wed|thu|fri|sat|sun)\p{L}{0,6}\.?)\)?[, ]*/iu;

function dayOf(date: string | null, behind = ""): WrittenDay | null {
  if (date === null) return null;
  const rest = behind.replace(/^[日일号號T, ]+/, "").replace(WEEKDAY, "");
  return { date, rest: rest.trim() };
}
