import { addDays } from "./dates.ts";
import type { OpeningHours } from "./opening-hours.ts";
import type { OpenDay, OpenSpan } from "./place-about.ts";
import type { StopFields } from "./stops.ts";

/** When a stop's place is open around its day; null: nobody knows. */
export type HoursOf = (stop: Pick<StopFields, "id" | "hours">, date: string) => readonly OpenDay[] | null;

/** Whether a place is open when somebody is there. */
export interface OpenState {
  /** null: nobody has said when one is there. */
  isOpen: boolean | null;
  /** Of that day. */
  spans: readonly OpenSpan[];
}

/**
 * On a day, at a time if there is one; null where nothing is known of that day. What is open past midnight is open on the
 * next date too, so `days` should begin with the day before.
 */
export function openState(days: readonly OpenDay[], date: string, time: string | null): OpenState | null {
  const day = days.find((each) => each.date === date);
  if (!day) return null;
  const { spans } = day;
  if (time === null) return { isOpen: spans.length === 0 ? false : null, spans };
  const late = days.find((each) => each.date === addDays(date, -1))?.spans ?? [];
  const isOpen =
    spans.some(({ opens, closes }) => time >= opens && (closes <= opens || time < closes)) ||
    late.some(({ opens, closes }) => closes <= opens && time < closes);
  return { isOpen, spans };
}

/** What people have typed. */
export const typedHoursOf: HoursOf = ({ hours }, date) => (hours === null ? null : weeklyHours(hours, date));

const SUNDAY_FIRST = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** Hours of the week on a date and on the day before. */
export function weeklyHours(hours: OpeningHours, date: string): OpenDay[] {
  return [addDays(date, -1), date].map((each) => {
    const weekday = SUNDAY_FIRST[new Date(`${each}T00:00:00Z`).getUTCDay()];
    return { date: each, spans: (weekday && hours[weekday]) ?? [] };
  });
}
