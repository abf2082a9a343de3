import type { ExpectedDays } from "../expected-days.ts";
import type { When } from "../found-place.ts";
import { readDays, type WrittenDay } from "../written-dates.ts";
import { haveFractions, readClock, readFraction, readTimeRange } from "../written-times.ts";

/** What a row has in its columns of days and times. */
export type WhenCells = Record<"date" | "start" | "end", string | null>;

export interface RowWhen {
  when: When | null;
  /** Cells of which no day or time could be read. */
  lost: Array<{ code: "date-lost" | "time-lost"; column: keyof WhenCells }>;
}

/** A row with a day. */
interface Row {
  cells: WhenCells;
  day: WrittenDay;
  /** In the column of ends. */
  last: WrittenDay | null;
  /** Of the columns of times, those that count in fractions of a day. */
  fractions: Record<"start" | "end", boolean>;
}

/** When the rows of a table are. The order of day and month is that of all its dates. */
export function whenOfRows(rows: readonly WhenCells[], expected: ExpectedDays | undefined): RowWhen[] {
  const begins = rows.map(({ date, start }) => date ?? start ?? "");
  const ends = rows.map(({ end }) => end ?? "");
  const days = readDays([...begins, ...ends], expected);
  const firsts = withoutMidnights(days.slice(0, rows.length));
  const lasts = withoutMidnights(days.slice(rows.length));
  const [start = false, end = false] = haveFractions([rows.map((cells) => cells.start ?? ""), ends]);
  return rows.map((cells, index) => {
    const row = { cells, last: lasts[index] ?? null, fractions: { start, end } };
    const day = firsts[index] ?? null;
    return day ? whenOf({ ...row, day }) : undated(cells);
  });
}

/** Programs that know no days without a time write midnight behind each: in all rows of a column, it is none. */
function withoutMidnights(days: readonly (WrittenDay | null)[]): (WrittenDay | null)[] {
  const areMidnights = days.every((day) => !day || day.rest === "" || clockOf(day.rest)?.startsWith("00:00"));
  return areMidnights ? days.map((day) => day && { ...day, rest: "" }) : [...days];
}

function undated(cells: WhenCells): RowWhen {
  const columns = ["date", "start", "end"] as const;
  const lost = columns.flatMap((column) => {
    const code = column === "date" ? ("date-lost" as const) : ("time-lost" as const);
    return cells[column] === null ? [] : [{ code, column }];
  });
  return { when: null, lost };
}

function whenOf(row: Row): RowWhen {
  const { cells, day } = row;
  const lost = new Set<keyof WhenCells>();
  const lose = (column: keyof WhenCells) => {
    if (cells[column] !== null) lost.add(column);
    return null;
  };
  // Without a date, the day stood in the column of times.
  const dated = cells.date === null ? "start" : "date";
  const times = timesOf(row, dated, lose);
  const until = times?.end ? momentOf(day.date, times.end) : null;
  const own = cells.end === null ? null : (endOf(cells.end, row) ?? lose("end"));
  // Times that end elsewhere than the column of ends says.
  if (own !== null && until !== null && own !== until) lose(cells.start === null ? "date" : "start");
  // An end that is no time is lost already.
  const said = { begin: cells[dated], end: own === null ? null : cells.end };
  const begin = momentOf(day.date, times?.start ?? null);
  return {
    when: { begin, end: own ?? until, bare: "wall", said },
    lost: [...lost].map((column) => ({ code: "time-lost", column })),
  };
}

/** The times beside a day, or else those behind it. */
function timesOf(
  { cells, day, fractions }: Row,
  dated: "date" | "start",
  lose: (column: keyof WhenCells) => null,
): Times | null {
  // In the ISO form, an offset may follow a time.
  const isIso = /\dT\d/.test(cells[dated] ?? "");
  const within = day.rest === "" ? null : ((isIso ? instantOf(day.rest) : timesIn(day.rest)) ?? lose(dated));
  if (cells.start === null || dated === "start") return within;
  const beside = timesIn(cells.start, fractions.start) ?? lose("start");
  if (within !== null && within.start !== "00:00" && within.start !== beside?.start) lose(dated);
  return beside;
}

/** A time of its day, or a day of its own. */
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

/** With an offset, it is an instant. */
const INSTANT =
  /^(?:[01]\d|2[0-3]):[0-5]\d(?::\d{2}(?:[.,]\d{1,9})?)? ?(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)$/i;
/** `09:00-11:00` goes from one time to a later one, as far as no seconds show that a program wrote an instant. */
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
