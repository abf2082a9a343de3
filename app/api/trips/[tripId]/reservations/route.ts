import { resource, route, writeRoute } from "#lib/server/http/route.ts";
import { addReservation } from "#lib/server/reservations/add-reservation.ts";
import { listReservations } from "#lib/server/reservations/list-reservations.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(reservationsApi.list, ({ ctx, params }) => listReservations(ctx, params.tripId)),
  writeRoute(reservationsApi.create, ({ ctx, params, body }) => addReservation(ctx, params.tripId, body)),
);
