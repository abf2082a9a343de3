import { conflictFields } from "#lib/shared/conflict-fields.ts";
import type {
  NewReservation,
  ReservationDto,
  ReservationFields,
  ReservationPatch,
} from "#lib/shared/reservations.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { call } from "../base/api.ts";
import { reservationsApi } from "../base/operations.ts";
import type { EditOptions, PredictionContext, Write } from "./write.ts";

export function addReservationWrite(
  tripId: string,
  input: NewReservation & { id: string },
): Write<ReservationDto> {
  return {
    label: { action: "addReservation", entityId: input.id },
    send: (options) => call(reservationsApi.create, { params: { tripId }, body: input }, options),
    predict: (scene) =>
      findReservation(scene.trip, input.id)
        ? []
        : [{ op: "reservation.created", entity: newReservation(input, scene) }],
    // When somebody has deleted the row since its create, a repeat of the create answers with the deleted row.
    confirm: (row) => (row.deletedAt === null ? [{ op: "reservation.created", entity: row }] : []),
    settledBy: "reservation.created",
    suggestion: { op: "reservations.create", input },
  };
}

export function updateReservationWrite(
  tripId: string,
  reservationId: string,
  patch: ReservationPatch,
  { baseSeq, force = false }: EditOptions,
): Write<ReservationDto> {
  const params = { tripId, reservationId };
  return {
    label: { action: "updateReservation", entityId: reservationId },
    send: (options) => call(reservationsApi.update, { params, body: patch }, options),
    predict: ({ trip }) => {
      const row = findReservation(trip, reservationId);
      return row ? [{ op: "reservation.updated", entity: { ...row, ...defined(patch) } }] : [];
    },
    confirm: (row) => [{ op: "reservation.updated", entity: row }],
    suggestion: { op: "reservations.update", entityId: reservationId, input: patch },
    edit: {
      fields: conflictFields("reservation", patch),
      patch,
      baseSeq,
      force,
      current: (trip) => findReservation(trip, reservationId) ?? null,
    },
  };
}

export function deleteReservationWrite(tripId: string, reservationId: string): Write<undefined> {
  return {
    label: { action: "deleteReservation", entityId: reservationId },
    send: (options) => call(reservationsApi.delete, { params: { tripId, reservationId } }, options),
    predict: () => [{ op: "reservation.deleted", entity: { id: reservationId } }],
    settledBy: "reservation.deleted",
    suggestion: { op: "reservations.delete", entityId: reservationId, input: {} },
  };
}

export function restoreReservationWrite(tripId: string, reservationId: string): Write<ReservationDto> {
  return {
    label: { action: "restoreReservation", entityId: reservationId },
    send: (options) => call(reservationsApi.restore, { params: { tripId, reservationId } }, options),
    predict: ({ trip, ...scene }) => {
      const row = findReservation(trip, reservationId) ? undefined : scene.findDeleted(reservationId);
      if (!row || !("confirmation" in row)) return [];
      return [{ op: "reservation.restored", entity: { ...row, deletedAt: null } }];
    },
    confirm: (row) => [{ op: "reservation.restored", entity: row }],
    settledBy: "reservation.restored",
  };
}

export function findReservation(trip: TripDto, reservationId: string): ReservationDto | undefined {
  return trip.reservations.find(({ id }) => id === reservationId);
}

function defined(patch: ReservationPatch): Partial<ReservationFields> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

function newReservation(
  { id, kind, title, ...input }: NewReservation & { id: string },
  { now }: PredictionContext,
): ReservationFields {
  const { start = null, end = null, from = null, to = null, cost = null, stopId = null } = input;
  const { confirmation = null, provider = null, contact = null, url = null, notes = null } = input;
  const { participants = null } = input;
  const where = { start, end, from, to, stopId, participants };
  const facts = { confirmation, provider, contact, url, notes, cost };
  return { id, kind, title, ...where, ...facts, deletedAt: null, version: 1, createdAt: now, updatedAt: now };
}
