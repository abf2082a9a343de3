import type { TripEvent } from "#lib/shared/events.ts";
import type { TripDto } from "#lib/shared/trips.ts";

/** After which a row is there no more, or is there again. */
const ENDS = /\.(?:deleted|withdrawn|restored|shared|published)$/;

export function isDeletedIn(events: readonly TripEvent[], id: string): boolean {
  const last = events.findLast(
    (event) => event.op !== "redacted" && event.entityId === id && ENDS.test(event.op),
  );
  return last !== undefined && /deleted|withdrawn/.test(last.op);
}

/** Whether what is typed for this trip, day, stop, booking, expense or item of a list has where to go. */
export function isThere(
  { trip, recent }: { trip: TripDto; recent: readonly TripEvent[] },
  id: string,
): boolean {
  const { days, stops, reservations, expenses, items, expenseCount } = trip;
  const rows = [...stops, ...days, ...reservations, ...expenses, ...items];
  if (id === trip.id || rows.some((row) => row.id === id)) return true;
  // Expenses that are older than those of the trip are known by their id alone.
  return expenses.length < expenseCount && !isDeletedIn(recent, id);
}
