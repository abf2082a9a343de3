import type { ExpectedDays } from "../expected-days.ts";
import type { RecordTimes } from "../found-place.ts";
import { readDays, type WrittenDay } from "../written-dates.ts";
import { areDayFractions, readClock, readFraction, readTimeRange } from "../written-times.ts";

/** The cells of a row in the columns for days and times. */
export type TimeCells = Record<"date" | "start" | "end", string | null>;

export interface RowTimes {
  when: RecordTimes | null;
  /** The cells in which no day or time could be read. */
  lost: Array<{ code: "date-lost" | "time-lost"; column: keyof TimeCells }>;
}

/** A row that has a day. */
interface Row {
  cells: TimeCells;
  day: WrittenDay;
  /** The day in the column for ends. */
  last: WrittenDay | null;
  /** Whether the columns for times contain fractions of a day. */
  fractions: Record<"start" | "end", boolean>;
}

/** Reads the days and times of all rows. All dates of the table together decide the order of day and month. */
export function readRowTimes(rows: readonly TimeCells[], expected: ExpectedDays | undefined): RowTimes[] {
  const begins = rows.map(({ date, start }) => date ?? start ?? "");
  const ends = rows.map(({ end }) => end ?? "");
  const days = readDays([...begins, ...ends], expected);
  const firsts = withoutMidnights(days.slice(0, rows.length));
  const lasts = withoutMidnights(days.slice(rows.length));
  const [start = false, end = false] = areDayFractions([rows.map((cells) => cells.start ?? ""), ends]);
  return rows.map((cells, index) => {
    const row = { cells, last: lasts[index] ?? null, fractions: { start, end } };
    const day = firsts[index] ?? null;
    return day ? whenOf({ ...row, day }) : undated(cells);
  });
}

/**
 * Removes the times of a column in which all rows have midnight: programs that always store a time with a day write
 * midnight behind each day.
 */
function withoutMidnights(days: readonly (WrittenDay | null)[]): (WrittenDay | null)[] {
  const areMidnights = days.every((day) => !day || day.rest === "" || clockOf(day.rest)?.startsWith("00:00"));
  return areMidnights ? days.map((day) => day && { ...day, rest: "" }) : [...days];
}

function undated(cells: TimeCells): RowTimes {
  const columns = ["date", "start", "end"] as const;
  const lost = columns.flatMap((column) => {
    const code = column === "date" ? ("date-lost" as const) : ("time-lost" as const);
    return cells[column] === null ? [] : [{ code, column }];
  });
  return { when: null, lost };
}

function whenOf(row: Row): RowTimes {
  const { cells, day } = row;
  const lost = new Set<keyof TimeCells>();
  const lose = (column: keyof TimeCells) => {
    if (cells[column] !== null) lost.add(column);
    return null;
  };
  // In a table without a column for dates, the day was in the column for start times.
  const dated = cells.date === null ? "start" : "date";
  const times = timesOf(row, dated, lose);
  const until = times?.end ? momentOf(day.date, times.end) : null;
  const own = cells.end === null ? null : (endOf(cells.end, row) ?? lose("end"));
  // The cell of the start has an end of its own that differs from the column for ends, so it is reported as lost.
  if (own !== null && until !== null && own !== until) lose(cells.start === null ? "date" : "start");
  // An end that could not be read as a time is reported already.
  const said = { begin: cells[dated], end: own === null ? null : cells.end };
  const begin = momentOf(day.date, times?.start ?? null);
  return {
    when: { begin, end: own ?? until, bare: "wall", said },
    lost: [...lost].map((column) => ({ code: "time-lost", column })),
  };
}

/** Returns the times in their own column, or else those behind the day in its cell. */
function timesOf(
  { cells, day, fractions }: Row,
  dated: "date" | "start",
  lose: (column: keyof TimeCells) => null,
): Times | null {
  // In the ISO format, an offset may follow the time.
  const isIso = /\dT\d/.test(cells[dated] ?? "");
  const within = day.rest === "" ? null : ((isIso ? instantOf(day.rest) : timesIn(day.rest)) ?? lose(dated));
  if (cells.start === null || dated === "start") return within;
  const beside = timesIn(cells.start, fractions.start) ?? lose("start");
  if (within !== null && within.start !== "00:00" && within.start !== beside?.start) lose(dated);
  return beside;
}

/** Reads an end: a time of the row's day, or a day with or without a time. */
function endOf(text: string, { day, last, fractions }: Row): string | null {
  const clock = clockOf(text, fractions.end);
  if (clock !== null) return momentOf(day.date, clock);
  if (last === null) return null;
  const time = last.rest === "" ? null : clockOf(last.rest);
  return last.rest !== "" && time === null ? null : momentOf(last.date, time);
}

function momentOf(date: string, time: string | null): string {
  return time === null ? date : `${date}T${time}`;
}

/** A time with an offset, which makes it an instant. */
const INSTANT =
  /^(?:[01]\d|2[0-3]):[0-5]\d(?::\d{2}(?:[.,]\d{1,9})?)? ?(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)$/i;
/**
 * `09:00-11:00` is a range when the second time is later than the first; otherwise it is a time with an offset. A time
 * with seconds was written by a program and is never a range.
 */
const MAY_BE_RANGE = /^(\d{2}:\d{2})-(\d{2}:\d{2})$/;

interface Times {
  start: string;
  end: string | null;
}

function timesIn(text: string, isFraction = false): Times | null {
  const [, first = "", last = ""] = MAY_BE_RANGE.exec(text) ?? [];
  const range = INSTANT.test(text) && first >= last ? null : readTimeRange(text);
  return range ?? instantOf(text, isFraction);
}

function instantOf(text: string, isFraction = false): Times | null {
  const start = clockOf(text, isFraction);
  return start === null ? null : { start, end: null };
}

function clockOf(text: string, isFraction = false): string | null {
  if (isFraction) return readFraction(text);
  return INSTANT.test(text) ? text : readClock(text);
}
