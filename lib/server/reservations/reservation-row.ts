import { insertReservation, saveReservation } from "#db/queries/reservations.ts";
import { earliestInstant } from "#lib/shared/reservation-times.ts";
import type { NewReservation, ReservationFields } from "#lib/shared/reservations.ts";
import { changedRow, newRowFields } from "../writes/row-fields.ts";
import type { TripWrite } from "../writes/write.ts";

/* The content of a row is computed before it is written, so that a write does not wait for the database to return
   it. */

type Given = Omit<NewReservation, "id"> & { id: string };

/** Writes a new reservation; returns the row as it will be read back. */
export function writeNewReservation(write: TripWrite, given: Given, createdBy: string): ReservationFields {
  const reservation: ReservationFields = {
    id: given.id,
    kind: given.kind,
    title: given.title,
    start: given.start ?? null,
    end: given.end ?? null,
    from: given.from ?? null,
    to: given.to ?? null,
    confirmation: given.confirmation ?? null,
    provider: given.provider ?? null,
    contact: given.contact ?? null,
    url: given.url ?? null,
    notes: given.notes ?? null,
    cost: given.cost ?? null,
    stopId: given.stopId ?? null,
    participants: given.participants ?? null,
    deletedAt: null,
    ...newRowFields(write),
  };
  write.send(insertReservation(write.tx, { ...rowOf(write, reservation), createdBy }));
  return reservation;
}

/** Writes fields of a reservation that was read under the trip's lock; returns the row as it will be read back. */
export function writeReservation<Reservation extends ReservationFields>(
  write: TripWrite,
  reservation: Reservation,
  change: Partial<ReservationFields>,
): Reservation {
  const saved = changedRow(write, reservation, change);
  write.send(saveReservation(write.tx, rowOf(write, saved)));
  return saved;
}

function rowOf(write: TripWrite, reservation: ReservationFields) {
  return {
    tripId: write.trip.id,
    id: reservation.id,
    reservation: JSON.stringify(reservation),
    startAt: reservation.start && new Date(earliestInstant(reservation.start)),
    at: write.at,
  };
}
