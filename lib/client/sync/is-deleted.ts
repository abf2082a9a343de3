import type { TripEvent } from "#lib/shared/events.ts";
import { LIST_NAMES } from "#lib/shared/resources/list-resources.ts";
import type { TripDto } from "#lib/shared/trips.ts";

/** Matches the ops of the events after which a row is deleted or restored for this user. */
const ENDS = /\.(?:deleted|withdrawn|restored|shared|published)$/;

export function isDeletedByEvents(events: readonly TripEvent[], id: string): boolean {
  const last = events.findLast(
    (event) => event.op !== "redacted" && event.entityId === id && ENDS.test(event.op),
  );
  return last !== undefined && /deleted|withdrawn/.test(last.op);
}

/**
 * Whether the row with this id still exists, so that a text typed for it can be saved: the trip, a day, stop,
 * reservation, expense, item or row of a list resource.
 */
export function isRowPresent(
  { trip, recent }: { trip: TripDto; recent: readonly TripEvent[] },
  id: string,
): boolean {
  const { days, stops, reservations, expenses, items, expenseCount } = trip;
  const lists = LIST_NAMES.flatMap((list) => trip[list]);
  const rows = [...stops, ...days, ...reservations, ...expenses, ...items, ...lists];
  if (id === trip.id || rows.some((row) => row.id === id)) return true;
  // Of expenses that are older than those of the trip, the client knows only the id.
  return expenses.length < expenseCount && !isDeletedByEvents(recent, id);
}
