import type { StopDto } from "#lib/shared/stops.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import type { ToolRun } from "../tool.ts";
import type { SharedTrip } from "./shared-trip.ts";

/** A stop of the trip, or one that this run has proposed. */
export interface PlannedStop extends Pick<
  StopDto,
  "id" | "name" | "dayId" | "place" | "notes" | "category" | "startTime" | "hours"
> {
  isProposed: boolean;
}

/**
 * Returns the trip's stops, each day's in order, with the changes that the run has proposed so far, because later calls
 * may refer to them.
 */
export function plannedStops({ proposed }: ToolRun, trip: SharedTrip): PlannedStop[] {
  return withChanges(trip, proposed);
}

/** Returns the trip's stops as they are after the changes. */
export function withChanges({ stops }: SharedTrip, changes: readonly SuggestedChange[]): PlannedStop[] {
  const there = stops.map(({ id, name, dayId, place, notes, category, startTime, hours }) => {
    return { id, name, dayId, place, notes, category, startTime, hours, isProposed: false };
  });
  return changes.reduce<PlannedStop[]>(withChange, there);
}

function withChange(stops: PlannedStop[], { op, entityId, input }: SuggestedChange): PlannedStop[] {
  const stop = stops.find(({ id }) => id === entityId);
  const others = stops.filter((each) => each !== stop);
  // The cast is safe because proposed changes were parsed by their schemas.
  const fields = input as Partial<PlannedStop> & { afterId?: string | null };
  if (op === "stops.create") {
    const { id = "", name = "", dayId = null, place = null, notes = null } = fields;
    const { category = "other", startTime = null, hours = null } = fields;
    return [...stops, { id, name, dayId, place, notes, category, startTime, hours, isProposed: true }];
  }
  if (!stop) return stops;
  if (op === "stops.delete") return others;
  if (op === "stops.update") {
    const { name = stop.name, place = stop.place, notes = stop.notes } = fields;
    const { category = stop.category, startTime = stop.startTime, hours = stop.hours } = fields;
    const changed = { ...stop, name, place, notes, category, startTime, hours };
    return stops.map((each) => (each === stop ? changed : each));
  }
  if (op !== "stops.move") return stops;
  const { dayId = null, afterId } = fields;
  const at = others.findIndex(({ id }) => id === afterId) + 1;
  return others.toSpliced(at, 0, { ...stop, dayId });
}

/**
 * Returns a note for results that show the trip without the proposed changes, because the model takes these changes for
 * done.
 */
export function unappliedChangesNote({ proposed }: ToolRun): string | null {
  const count = proposed.length;
  if (count === 0) return null;
  return `This is the trip as it stands, without the ${count === 1 ? "change" : `${count} changes`} that you have proposed.`;
}

/** Returns the last stop of a day (null: of Ideas). */
export function lastStopOfDay(stops: readonly PlannedStop[], dayId: string | null): PlannedStop | undefined {
  return stops.findLast((stop) => stop.dayId === dayId);
}
