import { addDays, isCalendarDate } from "./dates.ts";
import { isStartBeforeEnd, localClock, localDate } from "./reservation-times.ts";
import type { LocalTime, ReservationFields } from "./reservations.ts";

type Ends = Pick<ReservationFields, "start" | "end">;

/**
 * The reservation's ends, moved by whole days with the same local times. null for a reservation that stays: one without
 * dates, a confirmed one, since its provider does not know about the change, and the rare one that can't exist on its
 * new dates (for instance in an hour that daylight saving time skips).
 */
export function shiftedEnds(
  { start, end, confirmation }: Ends & Pick<ReservationFields, "confirmation">,
  days: number,
): { start: LocalTime; end: LocalTime | null } | null {
  if (!start || days === 0 || confirmation !== null) return null;
  const shifted = { start: moved(start, days), end: end && moved(end, days) };
  const dates = [shifted.start, shifted.end ?? shifted.start].map(localDate);
  if (!dates.every(isCalendarDate)) return null;
  return shifted.end && !isStartBeforeEnd(shifted.start, shifted.end) ? null : shifted;
}

function moved(time: LocalTime, days: number): LocalTime {
  const date = addDays(localDate(time), days);
  const clock = localClock(time);
  return { local: clock === null ? date : `${date}T${clock}`, zone: time.zone };
}
