import { runPipelined } from "#db/client.ts";
import { type ReservationRoom, selectReservation, selectReservationRoom } from "#db/queries/reservations.ts";
import { AppError, invalidField } from "#lib/shared/errors.ts";
import { MAX_RESERVATIONS } from "#lib/shared/reservation-kinds.ts";
import type { NewReservation, ReservationDto } from "#lib/shared/reservations.ts";
import type { Ctx } from "../context.ts";
import { createOnce, type CreationRequest } from "../writes/creation.ts";
import { checkParticipants } from "../members/participants.ts";
import { writeTrip } from "../writes/write.ts";
import { writeNewReservation } from "./reservation-row.ts";

export function addReservation(ctx: Ctx, tripId: string, input: NewReservation): Promise<ReservationDto> {
  const creation: CreationRequest = { kind: "reservation", tripId, input };
  const { id: _, ...fields } = input;
  return createOnce(
    ctx,
    creation,
    (id, claim) =>
      writeTrip(ctx, tripId, "editor", {
        read: (tx) =>
          runPipelined([
            selectReservationRoom(tx, { tripId, stopId: input.stopId ?? null }),
            checkParticipants(tx, tripId, input.participants),
          ]),
        work: async (write, [[room], people]) => {
          requireReservationCapacity(room);
          if (input.stopId) requireLiveStop(room);
          const reservation = writeNewReservation(write, { ...fields, ...people, id }, ctx.viewer.userId);
          write.claim(claim);
          write.record({ op: "reservation.created", entityId: id, after: reservation });
          return { ...reservation, commentCount: 0 };
        },
      }),
    async (id) => (await selectReservation(ctx.db, { tripId, reservationId: id }))[0]?.reservation,
  );
}

/**
 * Checks that the trip can have one more reservation.
 * @throws AppError LIMIT_REACHED
 */
export function requireReservationCapacity(room: ReservationRoom | undefined): void {
  if (!room) throw new Error("The query of the room returned no row.");
  if (room.reservationCount < MAX_RESERVATIONS) return;
  const message = `A trip holds at most ${MAX_RESERVATIONS} reservations. Delete some first.`;
  throw new AppError("LIMIT_REACHED", message);
}

/**
 * Checks that the stop of a reservation exists and is not deleted. When the stop is deleted later, the reservation
 * keeps the reference, so that it is right again when the stop is restored.
 */
export function requireLiveStop(room: ReservationRoom | undefined): void {
  if (room?.isStopLive) return;
  throw invalidField("stopId", "This is no stop of the trip.");
}
