import { daysBetween } from "#lib/shared/dates.ts";
import type { VisibleEvent } from "#lib/shared/events.ts";
import { fieldPhrase } from "./field-phrase.ts";
import type { Changes } from "./history-groups.ts";
import type { HistoryNames, EventOf, Phrase, PhraseContext } from "./history-phrase.ts";
import { budgetPhrase } from "./money-phrase.ts";

type TripOp = Extract<VisibleEvent["op"], `trip.${string}`>;

export function tripPhrase(event: EventOf<TripOp>, { changes, names, events }: PhraseContext): Phrase {
  switch (event.op) {
    case "trip.created":
      return { key: "tripCreated", values: {} };
    case "trip.archived":
      return { key: "tripArchived", values: {} };
    case "trip.unarchived":
      return { key: "tripUnarchived", values: {} };
    case "trip.deleted":
      return { key: "tripDeleted", values: {} };
    case "trip.restored":
      return { key: "tripRestored", values: {} };
    case "trip.updated": {
      const title = changes["title"]?.[1];
      const isTitle = typeof title === "string" && Object.keys(changes).length === 1;
      if (isTitle) return { key: "tripRenamed", values: { title } };
      const budget = budgetPhrase(event, changes, names);
      return budget ?? fieldPhrase(names.field("trip"), changes, names, events.length);
    }
    default:
      return event satisfies never;
  }
}

/**
 * Returns one sentence for a change of the trip's dates, however many days, stops and reservations it touched; null
 * if the dates did not change.
 */
export function datesPhrase(events: readonly VisibleEvent[], names: HistoryNames): Phrase | null {
  const trip = events.findLast((event) => event.op === "trip.updated");
  if (!trip?.changes || !("startDate" in trip.changes || "endDate" in trip.changes)) return null;
  const toIdeas = movedStops(events, (before, after) => before !== null && after === null);
  const toDays = movedStops(events, (before, after) => before === null && after !== null);
  const moved = {
    toIdeas: toIdeas.length,
    toIdeasNames: names.some(toIdeas.map((id) => names.thing(id))),
    toDays: toDays.length,
    toDaysNames: names.some(toDays.map((id) => names.thing(id))),
    bookings: events.filter(({ op }) => op === "reservation.updated").length,
  };
  const { startDate, endDate } = trip.entity;
  if (!startDate || !endDate) return { key: "tripUndated", values: moved };
  const how = howChanged(trip.changes, startDate, endDate);
  return { key: "tripDates", values: { how, range: names.range(startDate, endDate), ...moved } };
}

/** Returns the ids of the stops whose change of day fulfils the condition. */
function movedStops(
  events: readonly VisibleEvent[],
  isSo: (before: unknown, after: unknown) => boolean,
): string[] {
  return events.flatMap(({ op, changes, entityId }) => {
    const day = changes?.["dayId"];
    return op.startsWith("stop.") && day !== undefined && isSo(...day) ? entityId : [];
  });
}

function howChanged(changes: Changes, start: string, end: string): string {
  const before = [changes["startDate"]?.[0] ?? start, changes["endDate"]?.[0] ?? end];
  const [oldStart, oldEnd] = before;
  // Without both old dates the change counts as setting the dates.
  const wasDated =
    typeof oldStart === "string" &&
    typeof oldEnd === "string" &&
    changes["startDate"]?.[0] !== null &&
    changes["endDate"]?.[0] !== null;
  if (!wasDated) return "set";
  const by = daysBetween(start, end) - daysBetween(oldStart, oldEnd);
  if (by === 0) return "shifted";
  return by < 0 ? "shortened" : "extended";
}
