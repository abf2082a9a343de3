import { addDays } from "./dates.ts";
import type { OpeningHours } from "./opening-hours.ts";
import type { OpenDay, OpenSpan } from "./place-about.ts";
import type { StopFields } from "./stops.ts";

/** The opening hours of a stop's place on a date and around it; null: they are not known. */
export type HoursOf = (stop: Pick<StopFields, "id" | "hours">, date: string) => readonly OpenDay[] | null;

/** Whether a place is open at the time of a visit. */
export interface OpenState {
  /** null: the time of the visit is not known. */
  isOpen: boolean | null;
  /** The opening hours on the day of the visit. */
  spans: readonly OpenSpan[];
}

/**
 * The state of a place on a date, at a time if one is given; null where nothing is known about that day. Hours that
 * pass midnight count for the next date too, so `days` should begin with the day before.
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

/** The opening hours that users have typed for the stop. */
export const typedHoursOf: HoursOf = ({ hours }, date) => (hours === null ? null : weeklyHours(hours, date));

const SUNDAY_FIRST = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** The weekly opening hours on a date and on the day before. */
export function weeklyHours(hours: OpeningHours, date: string): OpenDay[] {
  return [addDays(date, -1), date].map((each) => {
    const weekday = SUNDAY_FIRST[new Date(`${each}T00:00:00Z`).getUTCDay()];
    return { date: each, spans: (weekday && hours[weekday]) ?? [] };
  });
}
