import type { When } from "../found-place.ts";
import { readDays, type WrittenDay } from "../written-dates.ts";
import { readClock } from "../written-times.ts";

/** What a row has in its columns of days and times. */
export type WhenCells = Record<"date" | "start" | "end", string | null>;

export interface RowWhen {
  when: When | null;
  /** Cells of which no day or time could be read. */
  lost: Array<{ code: "date-lost" | "time-lost"; column: keyof WhenCells; text: string }>;
}

/** When the rows of a table are. The order of day and month is that of all its dates. */
export function whenOfRows(
  rows: readonly WhenCells[],
  isExpected: ((date: string) => boolean) | undefined,
): RowWhen[] {
  const begins = rows.map(({ date, start }) => date ?? start ?? "");
  const ends = rows.map(({ end }) => end ?? "");
  const days = readDays([...begins, ...ends], isExpected);
  return rows.map((cells, index) => whenOf(cells, days[index] ?? null, days[rows.length + index] ?? null));
}

function whenOf(cells: WhenCells, day: WrittenDay | null, last: WrittenDay | null): RowWhen {
  const lost: RowWhen["lost"] = [];
  const lose = (column: keyof WhenCells, code: "date-lost" | "time-lost" = "time-lost") => {
    const text = cells[column];
    if (text !== null) lost.push({ code, column, text });
    return null;
  };
  if (day === null) {
    lose("date", "date-lost");
    lose("start");
    lose("end");
    return { when: null, lost };
  }
  // Without a date, the day stood in the column of times.
  const dated = cells.date === null ? "start" : "date";
  const start = cells.date === null ? null : cells.start;
  const clock = start === null ? null : (clockOf(start) ?? lose("start"));
  const within = day.rest === "" ? null : (clockOf(day.rest) ?? lose(dated));
  if (start !== null && within !== null && within !== "00:00" && within !== clock) lose(dated);
  const begin = momentOf(day.date, clock ?? (start === null ? within : null));
  const end = cells.end === null ? null : (endOf(cells.end, day, last) ?? lose("end"));
  // An end that is no time is lost already.
  const said = { begin: cells[dated], end: end === null ? null : cells.end };
  return { when: { begin, end, bare: "wall", said }, lost };
}

/** A time of its day, or a day of its own. */
function endOf(text: string, day: WrittenDay, last: WrittenDay | null): string | null {
  const clock = clockOf(text);
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

function clockOf(text: string): string | null {
  return INSTANT.test(text) ? text : readClock(text);
}
