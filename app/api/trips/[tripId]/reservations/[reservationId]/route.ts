import { resource, writeRoute } from "#lib/server/http/route.ts";
import { deleteReservation, updateReservation } from "#lib/server/reservations/edit-reservation.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(reservationsApi.update, ({ ctx, params, body }) =>
    updateReservation(ctx, params.tripId, params.reservationId, body),
  ),
  writeRoute(reservationsApi.delete, ({ ctx, params }) =>
    deleteReservation(ctx, params.tripId, params.reservationId),
  ),
);
