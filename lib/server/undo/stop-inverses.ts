import { runPipelined } from "#db/client.ts";
import type { StoredEvent } from "#db/queries/events.ts";
import { selectRetiredDays, selectStopsById } from "#db/queries/stops.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import type { StopDto, StopFields } from "#lib/shared/stops.ts";
import { recordStopChange } from "../stops/edit-stop.ts";
import { type RetiredDays, retiredDaysOf } from "../stops/restore-stop.ts";
import { sendStopStatements } from "../stops/stop-row.ts";
import type { TripWrite } from "../writes/write.ts";

interface Change {
  patch: Partial<StopFields>;
  op: EventOp;
}

/** Returns the change of the current stop, deleted or not, that undoes an event; null when nothing is left to do. */
type Act = (stop: StopDto, event: StoredEvent, around: { at: string; retired: RetiredDays }) => Change | null;

/**
 * The inverse of a stop's event. Imports and changes of dates change a thousand stops at once, so these events are
 * undone together.
 */
export interface StopInverse {
  need: "editor";
  act: Act;
}

export interface StopUndo {
  event: StoredEvent;
  act: Act;
}

export function stopInverse(act: Act): StopInverse {
  return { need: "editor", act };
}

/** Undoes events of stops in this order. However many there are, one statement reads them and one writes them. */
export async function undoStops(write: TripWrite, deeds: readonly StopUndo[]): Promise<void> {
  if (deeds.length === 0) return;
  const tripId = write.trip.id;
  const ids = [...new Set(deeds.map(({ event }) => event.entityId))];
  const dayIds = deeds.flatMap(({ event }) => {
    const dayId = event.before?.["dayId"];
    return typeof dayId === "string" ? dayId : [];
  });
  const [rows, days] = await runPipelined([
    selectStopsById(write.tx, { tripId, ids }),
    selectRetiredDays(write.tx, { tripId, dayIds: [...new Set(dayIds)], stopIds: ids }),
  ]);
  const around = { at: write.at.toISOString(), retired: retiredDaysOf(days) };
  const stops = new Map(rows.map(({ stop }) => [stop.id, stop]));
  const changed = new Map<string, StopDto>();
  for (const { event, act } of deeds) {
    const stop = changed.get(event.entityId) ?? stops.get(event.entityId);
    if (!stop) throw notFound("stop");
    const change = act(stop, event, around);
    const next = change ? recordStopChange(write, stop, change.patch, change.op) : stop;
    if (next !== stop) changed.set(stop.id, next);
  }
  sendStopStatements(write, [...changed.values()]);
}
