import { type Db, runPipelined } from "#db/client.ts";
import { selectReservation, selectReservationRoom } from "#db/queries/reservations.ts";
import { conflictFields, conflictsAmong } from "#lib/shared/conflict-fields.ts";
import { invalidField, notFound } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import {
  endsProblem,
  type ReservationDto,
  type ReservationFields,
  type ReservationPatch,
} from "#lib/shared/reservations.ts";
import { previousValues, changesSinceRead, definedFields, refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";
import { checkParticipants } from "../members/participants.ts";
import { eventVisibility } from "../writes/row-fields.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import { requireLiveStop, requireReservationCapacity } from "./add-reservation.ts";
import { writeReservation } from "./reservation-row.ts";

const ENDS = ["start", "end"];

function requireLive(rows: { reservation: ReservationDto }[]): ReservationDto {
  const reservation = rows[0]?.reservation;
  if (!reservation || reservation.deletedAt) throw notFound("reservation");
  return reservation;
}

/**
 * Writes fields of a reservation and records the event; returns the row as it will be read back, with its number of
 * comments.
 */
export function changeReservation(
  write: TripWrite,
  reservation: ReservationDto,
  patch: Partial<ReservationFields>,
  op: EventOp,
): ReservationDto {
  const before = previousValues(reservation, patch);
  if (!before) return reservation;
  const saved = writeReservation(write, reservation, patch);
  const visibleTo = eventVisibility(op, saved, null);
  write.record({ op, entityId: reservation.id, before, after: afterOf(op, saved), visibleTo });
  return saved;
}

/**
 * Returns the event's `after`. The event of a restored reservation contains the number of comments, because clients
 * have forgotten the reservation.
 */
function afterOf(op: EventOp, reservation: ReservationDto): object {
  if (op === "reservation.deleted") return { id: reservation.id };
  const { commentCount: _, ...fields } = reservation;
  return op === "reservation.restored" ? reservation : fields;
}

export function updateReservation(
  ctx: Ctx,
  tripId: string,
  reservationId: string,
  input: ReservationPatch,
): Promise<ReservationDto> {
  const patch: Partial<ReservationFields> = definedFields(input);
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) =>
      runPipelined([
        selectReservation(tx, { tripId, reservationId }),
        conflictsWith(ctx, tx, tripId, reservationId, patch),
        checkParticipants(tx, tripId, input.participants),
        input.stopId ? selectReservationRoom(tx, { tripId, stopId: input.stopId }) : Promise.resolve([]),
      ]),
    work: async (write, [rows, conflicts, people, [room]]) => {
      const reservation = requireLive(rows);
      refuseConflict(conflicts, reservation);
      if (ENDS.some((field) => field in patch)) requireOrder({ ...reservation, ...patch });
      if (input.stopId && input.stopId !== reservation.stopId) requireLiveStop(room);
      return changeReservation(write, reservation, { ...patch, ...people }, "reservation.updated");
    },
  });
}

/** Returns the conflicting fields. Start and end count as one field: a client that changes one has seen the other. */
async function conflictsWith(
  ctx: Ctx,
  tx: Db,
  tripId: string,
  id: string,
  patch: Partial<ReservationFields>,
): Promise<string[]> {
  const asked = conflictFields("reservation", patch);
  const touched = await changesSinceRead(ctx, tx, tripId, { kind: "reservation", id }, asked);
  return conflictsAmong("reservation", patch, touched);
}

/**
 * Checks that start and end fit each other after a change.
 * @throws AppError VALIDATION_FAILED
 */
function requireOrder(ends: Pick<ReservationFields, "start" | "end">): void {
  const message = endsProblem(ends);
  if (message === null) return;
  throw invalidField("end", message);
}

export function deleteReservation(ctx: Ctx, tripId: string, reservationId: string): Promise<undefined> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => selectReservation(tx, { tripId, reservationId }),
    work: async (write, rows) => {
      const deletedAt = write.at.toISOString();
      changeReservation(write, requireLive(rows), { deletedAt }, "reservation.deleted");
      return undefined;
    },
  });
}

/**
 * Restores a deleted reservation.
 * @throws AppError LIMIT_REACHED
 */
export function restoreReservation(ctx: Ctx, tripId: string, reservationId: string): Promise<ReservationDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) =>
      runPipelined([
        selectReservation(tx, { tripId, reservationId }),
        selectReservationRoom(tx, { tripId, stopId: null }),
      ]),
    work: async (write, [rows, [room]]) => {
      const reservation = rows[0]?.reservation;
      if (!reservation) throw notFound("reservation");
      if (reservation.deletedAt !== null) requireReservationCapacity(room);
      return changeReservation(write, reservation, { deletedAt: null }, "reservation.restored");
    },
  });
}
