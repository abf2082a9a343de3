import { isCalendarDate } from "#lib/shared/dates.ts";
import type { Trip, TripDay } from "./tools.ts";

/** Returns a list as text; the first and the last line are optional. */
export function bulletList(head: string, items: readonly string[], foot = ""): string {
  return [head, ...items.map((item) => `- ${item}`), foot].filter((line) => line !== "").join("\n");
}

/** Returns the day's number, from 1. */
export function dayNumber(trip: Trip, day: TripDay): number {
  return trip.days.findIndex(({ dayId }) => dayId === day.dayId) + 1;
}

export function dateText(date: string, locale: string): string {
  if (!isCalendarDate(date)) return date;
  const format = { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(locale, format).format(new Date(`${date}T00:00:00Z`));
}

/** Returns the trip's first and last date, as far as they are known. */
export function datesOf(trip: Trip, locale: string): [string, string] {
  const [first = "", last = ""] = [trip.days.at(0)?.date, trip.days.at(-1)?.date].map((date) => date ?? "");
  return [dateText(first, locale), dateText(last, locale)];
}
