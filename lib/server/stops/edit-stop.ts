import { type Db, runPipelined } from "#db/client.ts";
import { selectStop } from "#db/queries/stops.ts";
import { conflictFields } from "#lib/shared/conflict-fields.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import type { StopDto, StopFields, StopPatch } from "#lib/shared/stops.ts";
import { previousValues, changesSinceRead, definedFields, refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";
import { checkParticipants } from "../members/participants.ts";
import { changedRow, eventVisibility } from "../writes/row-fields.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import { zoneChange } from "./place-zone.ts";
import { sendStopStatement } from "./stop-row.ts";

/**
 * Returns the stop.
 * @throws AppError NOT_FOUND when it does not exist or was deleted
 */
export function requireLive(rows: { stop: StopDto }[]): StopDto {
  const stop = rows[0]?.stop;
  if (!stop || stop.deletedAt) throw notFound("stop");
  return stop;
}

/**
 * Writes fields of a stop and records the change; returns the row as a read would return it, with its votes and counts.
 */
export function changeStop(
  write: TripWrite,
  stop: StopDto,
  patch: Partial<StopFields>,
  op: EventOp,
): StopDto {
  const changed = recordStopChange(write, stop, patch, op);
  if (changed !== stop) sendStopStatement(write, changed);
  return changed;
}

/**
 * Like {@link changeStop}, but only records the event and leaves the statement to the caller; returns the same object
 * when nothing changes.
 */
export function recordStopChange(
  write: TripWrite,
  stop: StopDto,
  patch: Partial<StopFields>,
  op: EventOp,
): StopDto {
  const before = previousValues(stop, patch);
  if (!before) return stop;
  const changed = changedRow(write, stop, patch);
  const visibleTo = eventVisibility(op, changed, null);
  write.record({ op, entityId: stop.id, before, after: afterOf(op, changed), visibleTo });
  return changed;
}

/**
 * Returns the `after` of a stop's event. A restored stop is unknown to clients, so its event contains votes and counts.
 */
function afterOf(op: EventOp, stop: StopDto): object {
  if (op === "stop.deleted") return { id: stop.id };
  const { votes: _votes, commentCount: _commentCount, ...fields } = stop;
  return op === "stop.restored" ? stop : fields;
}

export function readStop(tripId: string, stopId: string) {
  return (tx: Db) => selectStop(tx, { tripId, stopId });
}

export function updateStop(ctx: Ctx, tripId: string, stopId: string, input: StopPatch): Promise<StopDto> {
  const patch = definedFields(input);
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) =>
      runPipelined([
        selectStop(tx, { tripId, stopId }),
        changesSinceRead(ctx, tx, tripId, { kind: "stop", id: stopId }, conflictFields("stop", patch)),
        checkParticipants(tx, tripId, input.participants),
      ]),
    work: async (write, [rows, conflicts, people]) => {
      const stop = requireLive(rows);
      refuseConflict(conflicts, stop);
      const zone = await zoneChange(write, stop, patch);
      return changeStop(write, stop, { ...normalized(patch), ...people, ...zone }, "stop.updated");
    },
  });
}

/** Stores absent parts of a place as null, so that equal places are equal. */
function normalized(patch: StopPatch): Partial<StopFields> {
  const { place, ...rest } = patch;
  // The cast is safe because every field of a patch is a field of the row, and `definedFields` has removed undefined
  // values.
  const fields = rest as Partial<StopFields>;
  return place === undefined ? fields : { ...fields, place };
}

export function deleteStop(ctx: Ctx, tripId: string, stopId: string): Promise<undefined> {
  return writeTrip(ctx, tripId, "editor", {
    read: readStop(tripId, stopId),
    work: async (write, rows) => {
      changeStop(write, requireLive(rows), { deletedAt: write.at.toISOString() }, "stop.deleted");
      return undefined;
    },
  });
}
