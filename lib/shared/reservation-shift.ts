import { addDays, isCalendarDate } from "./dates.ts";
import { isInOrder, localClock, localDate } from "./reservation-times.ts";
import type { LocalTime, ReservationFields } from "./reservations.ts";

type Ends = Pick<ReservationFields, "start" | "end">;

/**
 * Both ends by whole days, what clocks show there kept; null for a booking that stays: one without dates, one that is
 * confirmed, since its provider knows nothing of the change, and the rare one that could not be on its new dates (on a
 * night with a skipped hour, say).
 */
export function shiftedEnds(
  { start, end, confirmation }: Ends & Pick<ReservationFields, "confirmation">,
  days: number,
): { start: LocalTime; end: LocalTime | null } | null {
  if (!start || days === 0 || confirmation !== null) return null;
  const shifted = { start: moved(start, days), end: end && moved(end, days) };
  const dates = [shifted.start, shifted.end ?? shifted.start].map(localDate);
  if (!dates.every(isCalendarDate)) return null;
  return shifted.end && !isInOrder(shifted.start, shifted.end) ? null : shifted;
}

function moved(time: LocalTime, days: number): LocalTime {
  const date = addDays(localDate(time), days);
  const clock = localClock(time);
  return { local: clock === null ? date : `${date}T${clock}`, zone: time.zone };
}
