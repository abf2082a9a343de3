import { resource, writeRoute } from "#lib/server/http/route.ts";
import { restoreReservation } from "#lib/server/reservations/edit-reservation.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(reservationsApi.restore, ({ ctx, params }) =>
    restoreReservation(ctx, params.tripId, params.reservationId),
  ),
);
