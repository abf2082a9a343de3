import { addDays } from "./dates.ts";
import type { OpeningHours } from "./opening-hours.ts";

const SUNDAY_FIRST = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

function spansOn(hours: OpeningHours, date: string) {
  const weekday = SUNDAY_FIRST[new Date(`${date}T00:00:00Z`).getUTCDay()];
  return (weekday && hours[weekday]) ?? [];
}

/** Whether it is open on a date; with a time, whether at that time. Hours run past midnight into the next date. */
export function isOpenOn(hours: OpeningHours, date: string, time: string | null): boolean {
  const today = spansOn(hours, date);
  if (time === null) return today.length > 0;
  const isOpen = today.some(({ opens, closes }) => time >= opens && (closes <= opens || time < closes));
  const late = spansOn(hours, addDays(date, -1));
  return isOpen || late.some(({ opens, closes }) => closes <= opens && time < closes);
}
